export { findBinary, sumFolderBytes, findVersionFolder, listCachedVersions, removeVersion, versionsFolder } from './cache.js'
export { PACKAGES, PLATFORM } from './platform.js'
export { NoSuchVersion, provideNode } from './provide.js'
export { WORDS, isRequest, findListed, findNearestVersion, findNewest } from './request.js'
