export { downstream } from './downstream.js'
export { files } from './files.js'
export { mongo } from './mongo/service.js'
