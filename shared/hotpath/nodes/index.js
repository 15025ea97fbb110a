export { findBinary, sumFolderBytes, findVersionFolder, listCachedVersions, removeVersion, findVersionsFolder } from './cache.js'
export { NODE_BINARY_PACKAGES, PLATFORM } from './platform.js'
export { NoSuchVersion, provideNode } from './provide.js'
export { VERSION_WORDS, isVersionRequest, formatVersionList, findNearestVersion, findNewestVersion } from './request.js'
