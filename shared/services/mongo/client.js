/** @import { MongoClient } from 'mongodb' */

/** Time limit for finding a server in ms; a running server is found in a fraction of it. */
const SELECTION_MS = 3_000
/** Time limit for closing the driver in ms, because the driver would wait for a server that no longer answers. */
const CLOSING_MS = 300

/**
 * Uses a server within a time limit, because the driver waits forever for a server that accepts a command and does not answer.
 *
 * @template T
 * @param {string} url
 * @param {(client: MongoClient) => Promise<T>} work
 * @param {{ withinMs: number, selectionMs?: number }} limits for the work, and for finding the server
 * @returns {Promise<T>}
 */
export async function withClient (url, work, { withinMs, selectionMs }) {
  const client = await createClient(url, selectionMs)
  try {
    return await withTimeout(withinMs, work(client))
  } finally {
    await closeClient(client)
  }
}

/**
 * @param {string} url
 * @param {number} [selectionMs]
 * @returns {Promise<MongoClient>} not yet connected
 */
export async function createClient (url, selectionMs = SELECTION_MS) {
  const { MongoClient } = await import('mongodb')
  return new MongoClient(url, { serverSelectionTimeoutMS: selectionMs, connectTimeoutMS: selectionMs })
}

/** @param {MongoClient} client */
export async function closeClient (client) {
  await withTimeout(CLOSING_MS, client.close()).catch(() => {})
}

/** @param {number} ms */
export const formatTimeout = (ms) => `no answer within ${ms / 1000} s`

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
    timer = setTimeout(() => reject(new Error(formatTimeout(ms))), ms)
  })
  try {
    return await /** @type {Promise<T>} */ (Promise.race([work, timeout]))
  } finally {
    clearTimeout(timer)
  }
}
