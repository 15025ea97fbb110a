export { loadDataset } from './dataset.js'
export { downloadMongod } from './download.js'
export { startServer } from './embedded/server.js'
export { mongodVersion } from './mongod.js'
export { MongoUnavailable, chooseMongo, provideMongo } from './provide.js'
export { withoutPassword } from './url.js'

/**
 * @typedef {import('./provide.js').Choice} Choice
 * @typedef {import('./provide.js').Chosen} Chosen
 */
