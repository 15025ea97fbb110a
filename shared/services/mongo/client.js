/** A server that is there is found in a fraction of it. */
const SELECTION_MS = 3_000
/** The driver says good-bye to its sessions, and would wait for a server that does not answer any more. */
const CLOSING_MS = 300

/**
 * Works with a server for so long and no longer: the driver itself waits without end for one that has taken a command and says nothing.
 *
 * @template T
 * @param {string} url
 * @param {(client: import('mongodb').MongoClient) => Promise<T>} work
 * @param {{ withinMs: number, selectionMs?: number }} limits of the work, and of finding the server
 * @returns {Promise<T>}
 */
export async function withClient (url, work, { withinMs, selectionMs }) {
  const client = await makeClient(url, selectionMs)
  try {
    return await within(withinMs, work(client))
  } finally {
    await close(client)
  }
}

/**
 * @param {string} url
 * @param {number} [selectionMs]
 * @returns {Promise<import('mongodb').MongoClient>} not yet connected
 */
export async function makeClient (url, selectionMs = SELECTION_MS) {
  const { MongoClient } = await import('mongodb')
  return new MongoClient(url, { serverSelectionTimeoutMS: selectionMs, connectTimeoutMS: selectionMs })
}

/** @param {import('mongodb').MongoClient} client */
export async function close (client) {
  await within(CLOSING_MS, client.close()).catch(() => {})
}

/** @param {number} ms that were waited */
export const noAnswer = (ms) => `no answer within ${ms / 1000} s`

/**
 * @template T
 * @param {number} ms
 * @param {Promise<T>} work
 * @returns {Promise<T>}
 */
export async function within (ms, work) {
  /** @type {NodeJS.Timeout | undefined} */
  let timer
  const late = new Promise((resolve, reject) => {
    timer = setTimeout(() => reject(new Error(noAnswer(ms))), ms)
  })
  try {
    return await /** @type {Promise<T>} */ (Promise.race([work, late]))
  } finally {
    clearTimeout(timer)
  }
}
