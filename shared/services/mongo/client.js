/** @import { MongoClient } from 'mongodb' */

/** Time limit in ms for the driver to find a server. The driver finds a running server in a fraction of this time. */
const SELECTION_MS = 3_000
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
    return await withTimeout(withinMs, work(client))
  } finally {
    await closeMongoClient(client)
  }
}

/**
 * @param {string} url
 * @param {number} [selectionMs]
 * @returns {Promise<MongoClient>} not yet connected
 */
export async function createMongoClient (url, selectionMs = SELECTION_MS) {
  const { MongoClient } = await import('mongodb')
  return new MongoClient(url, { serverSelectionTimeoutMS: selectionMs, connectTimeoutMS: selectionMs })
}

/** @param {MongoClient} client */
export async function closeMongoClient (client) {
  await withTimeout(CLOSING_MS, client.close()).catch(() => {})
}

/** @param {number} ms */
export const formatTimeoutMessage = (ms) => `no answer within ${ms / 1000} s`

/**
 * @template T
 * @param {number} ms
 * @param {Promise<T>} work
 * @returns {Promise<T>}
 * @throws {Error} when the time is up
 */
export async function withTimeout (ms, work) {
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
