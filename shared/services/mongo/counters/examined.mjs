import { MongoClient } from 'mongodb'
import { Socket } from 'node:net'
import { MessageSplitter } from '../embedded/message-splitter.js'
import { decodeRequest } from '../embedded/wire-protocol.js'
import { isLack, NOT_EXPLAINED } from '../lack.js'

/** The commands that look for documents and only read. What they leave for getMore is in their plan, too. */
const READS = ['find', 'aggregate', 'count', 'distinct']

/** What a driver adds to a command for its own purposes, and explain refuses. @param {string} field */
const isDrivers = (field) => field.startsWith('$') || field === 'lsid'

/**
 * Counts the documents that a database examines for what this thread asks it, until `stop`: each command is written down as it leaves, and the
 * database is asked afterwards to explain it. What a worker thread asks by itself, or a connection with compression, is not seen.
 *
 * @returns {{ calls: () => Promise<number>, stop: () => void }}
 */
export function count () {
  /** @type {Record<string, any>[]} */
  const commands = []
  const { write } = Socket.prototype
  Socket.prototype.write = /** @this {Socket} @param {any[]} args */ function (...args) {
    if (Buffer.isBuffer(args[0])) commands.push(...readsIn(args[0]))
    return write.apply(this, /** @type {any} */ (args))
  }
  return {
    calls: () => examinedBy(commands),
    stop () { Socket.prototype.write = write },
  }
}

/** @param {Buffer} bytes that a driver writes at once: whole messages @returns {Record<string, any>[]} */
function readsIn (bytes) {
  try {
    return [...new MessageSplitter().push(bytes)].map((message) => decodeRequest(message)).filter(({ name }) => READS.includes(name)).map(({ command }) => command)
  } catch {
    // the answer of this server to who asked it, or anything else that is not for a database
    return []
  }
}

/** @param {Record<string, any>[]} commands @returns {Promise<number>} */
async function examinedBy (commands) {
  if (commands.length === 0) return 0
  const client = await new MongoClient(String(process.env.MONGODB_URL)).connect()
  try {
    const explained = commands.map(({ $db, ...command }) => client.db($db).command({
      explain: Object.fromEntries(Object.entries(command).filter(([field]) => !isDrivers(field))),
      verbosity: 'executionStats',
    }))
    return (await Promise.all(explained)).reduce((sum, plan) => sum + examinedIn(plan), 0)
  } catch (error) {
    // what else it refuses to explain, such as a write, it may have been asked for in vain
    throw isLack(error.message) ? new Error(`${NOT_EXPLAINED}: ${error.message}`) : error
  } finally {
    await client.close()
  }
}

/** @param {any} plan in which the figures stand at the top, or in the stages of a pipeline @returns {number} */
function examinedIn (plan) {
  const cursors = (plan.stages ?? []).map((/** @type {any} */ stage) => stage.$cursor)
  const examined = [plan, ...cursors].map((part) => part?.executionStats?.totalDocsExamined).filter((count) => count !== undefined)
  if (examined.length === 0) throw new Error(`${NOT_EXPLAINED}: explain has no totalDocsExamined`)
  return examined.reduce((sum, count) => sum + Number(count), 0)
}
