export { listFilesInFolder, listFilesOfVariant, listImports } from './needs.js'
export { SOURCE_HASH_PATTERN, isLabVariant, hashVariantSources } from './sources.js'
export { UnparsableFileError, isJavaScriptFile } from './syntax.js'
