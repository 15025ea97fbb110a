import { join } from 'node:path'
import { CannotRun } from './process/failure.js'
import { MeasuredProcess } from './process/process.js'

/**
 * What a lab's variants talk to: a database with the lab's data in it, a server downstream.
 *
 * @typedef {object} Services
 * @property {Record<string, string>} env by which the variants find them
 * @property {Record<string, { engine: string, version: string }>} told in the result
 * @property {{ variant: string, what: string, stderr: string } | undefined} failure set when one of them has gone
 * @property {() => Promise<void>} stop
 */

/**
 * @param {import('../lab/find.js').Lab} lab
 * @param {{ seed: number, random: import('../stats/random.js').Random, onProgress: () => void }} how
 * @returns {Promise<Services>}
 * @throws {CannotRun} when the lab asks for something that is not to be had here
 */
export async function startServices (lab, { seed, random, onProgress }) {
  const { mongo, mongoAwayMs, downstream } = lab.manifest.services
  /** @type {Services} */
  const services = { env: {}, told: {}, failure: undefined, stop: async () => { for (const stop of stops.reverse()) await stop() } }
  /** @type {(() => Promise<unknown>)[]} */
  const stops = []
  try {
    if (mongo || downstream) onProgress()
    if (mongo) await startMongo(lab, mongo, seed, services, stops)
    if (mongoAwayMs) await moveMongo(mongoAwayMs, services, stops)
    if (downstream) await startDownstream(lab, downstream, random, services, stops)
  } catch (error) {
    await services.stop()
    throw error
  }
  return services
}

/** @param {import('../lab/find.js').Lab} lab @param {Record<string, Function>} collections @param {number} seed @param {Services} services @param {(() => Promise<unknown>)[]} stops */
async function startMongo (lab, collections, seed, services, stops) {
  const { MongoUnavailable, provideMongo } = await import('../mongo/provide.js')
  const { loadDataset } = await import('../mongo/dataset.js')
  try {
    const server = await provideMongo()
    stops.push(() => server.close())
    const dataset = await loadDataset(server.url, { lab: lab.name, seed, collections: /** @type {any} */ (collections) })
    stops.push(() => dataset.remove())
    server.lost.then((how) => { services.failure = { variant: 'mongo', what: `has gone: ${how}`, stderr: '' } })
    services.env.MONGODB_URL = dataset.url
    services.told.mongo = { engine: server.engine, version: server.version }
  } catch (error) {
    const told = error instanceof MongoUnavailable ? { what: `is not to be had: ${error.what}: ${error.reason}`, mend: error.advice } : { what: `cannot be used: ${error.message}`, mend: 'pnpm mongo status tells which one it is.' }
    throw new CannotRun('mongo', told.what, told.mend)
  }
}

/**
 * Puts a wire between the variants and the database on which everything takes so long each way: a database next door hides what it is to wait.
 *
 * @param {number} ms
 * @param {Services} services
 * @param {(() => Promise<unknown>)[]} stops
 */
async function moveMongo (ms, services, stops) {
  const url = new URL(services.env.MONGODB_URL)
  const wire = new MeasuredProcess({ variant: 'mongo', worker: 'distance.mjs', node: process.execPath, padding: 0 })
  stops.push(() => wire.stop())
  const { port } = await wire.ask('load', { host: url.hostname, port: Number(url.port || 27017), ms })
  url.host = `127.0.0.1:${port}`
  services.env.MONGODB_URL = url.href
}

/** @param {import('../lab/find.js').Lab} lab @param {string} file @param {import('../stats/random.js').Random} random @param {Services} services @param {(() => Promise<unknown>)[]} stops */
async function startDownstream (lab, file, random, services, stops) {
  const measured = new MeasuredProcess({ variant: file, worker: 'server.mjs', node: process.execPath, padding: random.int(0, 64) })
  stops.push(() => measured.stop())
  const { port } = await measured.ask('load', { file: join(lab.folder, file) })
  services.env.DOWNSTREAM_URL = `http://127.0.0.1:${port}`
}
