import { basename, join } from 'node:path'
import { isOwn } from '../lab/sources.js'
import { lackIn, NOT_EXPLAINED } from '../mongo/lack.js'
import { OTHERWISE } from '../mongo/unavailable.js'
import { scrubbed, withWire } from '../mongo/url.js'
import { seeded } from '../stats/random.js'
import { writeFiles } from './files.js'
import { CannotRun, Starved } from './process/failure.js'
import { MeasuredProcess } from './process/process.js'

/** @typedef {import('./process/failure.js').VariantFailure} VariantFailure */

/**
 * What a lab's variants talk to: a database with the lab's data in it, a server downstream, files.
 *
 * @typedef {object} Services
 * @property {Record<string, string>} env by which the variants find them
 * @property {Record<string, { engine: string, version: string }>} told in the result
 * @property {number[]} pids of those that were started here: they work for the variants, and not beside them
 * @property {number} elsewhere how many work on this machine and were started by somebody else
 * @property {(failed?: VariantFailure) => Promise<{ variant: string, what: string, stderr: string } | undefined>} reason asked when a variant has failed: which
 *   of them is to blame, if one is, and what to type; it takes a second at most
 * @property {(random: () => number) => Promise<void>} change makes the lab's data anew, as somebody does who writes
 * @property {() => Promise<void>} stop
 *
 * @typedef {object} Parts what each service adds
 * @property {(() => Promise<unknown>)[]} stops
 * @property {((random: () => number) => unknown)[]} changes
 * @property {Services['reason'][]} reasons
 */

/**
 * @param {import('../lab/find.js').Lab} lab
 * @param {{ seed: number, random: import('../stats/random.js').Random, onProgress: () => void }} how
 * @returns {Promise<Services>}
 * @throws {CannotRun} when the lab asks for something that is not available here
 */
export async function startServices (lab, { seed, random, onProgress }) {
  const { mongo, mongoAwayMs, downstream, files } = lab.manifest.services
  /** @type {Services} */
  const services = { env: {}, told: {}, pids: [], elsewhere: 0, reason, change, stop }
  /** @type {(() => Promise<unknown>)[]} */
  const stops = []
  /** @type {((random: () => number) => unknown)[]} */
  const changes = []
  /** @type {Services['reason'][]} */
  const reasons = []
  async function reason (/** @type {VariantFailure | undefined} */ failed) {
    for (const ask of reasons) {
      const told = await ask(failed)
      if (told) return told
    }
  }
  async function stop () {
    // what one leaves behind keeps neither the others nor the result
    for (const stop of stops.reverse()) await stop().catch((error) => process.stderr.write(`could not clear up: ${error.message}\n`))
  }
  async function change (/** @type {() => number} */ random) { for (const change of changes) await change(random) }
  try {
    if (mongo || downstream || files) onProgress()
    if (files) {
      const written = writeFiles(files, seeded(seed))
      stops.push(async () => written.remove())
      changes.push(written.write)
      services.env.FILES = written.folder
    }
    if (mongo) await startMongo(lab, mongo, seed, services, { stops, changes, reasons })
    if (mongoAwayMs) await moveMongo(mongoAwayMs, services, { stops, reasons })
    if (downstream) await startDownstream(lab, downstream, random, services, { stops, reasons })
  } catch (error) {
    await services.stop()
    throw error
  }
  return services
}

/** What to type when the database has gone in the middle. @type {Record<import('../mongo/provide.js').Choice, string>} */
const AGAIN = {
  url: `Start that server again, ${OTHERWISE}`,
  local: 'Start it again: docker compose up -d --wait',
  mongod: 'Type the same command again: the lab starts another one.',
  embedded: 'Type the same command again: the lab starts another one.',
}

/** What to type when the database lacks something. @type {Record<import('../mongo/provide.js').Choice, string>} */
const ANOTHER = {
  url: `Set MONGODB_URL to another server, ${OTHERWISE}`,
  local: 'Set MONGODB_URL to another server.',
  mongod: 'Set MONGODB_URL to another server.',
  embedded: 'Start a MongoDB for it: docker compose up -d --wait',
}

/** @param {import('../lab/find.js').Lab} lab @param {Record<string, unknown>} collections @param {number} seed @param {Services} services @param {Pick<Parts, 'stops' | 'changes' | 'reasons'>} parts */
async function startMongo (lab, collections, seed, services, { stops, changes, reasons }) {
  const { MongoUnavailable, provideMongo } = await import('../mongo/provide.js')
  const { loadDataset } = await import('../mongo/dataset.js')
  const { watchMongo } = await import('../mongo/watch.js')
  let url = ''
  try {
    const server = await provideMongo()
    url = server.url
    stops.push(() => server.close())
    if (server.pid) services.pids.push(server.pid)
    else if (isHere(url)) services.elsewhere++
    const dataset = await loadDataset(url, { lab: lab.name, seed, collections: /** @type {any} */ (collections) })
    stops.push(() => dataset.remove())
    changes.push(dataset.change)
    const watch = await watchMongo(dataset.url, Object.keys(collections)[0])
    stops.push(() => watch.close())
    /** @type {string | undefined} */
    let lost
    server.lost.then((how) => { lost = how })
    reasons.push(async (failed) => {
      const complaint = await watch.complaint()
      const what = lost ? `has gone: ${lost}` : complaint && `no longer answers: ${complaint}`
      if (what) return { variant: 'mongo', what, stderr: AGAIN[server.choice] }
      const lack = failed && lackOf(lab, failed)
      if (lack) return { variant: 'mongo', what: `cannot do what ${lack}`, stderr: ANOTHER[server.choice] }
    })
    services.env.MONGODB_URL = dataset.url
    services.told.mongo = { engine: server.engine, version: server.version }
  } catch (error) {
    if (error instanceof MongoUnavailable) throw new CannotRun('mongo', `is not available: ${error.what}: ${error.reason}`, error.advice)
    throw new CannotRun('mongo', `cannot be used: ${inOneLine(error, url)}`, 'pnpm mongo status shows which one it is.')
  }
}

/**
 * Puts a wire between the variants and the database that delays everything by this long each way: with a database next door waiting would not show.
 *
 * @param {number} ms
 * @param {Services} services
 * @param {Pick<Parts, 'stops' | 'reasons'>} parts
 * @throws {CannotRun} where the database is not to be reached in that way
 */
async function moveMongo (ms, services, { stops, reasons }) {
  const { primaryOf } = await import('../mongo/primary.js')
  const url = services.env.MONGODB_URL
  try {
    const { balanced, ...to } = await primaryOf(url)
    const wire = new MeasuredProcess({ variant: 'mongo', worker: 'distance.mjs', node: process.execPath, padding: 0 })
    stops.push(() => wire.stop())
    services.pids.push(Number(wire.child.pid))
    reasons.push(async () => wire.failure && { variant: 'mongo', what: `cannot be reached: the wire to it ${wire.failure.what}`, stderr: AGAIN.embedded })
    const { port } = await wire.ask('load', { to, ms })
    services.env.MONGODB_URL = withWire(url, port, { host: to.host, balanced })
    // a database that cannot be reached through it must not look like a variant that hangs
    await primaryOf(services.env.MONGODB_URL)
  } catch (error) {
    const named = /certificate's altnames/.test(error.message)
    const mend = named ? 'Add tlsAllowInvalidHostnames=true to MONGODB_URL' : 'Set MONGODB_URL to another server'
    throw new CannotRun('mongo', `cannot be put ${ms} ms away, as this lab needs it: ${inOneLine(error, url)}`, `${mend}, ${OTHERWISE}`)
  }
}

/** @param {string} url of a database @returns {boolean} whether it runs on this machine */
function isHere (url) {
  return /[/@,](localhost|127\.[\d.]+|\[::1\])[:/?,]/.test(`${url}/`)
}

/** @param {import('../lab/find.js').Lab} lab @param {VariantFailure} failed @returns {string | undefined} what its database does not have */
function lackOf (lab, { variant, what, stderr }) {
  if (what.includes(NOT_EXPLAINED)) return `counting takes: ${what.slice(what.indexOf(NOT_EXPLAINED))}`
  // what an attendee asks for in vain may be a slip of the pen
  const lack = isOwn(lab, variant) && lackIn(`${what}\n${stderr}`)
  return lack ? `${basename(lab.files[variant])} asks of it: ${lack}` : undefined
}

/** @param {Error} error @param {string} url with a password that is not to be told */
function inOneLine (error, url) {
  return scrubbed(error.message, url).split('\n')[0]
}

/** @param {import('../lab/find.js').Lab} lab @param {string} file @param {import('../stats/random.js').Random} random @param {Services} services @param {Pick<Parts, 'stops' | 'reasons'>} parts */
async function startDownstream (lab, file, random, services, { stops, reasons }) {
  const measured = new MeasuredProcess({ variant: file, worker: 'server.mjs', node: process.execPath, padding: random.int(0, 64) })
  stops.push(() => measured.stop())
  services.pids.push(Number(measured.child.pid))
  reasons.push(async () => measured.failure && { variant: file, what: measured.failure.what, stderr: AGAIN.embedded })
  const { port } = await measured.ask('load', { file: join(lab.folder, file) })
  services.env.DOWNSTREAM_URL = `http://127.0.0.1:${port}`
}

/**
 * @param {import('./process/failure.js').VariantFailure} error
 * @param {Services} services
 * @returns {Promise<import('./process/failure.js').Failure>} with who is to blame, where it is not the variant: it may have lost its database, or got no processor
 */
export async function failureOf (error, services) {
  const reason = await services.reason(error)
  if (reason) return { ...reason, by: 'machine' }
  const { variant, what, stderr } = error
  return error instanceof Starved ? { variant, what, stderr: 'Try again when less is going on here; pnpm lab doctor shows what is.', by: 'machine' } : { variant, what, stderr }
}
