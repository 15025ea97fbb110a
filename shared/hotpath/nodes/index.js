export { binaryIn, bytesIn, folderFor, keptVersions, removeVersion, versionsFolder } from './cache.js'
export { PACKAGES, PLATFORM } from './platform.js'
export { NoSuchVersion, provideNode } from './provide.js'
export { WORDS, isRequest, listed, nearestTo, newestFor } from './request.js'
