// exports short names, because a lab.js says `services: [mongo({ … })]`
export { createDownstreamService as downstream } from './downstream.js'
export { createFilesService as files } from './files.js'
export { createMongoService as mongo } from './mongo/service.js'
