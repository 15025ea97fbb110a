export { fromCaller } from './caller.js'
export { replaceWith, writeNamed, writeWhole } from './file.js'
export { makeFolder } from './folder.js'
export { takeLock, waitForLock } from './lock.js'
