export { listFilesIn, listNeededFiles, listImports } from './needs.js'
export { SOURCE_HASH, isLabVariant, hashSources } from './sources.js'
export { Unparsable, isScript } from './syntax.js'
