export { loadDataset } from './dataset.js'
export { chooseMongoServer, startChosenMongoServer } from './provide.js'
export { hideUrlSecrets } from './url.js'

/** @typedef {import('./provide.js').Choice} Choice */
/** @typedef {import('./provide.js').Chosen} Chosen */

/**
 * Starts the embedded server in this process. Imports it only now: the import takes 100 ms, and `pnpm mongo status` needs no server.
 *
 * @type {typeof import('./embedded/server.js').startEmbeddedServer}
 */
export const startEmbeddedServer = async (options) => (await import('./embedded/server.js')).startEmbeddedServer(options)
