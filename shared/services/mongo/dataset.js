import { seeded } from 'hotpath/stats'
import { withClient } from './client.js'
import { claim, dropAbandoned, release } from './marker.js'
import { withDatabase } from './url.js'

/** A thousand documents take a tenth of a second, and a minute is longer than anybody waits for a lab to begin. */
const LOADING_MS = 20_000
/** A server that was there a moment ago answers at once or is gone, and a run ends with this. */
const REMOVAL = { selectionMs: 1_000, withinMs: 3_000 }

/** @typedef {Record<string, any>[] | ((random: () => number) => Iterable<Record<string, any>>)} Documents */

/**
 * @typedef {object} CollectionSpec
 * @property {Documents} documents
 * @property {import('mongodb').IndexDescription[]} [indexes]
 */

/**
 * @typedef {object} Dataset
 * @property {string} database
 * @property {string} url with the database in it: what a variant connects to
 * @property {string[]} abandoned databases of killed runs that were dropped on the way
 * @property {(random: () => number) => Promise<void>} change makes the documents anew, from other numbers
 * @property {() => Promise<{ removed: boolean, reason?: string }>} remove drops the database, and no other; a failure is
 *   the value's, because a lab's result must not be lost over it
 */

/**
 * Loads a lab's data, the same for the same seed, into a database of this run's own.
 *
 * @param {string} url of a server
 * @param {object} options
 * @param {string} options.lab
 * @param {Record<string, Documents | CollectionSpec>} options.collections
 * @param {number} [options.seed] of the numbers that documents are made from
 * @param {() => number} [options.random] in its place: a seeded generator, from 0 up to but not 1
 * @returns {Promise<Dataset>}
 * @throws {Error} the driver's, when the server cannot be reached or refuses; what is left behind by one that stopped answering, a later run drops
 */
export async function loadDataset (url, { lab, collections, seed = 1, random = seeded(seed) }) {
  return withClient(url, async (client) => {
    // a user who may not see other databases has none to tidy up
    const abandoned = await dropAbandoned(client).catch(() => /** @type {string[]} */ ([]))
    const { database, token } = await claim(client, lab)
    try {
      // one after the other, because they draw from one generator
      for (const [name, spec] of Object.entries(collections)) await fill(client.db(database), name, spec, random)
    } catch (error) {
      await release(client, database, token)
      throw error
    }
    return { database, url: withDatabase(url, database, client.options.credentials?.source), abandoned, change: (drawn) => change(url, database, collections, drawn), remove: () => remove(url, database, token) }
  }, { withinMs: LOADING_MS })
}

/**
 * @param {import('mongodb').Db} db
 * @param {string} name
 * @param {Documents | CollectionSpec} spec
 * @param {() => number} random
 */
async function fill (db, name, spec, random) {
  const { documents, indexes = [] } = Array.isArray(spec) || typeof spec === 'function' ? { documents: spec } : spec
  const all = Array.isArray(documents) ? documents : [...documents(random)]
  const collection = db.collection(name)
  if (all.length > 0) await collection.insertMany(all)
  else await db.createCollection(name)
  if (indexes.length > 0) await collection.createIndexes(indexes)
}

/** @param {string} url @param {string} database @param {Record<string, Documents | CollectionSpec>} collections @param {() => number} random */
async function change (url, database, collections, random) {
  await withClient(url, async (client) => {
    const db = client.db(database)
    for (const [name, spec] of Object.entries(collections)) {
      await db.collection(name).drop()
      await fill(db, name, spec, random)
    }
  }, { withinMs: LOADING_MS })
}

/**
 * @param {string} url
 * @param {string} database
 * @param {string} token
 */
async function remove (url, database, token) {
  try {
    const removed = await withClient(url, (client) => release(client, database, token), REMOVAL)
    return removed ? { removed } : { removed, reason: `${database} was not created by this run` }
  } catch (error) {
    return { removed: false, reason: error.message }
  }
}
