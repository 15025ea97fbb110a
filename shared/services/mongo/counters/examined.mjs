import { MongoClient } from 'mongodb'
import { isMissingFeatureMessage, NO_EXAMINED_COUNT_MESSAGE } from '../missing-feature.js'
import { watchCommands } from './commands.mjs'

/**
 * Commands that read documents. The list omits getMore, because explaining a find or aggregate also counts the documents that
 * later getMore commands fetch.
 */
const READS = ['find', 'aggregate', 'count', 'distinct']

/** @param {string} field @returns {boolean} true for a field that the driver adds, and that explain refuses */
const isDriverField = (field) => field.startsWith('$') || field === 'lsid'

/**
 * Counts the documents that a database examines for the commands of this thread, until `stop` is called. Records each command,
 * and later asks the database to explain the command. Ignores commands of worker threads.
 *
 * @returns {{ calls: () => Promise<number>, stop: () => void }}
 */
export function startCounting () {
  /** @type {Record<string, any>[]} */
  const commands = []
  const { check, stop } = watchCommands((name, command) => { if (READS.includes(name)) commands.push(command) })
  return {
    async calls () {
      check()
      return countExamined(commands)
    },
    stop,
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
