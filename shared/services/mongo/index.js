export { loadDataset } from './dataset.js'
export { downloadMongod } from './download.js'
export { mongodVersion } from './mongod.js'
export { MongoUnavailable, chooseMongo, provideMongo } from './provide.js'
export { withoutPassword } from './url.js'

/** @typedef {import('./provide.js').Choice} Choice */
/** @typedef {import('./provide.js').Chosen} Chosen */

/**
 * Starts the embedded server in this process. Imported late, because loading takes 100 ms and `pnpm mongo status` does not need it.
 *
 * @type {typeof import('./embedded/server.js').startServer}
 */
export const startServer = async (options) => (await import('./embedded/server.js')).startServer(options)
