import { randomBytes } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname, networkInterfaces } from 'node:os'
import { isRunning } from 'hotpath/measure'

/** The collection whose presence says that a database was made by a lab and may be dropped. */
const COLLECTION = 'hotpath_marker'
const PREFIX = 'hotpath_'
const ID = 'hotpath-labs'
/** A machine that cannot be asked whether its process lives is given this long, in milliseconds. */
const FOREIGN_MS = 3_600_000

/** The address of what has none, such as a tunnel. */
const NO_MAC = '00:00:00:00:00:00'

/** Where a pid means this process: two laptops in a room may have one name, and each container has pids of its own. */
export const HERE = [hostname(), ...idsHere()].join(' ')

/** @typedef {import('mongodb').MongoClient} MongoClient */

/**
 * @typedef {object} Marker
 * @property {string} _id
 * @property {string} token of the run that owns the database
 * @property {string} lab
 * @property {string} host HERE
 * @property {number} pid
 * @property {Date} createdAt
 */

/**
 * @param {MongoClient} client
 * @param {string} database
 */
function markers (client, database) {
  return /** @type {import('mongodb').Collection<Marker>} */ (client.db(database).collection(COLLECTION))
}

/**
 * Makes a database that nobody else has, and marks it as a lab's.
 *
 * @param {MongoClient} client
 * @param {string} lab
 * @returns {Promise<{ database: string, token: string }>}
 */
export async function claim (client, lab) {
  // 63 bytes are the limit of a name, and a lab's folder may have characters that no database may
  const name = lab.toLowerCase().replace(/[^a-z0-9_-]/g, '_').slice(0, 40)
  const token = randomBytes(16).toString('hex')
  for (;;) {
    const database = `${PREFIX}${name}_${randomBytes(4).toString('hex')}`
    const there = await client.db(database).listCollections({}, { nameOnly: true }).toArray()
    if (there.length > 0) continue
    await markers(client, database).insertOne({
      _id: ID, token, lab, host: HERE, pid: process.pid, createdAt: new Date(),
    })
    return { database, token }
  }
}

/**
 * Drops a database, but only the one that was claimed with this token.
 *
 * @param {MongoClient} client
 * @param {string} database
 * @param {string} token
 * @returns {Promise<boolean>} whether it was dropped
 */
export async function release (client, database, token) {
  const marker = await markers(client, database).findOne({ _id: ID })
  if (marker?.token !== token) return false
  await client.db(database).dropDatabase()
  return true
}

/**
 * Drops what runs have left behind that were killed. A database without a marker, or whose owner may still be running,
 * is never touched.
 *
 * @param {MongoClient} client
 * @returns {Promise<string[]>} the names of those dropped
 */
export async function dropAbandoned (client) {
  const { databases } = await client.db('admin').admin().listDatabases({ nameOnly: true })
  const dropped = []
  for (const { name } of databases.filter(({ name }) => name.startsWith(PREFIX))) {
    const marker = await markers(client, name).findOne({ _id: ID })
    if (marker && isAbandoned(marker) && await release(client, name, marker.token)) dropped.push(name)
  }
  return dropped
}

/** @param {Marker} marker */
function isAbandoned ({ token, host, pid, createdAt }) {
  if (typeof token !== 'string' || typeof pid !== 'number' || !(createdAt instanceof Date)) return false
  if (host === HERE) return !isRunning(pid)
  return Date.now() - createdAt.getTime() > FOREIGN_MS
}

/** @returns {string[]} by which this machine, and on Linux this boot of it and this container, differs from others of its name */
function idsHere () {
  try {
    return [readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim(), readlinkSync('/proc/self/ns/pid')]
  } catch {
    return Object.values(networkInterfaces()).flatMap((all) => all?.flatMap(({ internal, mac }) => internal || mac === NO_MAC ? [] : [mac]) ?? []).sort().slice(0, 1)
  }
}
