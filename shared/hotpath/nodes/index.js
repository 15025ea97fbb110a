export { NODE_BINARY_PACKAGES, NPM_PLATFORM } from './platform.js'
export { findOrDownloadNode } from './provide.js'
export { NODE_VERSION_ALIASES, isVersionRequest, formatVersionList, findNearestVersion, findNewestMatchingVersion } from './request.js'
