import { MongoClient } from 'mongodb'
import { Socket } from 'node:net'
import { decodeRequest, MessageSplitter } from '../embedded/wire-protocol.js'
import { isMissingFeatureMessage, NO_EXAMINED_COUNT_MESSAGE } from '../missing-feature.js'

/**
 * Commands that read documents. The list omits getMore, because explaining a find or aggregate also counts the documents that
 * later getMore commands fetch.
 */
const READS = ['find', 'aggregate', 'count', 'distinct']

/** @param {string} field @returns {boolean} true for a field that the driver adds, and that explain refuses */
const isDriverField = (field) => field.startsWith('$') || field === 'lsid'

/**
 * Counts the documents that a database examines for the commands of this thread, until `stop` is called. Records each command,
 * and later asks the database to explain the command. Ignores commands of worker threads and of compressed connections.
 *
 * @returns {{ calls: () => Promise<number>, stop: () => void }}
 */
export function startCounting () {
  /** @type {Record<string, any>[]} */
  const commands = []
  const { write } = Socket.prototype
  Socket.prototype.write = /** @this {Socket} @param {any[]} args */ function (...args) {
    if (Buffer.isBuffer(args[0])) commands.push(...decodeReads(args[0]))
    return write.apply(this, /** @type {Parameters<typeof write>} */ (args))
  }
  return {
    calls: () => countExamined(commands),
    stop () { Socket.prototype.write = write },
  }
}

/** @param {Buffer} bytes a driver writes complete messages @returns {Record<string, any>[]} */
function decodeReads (bytes) {
  try {
    const requests = [...new MessageSplitter().push(bytes)].map(decodeRequest)
    return requests.filter(({ name }) => READS.includes(name)).map(({ command }) => command)
  } catch {
    // ignores data that is no MongoDB message, such as the variant's own HTTP replies
    return []
  }
}

/** @param {Record<string, any>[]} commands @returns {Promise<number>} */
async function countExamined (commands) {
  if (commands.length === 0) return 0
  const client = await new MongoClient(String(process.env.MONGODB_URL)).connect()
  try {
    const plans = await Promise.all(commands.map(({ $db, ...command }) => client.db($db).command({
      explain: Object.fromEntries(Object.entries(command).filter(([field]) => !isDriverField(field))),
      verbosity: 'executionStats',
    })))
    return plans.reduce((sum, plan) => sum + readExamined(plan), 0)
  } catch (error) {
    throw isMissingFeatureMessage(error.message) ? new Error(`${NO_EXAMINED_COUNT_MESSAGE}: ${error.message}`) : error
  } finally {
    await client.close()
  }
}

/** @typedef {{ executionStats?: { totalDocsExamined?: number } }} Explained answer to `explain` */

/**
 * @param {Explained & { stages?: { $cursor?: Explained }[] }} plan has its figures at the top, or in the stages of a pipeline
 * @returns {number}
 */
function readExamined (plan) {
  const cursors = (plan.stages ?? []).map((stage) => stage.$cursor)
  const examined = [plan, ...cursors].map((part) => part?.executionStats?.totalDocsExamined).filter((count) => count !== undefined)
  if (examined.length === 0) throw new Error(`${NO_EXAMINED_COUNT_MESSAGE}: explain has no totalDocsExamined`)
  return examined.reduce((sum, count) => sum + Number(count), 0)
}
