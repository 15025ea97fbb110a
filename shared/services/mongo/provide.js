import { CannotRun } from '@hotpath-labs/engine/failures.js'
import { startChildProcess } from './child.js'
import { EMBEDDED_SERVER_VERSION } from './embedded/identity.js'
import { inspectMongoUrl } from './inspect-url.js'
import { probeLocalServer } from './probe.js'

/**
 * @import { Started } from './child.js'
 * @import { Engine } from './probe.js'
 */

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

/** `pid`: process id of a server that this project started. @typedef {Omit<Started, 'pid'> & Provision & { pid?: number }} Provided */
/** @typedef {{ choice: Choice, passedOver: PassedOver[] }} Provision */

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
 * @param {ProvideOptions & { onProgress?: (message: string) => void }} [options]
 * @returns {Promise<Provided>} `close` ends the server if it was started here
 * @throws {CannotRun} when MONGODB_URL is set and cannot be used, or no server starts
 */
export async function startChosenMongoServer ({ onProgress = () => {}, ...options } = {}) {
  onProgress('looking for a MongoDB')
  const { choice, url, engine, version = '', passedOver } = await chooseMongoServer(options)
  if (url) return { url, engine, version, choice, passedOver, lost: new Promise(() => {}), close: async () => {} }
  onProgress('starting the embedded server')
  const starting = startChildProcess(new URL('./embedded/process.js', import.meta.url))
  // loads the driver while the embedded server starts, because the lab needs the driver next
  const driver = import('mongodb').catch(() => {})
  try {
    const { ready, ...child } = await starting
    return { ...ready, ...child, choice: 'embedded', passedOver }
  } catch (error) {
    throw new CannotRun('MONGO_UNAVAILABLE', 'mongo', `is not available: the embedded server: ${error.message}`,
      'Set MONGODB_URL to a server of yours, or type `docker compose up -d --wait`')
  } finally {
    await driver
  }
}
