export { filesIn, neededBy, specifiersOf } from './needs.js'
export { SOURCE_HASH, isOwn, sourcesOf } from './sources.js'
export { Unparsable, isScript } from './syntax.js'
