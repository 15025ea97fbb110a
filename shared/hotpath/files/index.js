export { resolveUserPath } from './caller.js'
export { replaceFile, writeFileAtUserPath, writeFileAtomically } from './file.js'
export { makeFolder } from './folder.js'
export { takeLock, waitForLock } from './lock.js'
