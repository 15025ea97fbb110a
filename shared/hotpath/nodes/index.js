export { findBinary, sumFolderBytes, findVersionFolder, listCachedVersions, removeVersion, versionsFolder } from './cache.js'
export { PACKAGES, PLATFORM } from './platform.js'
export { NoSuchVersion, provideNode } from './provide.js'
export { WORDS, isRequest, formatVersionList, findNearestVersion, findNewest } from './request.js'
