// short names, which make a lab.js easy to read: `services: [mongo({ … })]`
export { createDownstreamService as downstream } from './downstream.js'
export { createFilesService as files } from './files.js'
export { createMongoService as mongo } from './mongo/service.js'
