import { randomBytes } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname, networkInterfaces } from 'node:os'
import { isProcessRunning } from '@hotpath-labs/engine/process/procfs.js'

/** @import { MongoClient } from 'mongodb' */

/** Name of the collection that marks a database as created by a lab, so that a later run may drop the database. */
const COLLECTION = 'hotpath_marker'
const PREFIX = 'hotpath_'
const ID = 'hotpath-labs'
/** Age in ms after which a run drops another machine's database, because no run can check the processes of another machine. */
const KEEP_FOREIGN_MS = 3_600_000

/** Address that Node reports for a network interface without a MAC address, such as a tunnel. */
const NO_MAC = '00:00:00:00:00:00'

/** Identity of the machine or container in which a process id is valid. A host name is not enough: two laptops may have the same name. */
export const MACHINE_OR_CONTAINER_ID = [hostname(), ...readMachineIds()].join(' ')

/**
 * @typedef {object} Marker
 * @property {string} _id
 * @property {string} token of the run that owns the database
 * @property {string} lab
 * @property {string} host MACHINE_OR_CONTAINER_ID
 * @property {number} pid
 * @property {Date} createdAt
 */

/**
 * @param {MongoClient} client
 * @param {string} database
 */
function findMarkers (client, database) {
  return /** @type {import('mongodb').Collection<Marker>} */ (client.db(database).collection(COLLECTION))
}

/**
 * Creates a new database and marks it as created by a lab.
 *
 * @param {MongoClient} client
 * @param {string} lab
 * @returns {Promise<{ database: string, token: string }>}
 */
export async function createMarkedDatabase (client, lab) {
  // shortens and cleans the lab's name, because MongoDB allows 63 bytes in a database's name and forbids some characters
  const name = lab.toLowerCase().replace(/[^a-z0-9_-]/g, '_').slice(0, 40)
  const token = randomBytes(16).toString('hex')
  const database = `${PREFIX}${name}_${token.slice(0, 8)}`
  const owner = { host: MACHINE_OR_CONTAINER_ID, pid: process.pid }
  await findMarkers(client, database).insertOne({ _id: ID, token, lab, ...owner, createdAt: new Date() })
  return { database, token }
}

/**
 * Drops a database if its marker has the given token.
 *
 * @param {MongoClient} client
 * @param {string} database
 * @param {string} token
 * @returns {Promise<boolean>} true if it was dropped
 */
export async function dropMarkedDatabase (client, database, token) {
  const marker = await findMarkers(client, database).findOne({ _id: ID })
  if (marker?.token !== token) return false
  await client.db(database).dropDatabase()
  return true
}

/**
 * Drops the databases of killed runs. Keeps databases without a marker, and databases whose run may still be active.
 *
 * @param {MongoClient} client
 */
export async function dropAbandonedDatabases (client) {
  const { databases } = await client.db('admin').admin().listDatabases({ nameOnly: true })
  for (const { name } of databases.filter(({ name }) => name.startsWith(PREFIX))) {
    const marker = await findMarkers(client, name).findOne({ _id: ID })
    if (marker && isAbandoned(marker)) await dropMarkedDatabase(client, name, marker.token)
  }
}

/** @param {Marker} marker */
function isAbandoned ({ token, host, pid, createdAt }) {
  if (typeof token !== 'string' || typeof pid !== 'number' || !(createdAt instanceof Date)) return false
  return host === MACHINE_OR_CONTAINER_ID ? !isProcessRunning(pid) : Date.now() - createdAt.getTime() > KEEP_FOREIGN_MS
}

/** @returns {string[]} on Linux the ids of this boot and this container, elsewhere a MAC address */
function readMachineIds () {
  try {
    return [readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim(), readlinkSync('/proc/self/ns/pid')]
  } catch {
    const interfaces = Object.values(networkInterfaces()).flatMap((one) => one ?? [])
    return interfaces.filter(({ internal, mac }) => !internal && mac !== NO_MAC).map(({ mac }) => mac).sort().slice(0, 1)
  }
}
