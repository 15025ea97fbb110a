export { listFilesIn, listNeededFiles, listImports } from './needs.js'
export { SOURCE_HASH, isOwn, hashSources } from './sources.js'
export { Unparsable, isScript } from './syntax.js'
