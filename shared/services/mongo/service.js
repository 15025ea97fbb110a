import { basename } from 'node:path'
import { isOwn } from 'hotpath/sources'
import { MeasuredProcess } from 'hotpath/measure'
import { CannotRun } from 'hotpath/failures'
import { collectionsFault } from './collections.js'
import { lackIn, NOT_EXPLAINED } from './lack.js'
import { OTHERWISE } from './unavailable.js'
import { scrubbed, withWire } from './url.js'

/** What a database can count of a variant's requests. @type {Record<string, import('hotpath/measure').Counted>} */
const COUNTERS = {
  'mongo:documents': {
    module: new URL('./counters/documents.mjs', import.meta.url).href,
    says: (times, operation) => `fetches ${times} documents per ${operation}`,
  },
  'mongo:examined': {
    module: new URL('./counters/examined.mjs', import.meta.url).href,
    says: (times, operation) => `makes the database examine ${times} documents per ${operation}`,
  },
}

/**
 * A MongoDB with the lab's data; variants find it in the environment variable MONGODB_URL.
 *
 * @param {Record<string, unknown>} collections by name: a function that makes the documents from a seeded generator, or `{ documents, indexes }`
 * @param {{ awayMs?: number }} [distance] how long everything takes each way, as to a database in another region
 * @returns {import('hotpath/measure').Service}
 * @throws {TypeError} when a collection is neither
 */
export function mongo (collections, { awayMs } = {}) {
  const fault = collectionsFault(collections)
  if (fault) throw new TypeError(`mongo(…): ${fault}`)
  return {
    name: 'mongo',
    counters: COUNTERS,
    async start (running, how) {
      await startMongo(collections, running, how)
      if (awayMs) await moveMongo(awayMs, running)
    },
  }
}

/** What to type when the database has gone in the middle. @type {Record<import('./provide.js').Choice, string>} */
const AGAIN = {
  url: `Start that server again, ${OTHERWISE}`,
  local: 'Start that server again: docker compose up -d --wait',
  mongod: 'Type the same command again: the lab starts another server.',
  embedded: 'Type the same command again: the lab starts another server.',
}

/** What to type when the database lacks something. @type {Record<import('./provide.js').Choice, string>} */
const ANOTHER = {
  url: `Set MONGODB_URL to another server, ${OTHERWISE}`,
  local: 'Set MONGODB_URL to another server.',
  mongod: 'Set MONGODB_URL to another server.',
  embedded: 'Start a MongoDB for the lab: docker compose up -d --wait',
}

/**
 * @param {Record<string, unknown>} collections
 * @param {import('hotpath/measure').Running} running
 * @param {import('hotpath/measure').How} how
 */
async function startMongo (collections, running, { lab, seed }) {
  const { MongoUnavailable, provideMongo } = await import('./provide.js')
  const { loadDataset } = await import('./dataset.js')
  const { watchMongo } = await import('./watch.js')
  let url = ''
  try {
    const server = await provideMongo()
    url = server.url
    running.stops.push(() => server.close())
    if (server.pid) running.pids.push(server.pid)
    else if (isHere(url)) running.elsewhere++
    const dataset = await loadDataset(url, { lab: lab.name, seed, collections: /** @type {any} */ (collections) })
    running.stops.push(() => dataset.remove())
    running.changes.push(dataset.change)
    const watch = await watchMongo(dataset.url, Object.keys(collections)[0])
    running.stops.push(() => watch.close())
    /** @type {string | undefined} */
    let lost
    server.lost.then((how) => { lost = how })
    running.reasons.push(async (failed) => {
      const complaint = await watch.complaint()
      const what = lost ? `has gone: ${lost}` : complaint && `no longer answers: ${complaint}`
      if (what) return { variant: 'mongo', what, stderr: AGAIN[server.choice] }
      const lack = failed && lackOf(lab, failed)
      if (lack) return { variant: 'mongo', what: `cannot do what ${lack}`, stderr: ANOTHER[server.choice] }
    })
    running.env.MONGODB_URL = dataset.url
    running.told.mongo = { engine: server.engine, version: server.version }
  } catch (error) {
    if (error instanceof MongoUnavailable) throw new CannotRun('mongo', `is not available: ${error.what}: ${error.reason}`, error.advice)
    throw new CannotRun('mongo', `cannot be used: ${inOneLine(error, url)}`, 'pnpm mongo status shows which MongoDB labs use.')
  }
}

/**
 * Puts a wire between the variants and the database that delays everything by this long each way: with a database next door waiting would not show.
 *
 * @param {number} ms
 * @param {import('hotpath/measure').Running} running
 * @throws {CannotRun} where the database is not to be reached in that way
 */
async function moveMongo (ms, running) {
  const { primaryOf } = await import('./primary.js')
  const url = running.env.MONGODB_URL
  try {
    const { balanced, ...to } = await primaryOf(url)
    const wire = new MeasuredProcess({ variant: 'mongo', worker: new URL('./distance.mjs', import.meta.url), node: process.execPath, padding: 0 })
    running.stops.push(() => wire.stop())
    running.pids.push(Number(wire.child.pid))
    running.reasons.push(async () => wire.failure && { variant: 'mongo', what: `cannot be reached: the proxy that delays it ${wire.failure.what}`, stderr: AGAIN.embedded })
    const { port } = await wire.ask('load', { to, ms })
    running.env.MONGODB_URL = withWire(url, port, { host: to.host, balanced })
    // a database that cannot be reached through it must not look like a variant that hangs
    await primaryOf(running.env.MONGODB_URL)
  } catch (error) {
    const named = /certificate's altnames/.test(error.message)
    const mend = named ? 'Add tlsAllowInvalidHostnames=true to MONGODB_URL' : 'Set MONGODB_URL to another server'
    throw new CannotRun('mongo', `cannot be delayed by ${ms} ms, as this lab needs: ${inOneLine(error, url)}`, `${mend}, ${OTHERWISE}`)
  }
}

/** @param {string} url of a database @returns {boolean} whether it runs on this machine */
function isHere (url) {
  return /[/@,](localhost|127\.[\d.]+|\[::1\])[:/?,]/.test(`${url}/`)
}

/** @param {import('hotpath/lab').Lab} lab @param {import('hotpath/failures').VariantFailure} failed @returns {string | undefined} what its database does not have */
function lackOf (lab, { variant, what, stderr }) {
  if (what.includes(NOT_EXPLAINED)) return `the counter needs: ${what.slice(what.indexOf(NOT_EXPLAINED))}`
  // what an attendee asks for in vain may be a slip of the pen
  const lack = isOwn(lab, variant) && lackIn(`${what}\n${stderr}`)
  return lack ? `${basename(lab.files[variant])} needs: ${lack}` : undefined
}

/** @param {Error} error @param {string} url with a password that is not to be told */
function inOneLine (error, url) {
  return scrubbed(error.message, url).split('\n')[0]
}
