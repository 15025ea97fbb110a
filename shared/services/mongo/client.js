import { hidePasswordInText } from './url.js'

/** @import { MongoClient, ServerDescription } from 'mongodb' */

/** Time limit in ms for the driver to find a server. The driver finds a running server in a fraction of this time. */
const SELECTION_MS = 3_000

/** Pattern of errors that a further attempt would meet again: nothing listens there, or the server has a certificate of another name. */
const LASTING = /ECONNREFUSED|ENOTFOUND|certificate's altnames/

/** Time limit in ms for closing the driver, which would otherwise wait for a server that no longer answers. */
const CLOSING_MS = 300

/**
 * Runs a function with a MongoDB client, within a time limit. The driver itself waits forever for a server that accepts a command
 * but does not answer.
 *
 * @template T
 * @param {string} url
 * @param {(client: MongoClient) => Promise<T>} work
 * @param {{ withinMs: number, selectionMs?: number }} limits for the work, and for finding the server
 * @returns {Promise<T>}
 */
export async function withMongoClient (url, work, { withinMs, selectionMs }) {
  const client = await createMongoClient(url, selectionMs)
  try {
    return await withTimeout(withinMs, Promise.race([work(client), rejectWithoutHope(client)]))
  } finally {
    await closeMongoClient(client)
  }
}

/**
 * @param {string} url
 * @param {number} [selectionMs]
 * @returns {Promise<MongoClient>} not yet connected
 */
async function createMongoClient (url, selectionMs = SELECTION_MS) {
  const { MongoClient } = await import('mongodb')
  return new MongoClient(url, { serverSelectionTimeoutMS: selectionMs, connectTimeoutMS: selectionMs })
}

/**
 * Rejects at once where the driver would only try again until its time is up.
 *
 * @param {MongoClient} client
 * @returns {Promise<never>}
 */
function rejectWithoutHope (client) {
  const { hosts, srvHost } = client.options
  return new Promise((resolve, reject) => {
    // of several servers another one may answer
    if (hosts.length > 1 || srvHost) return
    client.on('serverHeartbeatFailed', ({ failure }) => { if (LASTING.test(failure.message)) reject(failure) })
  })
}

/** @param {MongoClient} client */
async function closeMongoClient (client) {
  await withTimeout(CLOSING_MS, client.close()).catch(() => {})
}

/** @param {number} ms */
const formatTimeoutMessage = (ms) => `no answer within ${ms / 1000} s`

/**
 * @template T
 * @param {number} ms
 * @param {Promise<T>} work
 * @returns {Promise<T>}
 * @throws {Error} when the time is up
 */
async function withTimeout (ms, work) {
  /** @type {NodeJS.Timeout | undefined} */
  let timer
  const timeout = new Promise((resolve, reject) => {
    timer = setTimeout(() => reject(new Error(formatTimeoutMessage(ms))), ms)
  })
  try {
    return await /** @type {Promise<T>} */ (Promise.race([work, timeout]))
  } finally {
    clearTimeout(timer)
  }
}

const DEADLINE_MS = 4_500

/**
 * Address of the server to which the latency proxy forwards all connections.
 *
 * @typedef {object} Primary
 * @property {string} [host]
 * @property {number} [port]
 * @property {string} [path] of a socket, instead of host and port
 * @property {boolean} balanced it is behind a load balancer
 */

/**
 * Finds the server that accepts writes: the primary of a replica set, or the first mongos that answers.
 *
 * @param {string} url with any number of hosts, or the name of an SRV record
 * @returns {Promise<Primary>}
 * @throws {Error} the driver's, when there is no such server
 */
export function findPrimaryServer (url) {
  return withMongoClient(url, async (client) => {
    /** @type {ServerDescription[]} */
    let servers = []
    client.on('topologyDescriptionChanged', ({ newDescription }) => { servers = [...newDescription.servers.values()] })
    await client.db('admin').command({ ping: 1 }, { readPreference: 'primary' })
    const { address, type } = /** @type {ServerDescription} */ (servers.find(({ isWritable }) => isWritable))
    const balanced = type === 'LoadBalancer'
    if (address.endsWith('.sock')) return { path: address, balanced }
    const [, host, port] = /** @type {RegExpMatchArray} */ (address.match(/^\[?(.*?)\]?:(\d+)$/))
    return { host, port: Number(port), balanced }
  }, { withinMs: DEADLINE_MS })
}

/** Time limit in ms for a database's answer. A healthy server needs 1 ms, and a server on another continent about 300 ms. */
const ANSWERS_WITHIN_MS = 1_000
const CONNECTS_WITHIN_MS = 5_000

/** Pattern of the driver's errors about a server that does not answer. Their wording depends on which connection times out first. */
const TIMED_OUT = /timed out|timeout/

/**
 * Opens a connection to a database, for checking later whether the database still answers.
 *
 * @param {string} url with the database in it
 * @param {string} collection of that database
 * @returns {Promise<{ findComplaint: () => Promise<string | undefined>, close: () => Promise<void> }>}
 *   `findComplaint` resolves within a second, with undefined if the database answers
 */
export async function connectForHealthCheck (url, collection) {
  const client = await createMongoClient(url)
  /** @type {string | undefined} */
  let heartbeatFailure
  client.on('serverHeartbeatFailed', ({ failure }) => { heartbeatFailure = failure.message })
  client.on('serverHeartbeatSucceeded', () => { heartbeatFailure = undefined })
  // checks with a query instead of a ping, because a server that answers a ping may still block all queries
  const ask = () => client.db().collection(collection).findOne({}, { projection: { _id: 1 } })
  try {
    await withTimeout(CONNECTS_WITHIN_MS, ask())
  } catch (error) {
    await closeMongoClient(client)
    throw error
  }
  return {
    async findComplaint () {
      try {
        await withTimeout(ANSWERS_WITHIN_MS, ask())
      } catch (error) {
        return hidePasswordInText(chooseMorePreciseMessage(heartbeatFailure, error), url).split('\n')[0]
      }
    },
    close: () => closeMongoClient(client),
  }
}

/**
 * Chooses the more precise of two error messages. If the query timed out, the message of the driver's heartbeat may name the cause.
 *
 * @param {string | undefined} heartbeatFailure
 * @param {Error} error of the query
 */
export function chooseMorePreciseMessage (heartbeatFailure, { message }) {
  return [heartbeatFailure, message].find((text) => text && !TIMED_OUT.test(text)) ?? formatTimeoutMessage(ANSWERS_WITHIN_MS)
}
