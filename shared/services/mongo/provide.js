import { startEmbedded } from './embedded.js'
import { VERSION } from './embedded/identity.js'
import { inspectUrl } from './given-url.js'
import { findMongod, startMongod } from './mongod.js'
import { probe } from './probe.js'
import { MongoUnavailable } from './unavailable.js'

export { MongoUnavailable }

const LOCAL_PORT = 27017

/** @typedef {'url' | 'local' | 'mongod' | 'embedded'} Choice */
/** @typedef {{ choice: Choice, reason: string }} PassedOver why an earlier choice was not taken */

/**
 * What a lab would get. A server that is there already has a URL; one that would be started has none yet.
 *
 * @typedef {object} Chosen
 * @property {Choice} choice
 * @property {import('./probe.js').Engine} engine
 * @property {string} [url]
 * @property {string} [version]
 * @property {string} [file] the mongod that would be started
 * @property {PassedOver[]} passedOver
 */

/**
 * @typedef {object} ProvideOptions
 * @property {NodeJS.ProcessEnv} [env]
 * @property {number} [localPort] where a server may be running already
 */

/**
 * Looks for a MongoDB in the order of the design, and starts nothing.
 *
 * @param {ProvideOptions} [options]
 * @returns {Promise<Chosen>}
 * @throws {MongoUnavailable} when MONGODB_URL is set and useless
 */
export async function chooseMongo ({ env = process.env, localPort = LOCAL_PORT } = {}) {
  const url = env.MONGODB_URL
  if (url) return { choice: 'url', url, ...await inspectUrl(url), passedOver: [] }
  /** @type {PassedOver[]} */
  const passedOver = [{ choice: 'url', reason: 'MONGODB_URL is not set' }]
  const local = await probe(localPort)
  if (local.usable) {
    // a member of a replica set would send the driver to names that only its own network knows
    const direct = `mongodb://127.0.0.1:${localPort}/?directConnection=true`
    return { choice: 'local', url: direct, engine: local.engine ?? 'mongodb', version: local.version, passedOver }
  }
  passedOver.push({ choice: 'local', reason: String(local.reason) })
  const file = await findMongod(env)
  if (file) return { choice: 'mongod', engine: 'mongodb', file, passedOver }
  passedOver.push({ choice: 'mongod', reason: 'no mongod is on the PATH, and none was downloaded' })
  return { choice: 'embedded', engine: 'embedded', version: VERSION, passedOver }
}

/**
 * Gives a lab the first MongoDB there is: MONGODB_URL, one on 127.0.0.1:27017, a mongod of this machine, the embedded one.
 *
 * @param {ProvideOptions & { onProgress?: (message: string) => void }} [options]
 * @returns {Promise<{ url: string, engine: import('./probe.js').Engine, version: string, choice: Choice,
 *   passedOver: PassedOver[], pid?: number, lost: Promise<string>, close: () => Promise<void> }>} `close` ends what was
 *   started here, `pid` is the process of that, and `lost` is fulfilled, with how, when it ends before
 * @throws {MongoUnavailable} when MONGODB_URL is set and useless, or nothing at all can be started
 */
export async function provideMongo ({ onProgress = () => {}, ...options } = {}) {
  onProgress('looking for a MongoDB')
  const { choice, url, engine, version = '', file, passedOver } = await chooseMongo(options)
  // what was not started here is not watched
  if (url) return { url, engine, version, choice, passedOver, lost: new Promise(() => {}), close: async () => {} }
  if (file) {
    onProgress(`starting ${file}`)
    try {
      return { ...await startMongod(file), choice, passedOver }
    } catch (error) {
      passedOver.push({ choice: 'mongod', reason: `${file} did not start: ${error.message}` })
    }
  }
  onProgress('starting the embedded server')
  const starting = startEmbedded()
  // what loads the data needs the driver next, and this process has nothing to do until the other one is up
  const driver = import('mongodb').catch(() => {})
  try {
    return { ...await starting, choice: 'embedded', passedOver }
  } catch (error) {
    throw new MongoUnavailable('the embedded server', error.message,
      'Set MONGODB_URL to a server of yours, or type `docker compose up -d --wait`')
  } finally {
    await driver
  }
}
