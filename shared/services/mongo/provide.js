import { CannotRun } from '@hotpath-labs/engine/failures.js'
import { MeasuredProcess } from '@hotpath-labs/engine/process/measured-process.js'
import { EMBEDDED_SERVER_VERSION } from './embedded/identity.js'
import { inspectMongoUrl } from './inspect-url.js'
import { probeLocalServer } from './probe.js'

/** @import { Engine } from './probe.js' */

const LOCAL_PORT = 27017

/** @typedef {'url' | 'local' | 'embedded'} Choice */
/** @typedef {{ choice: Choice, reason: string }} PassedOver why an earlier choice was not taken */

/**
 * The database that a lab would use, and why none of the preferred databases was available.
 *
 * @typedef {object} Chosen
 * @property {Choice} choice
 * @property {Engine} engine
 * @property {string} [url] of a server that is running already
 * @property {string} [version]
 * @property {PassedOver[]} passedOver
 */

/**
 * @typedef {object} ProvideOptions
 * @property {NodeJS.ProcessEnv} [env]
 * @property {number} [localPort] where a server may be running already
 */

/**
 * A database that runs.
 *
 * @typedef {object} Provided
 * @property {Choice} choice
 * @property {string} url
 * @property {Engine} engine
 * @property {string} version
 * @property {number} [pid] process id of a server that this project started
 * @property {() => string | undefined} findEnd continues the name of that server once its process has ended
 * @property {() => Promise<void>} close ends that server
 */

/**
 * Chooses a database without starting it: MONGODB_URL, a server on 127.0.0.1:27017, or the embedded server.
 *
 * @param {ProvideOptions} [options]
 * @returns {Promise<Chosen>}
 * @throws {CannotRun} when MONGODB_URL is set and cannot be used
 */
export async function chooseMongoServer ({ env = process.env, localPort = LOCAL_PORT } = {}) {
  const url = env.MONGODB_URL
  if (url) return { choice: 'url', url, ...await inspectMongoUrl(url), passedOver: [] }
  /** @type {PassedOver[]} */
  const passedOver = [{ choice: 'url', reason: 'MONGODB_URL is not set' }]
  const { usable, engine = 'mongodb', version, reason } = await probeLocalServer(localPort)
  if (usable) {
    // sets directConnection, because a replica set would send the driver to host names that may exist only in another network
    return { choice: 'local', url: `mongodb://127.0.0.1:${localPort}/?directConnection=true`, engine, version, passedOver }
  }
  passedOver.push({ choice: 'local', reason: String(reason) })
  return { choice: 'embedded', engine: 'embedded', version: EMBEDDED_SERVER_VERSION, passedOver }
}

/**
 * Chooses a database for a lab, and starts its server if necessary.
 *
 * @param {ProvideOptions} [options]
 * @returns {Promise<Provided>}
 * @throws {CannotRun} when MONGODB_URL is set and cannot be used, or no server starts
 */
export async function startChosenMongoServer (options) {
  const { choice, url, engine, version = '' } = await chooseMongoServer(options)
  if (url) return { choice, url, engine, version, findEnd: () => undefined, close: async () => {} }
  const server = new MeasuredProcess({ variant: 'mongo', worker: new URL('./embedded/process.mjs', import.meta.url), padding: 0, node: process.execPath })
  // loads the driver while the embedded server starts, because the lab needs the driver next
  const driver = import('mongodb').catch(() => {})
  try {
    const { url } = await server.ask('load')
    return { choice, url, engine, version, pid: server.child.pid, findEnd: () => server.failure?.what, close: () => server.stop() }
  } catch (error) {
    throw new CannotRun('MONGO_UNAVAILABLE', 'mongo', `is not available: the embedded server ${error.what}`,
      'Set MONGODB_URL to a server of yours, or type `docker compose up -d --wait`')
  } finally {
    await driver
  }
}
