import { randomBytes } from 'node:crypto'
import { createRandom } from '@hotpath-labs/engine/stats/random.js'
import { withMongoClient } from './client.js'
import { insertDatabaseIntoUrl } from './url.js'

/** @import { Db, IndexDescription } from 'mongodb' */

/** Time limit in ms for loading a lab's data. A thousand documents take 100 ms. */
const LOADING_MS = 20_000
/** Time limits in ms for removing a lab's data: short, because a server that worked a moment ago either answers at once or is gone. */
const REMOVAL = { selectionMs: 1_000, withinMs: 3_000 }

/** @typedef {() => number} Random from 0 up to but not 1 */
/** @typedef {(random: Random) => Iterable<Record<string, any>>} Documents */
/** @typedef {{ documents: Documents, indexes?: IndexDescription[] }} CollectionSpec */
/** @typedef {Record<string, Documents | CollectionSpec>} Collections */

/**
 * @typedef {object} Dataset
 * @property {string} database
 * @property {string} url with the database in it: variants connect to this URL
 * @property {(random: Random) => Promise<void>} change replaces the documents by new ones. Of several collections the first stays as it was
 *   at every other change, because a program may look at it to learn if anything changed
 * @property {() => Promise<{ removed: boolean, reason?: string }>} remove drops the database. A failure is a value, because a lab's
 *   result must not be lost over it
 */

/**
 * Loads a lab's data into a new database. The same seed gives the same data.
 *
 * @param {string} url of a server
 * @param {object} options
 * @param {string} options.lab
 * @param {Collections} options.collections
 * @param {number} [options.seed] of the random numbers for the documents
 * @returns {Promise<Dataset>}
 * @throws {Error} the driver's, when the server cannot be reached or refuses
 */
export async function loadDataset (url, { lab, collections, seed = 1 }) {
  return withMongoClient(url, async (client) => {
    const database = nameDatabase(lab)
    try {
      await fillCollections(client.db(database), collections, createRandom(seed))
    } catch (error) {
      await client.db(database).dropDatabase()
      throw error
    }
    const names = Object.keys(collections)
    let changes = 0
    return {
      database,
      url: insertDatabaseIntoUrl(url, database, client.options.credentials?.source),
      change: (newRandom) => withMongoClient(url, async (client) => {
        const changed = names.slice(names.length > 1 && changes++ % 2 === 0 ? 1 : 0)
        for (const name of changed) await client.db(database).dropCollection(name)
        await fillCollections(client.db(database), Object.fromEntries(changed.map((name) => [name, collections[name]])), newRandom)
      }, { withinMs: LOADING_MS }),
      remove: () => removeDatabase(url, database),
    }
  }, { withinMs: LOADING_MS })
}

/** @param {Db} db @param {Collections} collections @param {Random} random */
async function fillCollections (db, collections, random) {
  // fills one collection after the other, because all collections use one random generator: their order decides the data
  for (const [name, spec] of Object.entries(collections)) {
    const { documents, indexes = [] } = typeof spec === 'function' ? { documents: spec } : spec
    const all = [...documents(random)]
    if (all.length > 0) await db.collection(name).insertMany(all)
    else await db.createCollection(name)
    if (indexes.length > 0) await db.collection(name).createIndexes(indexes)
  }
}

/** @param {string} lab @returns {string} the name of a new database */
function nameDatabase (lab) {
  // shortens and cleans the lab's name, because MongoDB allows 63 bytes in a database's name and forbids some characters
  return `hotpath_${lab.toLowerCase().replace(/[^a-z0-9_-]/g, '_').slice(0, 40)}_${randomBytes(4).toString('hex')}`
}

/** @param {string} url @param {string} database */
async function removeDatabase (url, database) {
  try {
    return { removed: await withMongoClient(url, (client) => client.db(database).dropDatabase(), REMOVAL) }
  } catch (error) {
    return { removed: false, reason: error.message }
  }
}
