import { closeClient, createClient, formatTimeout, withTimeout } from './client.js'
import { hidePassword } from './url.js'

/** Time limit of an answer in ms: a thousand times a healthy server's answer, three times an answer from another continent. */
const ANSWERS_WITHIN_MS = 1_000
const CONNECTS_WITHIN_MS = 5_000

/** Messages of the driver when a server does not answer: which message comes depends on which connection times out first. */
const TIMED_OUT = /timed out|timeout/

/**
 * Keeps a connection to a database open, for checks whether the database still answers.
 *
 * @param {string} url with the database in it
 * @param {string} collection of that database
 * @returns {Promise<{ findComplaint: () => Promise<string | undefined>, close: () => Promise<void> }>} a complaint takes a second at most
 */
export async function startHealthCheck (url, collection) {
  const client = await createClient(url)
  /** @type {string | undefined} */
  let heartbeatFailure
  client.on('serverHeartbeatFailed', ({ failure }) => { heartbeatFailure = failure.message })
  client.on('serverHeartbeatSucceeded', () => { heartbeatFailure = undefined })
  // a query like the variants' queries, because a server that answers a ping may still block all queries
  const ask = () => client.db().collection(collection).findOne({}, { projection: { _id: 1 } })
  try {
    await withTimeout(CONNECTS_WITHIN_MS, ask())
  } catch (error) {
    await closeClient(client)
    throw error
  }
  return {
    async findComplaint () {
      try {
        await withTimeout(ANSWERS_WITHIN_MS, ask())
      } catch (error) {
        return hidePassword(chooseComplaint(heartbeatFailure, error), url).split('\n')[0]
      }
    },
    close: () => closeClient(client),
  }
}

/**
 * Chooses the error message that names the cause: the driver's heartbeat may know the cause better than the query.
 *
 * @param {string | undefined} heartbeatFailure
 * @param {Error} error of the query
 */
export function chooseComplaint (heartbeatFailure, { message }) {
  return [heartbeatFailure, message].find((text) => text && !TIMED_OUT.test(text)) ?? formatTimeout(ANSWERS_WITHIN_MS)
}
