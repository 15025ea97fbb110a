import { basename } from 'node:path'
import * as v from 'valibot'
import { formatManifestError } from '@hotpath-labs/lab/manifest-error.js'
import { CannotRun } from '@hotpath-labs/engine/failures.js'
import { isLabProgram } from '@hotpath-labs/lab/plans.js'
import { startServiceProcess } from '../service-process.js'
import { findMissingFeatureMessage, NO_EXAMINED_COUNT_MESSAGE } from './missing-feature.js'
import { UNSET_MONGODB_URL_ADVICE, hidePasswordInText, replaceHostsByProxy } from './url.js'

/**
 * @import { LabPlan } from '@hotpath-labs/lab/plans.js'
 * @import { VariantFailure } from '@hotpath-labs/engine/failures.js'
 * @import { Counted, How, Running, Service } from '@hotpath-labs/lab/measure/services.js'
 * @import { Collections } from './dataset.js'
 * @import { Choice } from './provide.js'
 */

const name = v.pipe(v.string(), v.nonEmpty())

/** Schema of a collection in a lab.js: a function that makes the documents, or an object with such a function and a list of indexes. */
const collection = v.union(
  [v.function(), v.strictObject({ documents: v.function(), indexes: v.array(v.looseObject({ key: v.record(name, v.number()) })) })],
  'a function that makes the documents, or { documents, indexes }'
)

/**
 * @param {unknown} collections of a lab
 * @returns {string | undefined} the wrong field, and the expected value
 */
function findCollectionMistake (collections) {
  const parsed = v.safeParse(v.record(name, collection), collections, { abortPipeEarly: true })
  return parsed.success ? undefined : formatManifestError(parsed.issues[0], [])
}

/** @param {string} times @returns {string} */
const formatDocuments = (times) => times === '1' ? '1 document' : `${times} documents`

/** Counters that a lab.js may list in its field `counters`. @type {Record<string, Counted>} */
const COUNTERS = {
  'mongo:documents': {
    module: new URL('./counters/documents.mjs', import.meta.url).href,
    says: (times, operation) => `fetches ${formatDocuments(times)} per ${operation}`,
  },
  'mongo:queries': {
    module: new URL('./counters/queries.mjs', import.meta.url).href,
    says: (times, operation) => `sends ${times === '1' ? '1 query' : `${times} queries`} per ${operation}`,
  },
  'mongo:examined': {
    module: new URL('./counters/examined.mjs', import.meta.url).href,
    says: (times, operation) => `makes the database examine ${formatDocuments(times)} per ${operation}`,
  },
}

/**
 * Creates a service for a lab: a MongoDB with the lab's data. The environment variable MONGODB_URL has the database's address.
 *
 * @param {Record<string, unknown>} collections each a function that makes documents from a seeded generator, or `{ documents, indexes }`
 * @param {{ latencyMs?: number }} [options] latency each way, as to a database in another region
 * @returns {Service} `start` throws CannotRun if the database cannot be used
 * @throws {TypeError} when a collection is neither, or an option is unknown
 */
export function createMongoService (collections, { latencyMs, ...unknown } = {}) {
  const [option] = Object.keys(unknown)
  const mistake = option ? `expected the option latencyMs, but found ${option}` : findCollectionMistake(collections)
  if (mistake) throw new TypeError(`mongo(…): ${mistake}`)
  return {
    counters: COUNTERS,
    async start (running, how) {
      await startMongo(collections, running, how)
      if (latencyMs) await addLatency(latencyMs, running)
    },
  }
}

const STARTS_ANOTHER = 'Try again: the lab starts another server.'

/** Advice if the connection to the database is lost during a run. @type {Record<Choice, string>} */
const AFTER_LOSS = {
  url: `Start that server again, ${UNSET_MONGODB_URL_ADVICE}`,
  local: 'Start that server again: docker compose up -d --wait',
  embedded: STARTS_ANOTHER,
}

const SET_URL = 'Set MONGODB_URL to another server'

/** Advice if the database lacks a feature that the lab needs. @type {Record<Choice, string>} */
const FOR_FEATURE = {
  url: `${SET_URL}, ${UNSET_MONGODB_URL_ADVICE}`,
  local: `${SET_URL}.`,
  embedded: 'Start a MongoDB for the lab: docker compose up -d --wait',
}

/** @param {Record<string, unknown>} collections @param {Running} running @param {How} how */
async function startMongo (collections, running, { plan, seed }) {
  const { startChosenMongoServer } = await import('./provide.js')
  const { loadDataset } = await import('./dataset.js')
  const { connectForHealthCheck } = await import('./client.js')
  let url = ''
  try {
    const server = await startChosenMongoServer()
    url = server.url
    running.stops.push(() => server.close())
    if (server.pid) running.pids.push(server.pid)
    else if (isOnThisMachine(url)) running.elsewhere++
    const dataset = await loadDataset(url, { lab: plan.lab.name, seed, collections: /** @type {Collections} */ (collections) })
    running.stops.push(() => dataset.remove())
    running.changes.push(dataset.change)
    const healthCheck = await connectForHealthCheck(dataset.url, Object.keys(collections)[0])
    running.stops.push(() => healthCheck.close())
    running.reasons.push(async (failed) => {
      const complaint = await healthCheck.findComplaint()
      const what = server.findEnd() ?? (complaint && `no longer answers: ${complaint}`)
      if (what) return new CannotRun('MONGO_GONE', 'mongo', what, AFTER_LOSS[server.choice])
      const feature = failed && describeMissingFeature(plan, failed)
      if (feature) return new CannotRun('MONGO_LACKS_FEATURE', 'mongo', `cannot do what ${feature}`, FOR_FEATURE[server.choice])
    })
    running.env.MONGODB_URL = dataset.url
    running.engines.mongo = { engine: server.engine, version: server.version }
  } catch (error) {
    if (error instanceof CannotRun) throw error
    throw new CannotRun('MONGO_UNAVAILABLE', 'mongo', `cannot be used: ${formatError(error, url)}`, 'The command `mongo status` shows which MongoDB labs use.')
  }
}

/**
 * Puts a proxy that adds latency between the variants and the database, because variants hardly wait for a local database.
 *
 * @param {number} ms each way
 * @param {Running} running
 * @throws {CannotRun} when the database cannot be reached through the proxy
 */
async function addLatency (ms, running) {
  const { findPrimaryServer } = await import('./client.js')
  const url = running.env.MONGODB_URL
  try {
    const { balanced, ...to } = await findPrimaryServer(url)
    const proxy = { name: 'mongo', worker: new URL('./latency-proxy.mjs', import.meta.url), padding: 0 }
    const port = await startServiceProcess(running, proxy, { to, ms },
      { describe: (failure) => `cannot be reached: the latency proxy ${failure}`, advice: STARTS_ANOTHER })
    running.env.MONGODB_URL = replaceHostsByProxy(url, port, { host: to.host, balanced })
    // connects through the proxy once before the run: if the database is unreachable, variants would only seem to hang
    await findPrimaryServer(running.env.MONGODB_URL)
  } catch (error) {
    const isName = /certificate's altnames/.test(error.message)
    throw new CannotRun('MONGO_UNAVAILABLE', 'mongo', `does not work through the proxy that adds ${ms} ms of latency for this lab: ${formatError(error, url)}`,
      `${isName ? 'Add tlsAllowInvalidHostnames=true to MONGODB_URL' : SET_URL}, ${UNSET_MONGODB_URL_ADVICE}`)
  }
}

/** @param {string} url of a database */
function isOnThisMachine (url) {
  return /[/@,](localhost|127\.[\d.]+|\[::1\])[:/?,]/.test(`${url}/`)
}

/** @param {LabPlan} plan @param {VariantFailure} failed @returns {string | undefined} a feature that the database lacks */
function describeMissingFeature (plan, { part, what, stderr }) {
  if (what.includes(NO_EXAMINED_COUNT_MESSAGE)) return `the counter needs: ${what.slice(what.indexOf(NO_EXAMINED_COUNT_MESSAGE))}`
  // reports a missing feature only if one of the lab's own variants needs it: an attendee's file may use such a feature by mistake
  const feature = isLabProgram(plan, part) && findMissingFeatureMessage(`${what}\n${stderr}`)
  return feature ? `${basename(plan.programs[part].file)} needs: ${feature}` : undefined
}

/** @param {Error} error @param {string} url whose password is hidden */
function formatError (error, url) {
  return hidePasswordInText(error.message, url).split('\n')[0]
}
