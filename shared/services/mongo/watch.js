import { close, makeClient, noAnswer, within } from './client.js'
import { scrubbed } from './url.js'

/** A server answers this question in a thousandth of it, and one in another part of the world in a third. */
const ANSWERS_WITHIN_MS = 1_000
const CONNECTS_WITHIN_MS = 5_000

/** How the driver says that one of its own connections got no answer, in words that depend on which was the first to give up. */
const TIMED_OUT = /timed out|timeout/

/**
 * Keeps a connection to a database, over which it can be asked at any time whether it is still there.
 *
 * @param {string} url with the database in it
 * @param {string} collection of that database
 * @returns {Promise<{ complaint: () => Promise<string | undefined>, close: () => Promise<void> }>} `complaint` says in a second at most what is
 *   the matter with it, if anything is
 */
export async function watchMongo (url, collection) {
  const client = await makeClient(url)
  /** @type {string | undefined} */
  let heard
  client.on('serverHeartbeatFailed', ({ failure }) => { heard = failure.message })
  client.on('serverHeartbeatSucceeded', () => { heard = undefined })
  // what variants do: a server that answers a ping may still keep everybody waiting for data
  const ask = () => client.db().collection(collection).findOne({}, { projection: { _id: 1 } })
  try {
    await within(CONNECTS_WITHIN_MS, ask())
  } catch (error) {
    await close(client)
    throw error
  }
  return {
    async complaint () {
      try {
        await within(ANSWERS_WITHIN_MS, ask())
      } catch (error) {
        return scrubbed(complaintOf(heard, error), url).split('\n')[0]
      }
    },
    close: () => close(client),
  }
}

/**
 * @param {string | undefined} heard of the driver's own connection, which knows more of why
 * @param {Error} error of the question
 */
export function complaintOf (heard, { message }) {
  return [heard, message].find((said) => said && !TIMED_OUT.test(said)) ?? noAnswer(ANSWERS_WITHIN_MS)
}
