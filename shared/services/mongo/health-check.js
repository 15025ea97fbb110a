import { closeMongoClient, createMongoClient, formatTimeoutMessage, withTimeout } from './client.js'
import { hidePasswordInText } from './url.js'

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
