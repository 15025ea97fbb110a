export { resolveFromCaller } from './caller.js'
export { replaceFile, writeNamed, writeWhole } from './file.js'
export { makeFolder } from './folder.js'
export { takeLock, waitForLock } from './lock.js'
