import { CommandError } from '../command-error.js'
import { checkCommandFields } from '../command-fields.js'
import { getBsonTypeName } from '../values.js'
import { createCollection, dropCollection, dropDatabase, listCollections, listDatabases } from './catalog.js'
import { explainCommand } from './explain.js'
import { createIndexes, dropIndexes, listIndexes } from './indexes.js'
import { aggregateDocuments, countDocuments, listDistinctValues, findDocuments, fetchNextBatch, killCursors } from './read.js'
import { acknowledgeCommand, reportBuildInfo, answerHello, refuseLogin, reportServerStatus } from './server.js'
import { modifyOneDocument, insertDocuments, deleteDocuments, updateDocuments } from './write.js'

/** @import { StoredCollection, CollectionStore } from '../collection.js' */
/** @import { CursorStore } from '../cursors.js' */
/** @import { Request } from '../wire-protocol.js' */

/** @typedef {{ store: CollectionStore, cursors: CursorStore }} Data */

/**
 * @typedef {Data & {
 *   connectionId: number, name: string, command: Record<string, any>, database: string,
 *   collectionName: string, namespace: string, collection: StoredCollection | undefined,
 * }} Context
 */

/** @typedef {(context: Context) => Record<string, any> | Buffer} Run returns a reply, or an encoded batch without its header */

/**
 * Commands whose first field names a collection, each with its function and its required fields.
 * @type {Record<string, [Run, ...string[]]>}
 */
const COLLECTION_COMMANDS = {
  find: [findDocuments],
  aggregate: [aggregateDocuments, 'pipeline'],
  count: [countDocuments],
  distinct: [listDistinctValues, 'key'],
  killCursors: [killCursors, 'cursors'],
  insert: [insertDocuments, 'documents'],
  update: [updateDocuments, 'updates'],
  delete: [deleteDocuments, 'deletes'],
  findAndModify: [modifyOneDocument],
  create: [createCollection],
  drop: [dropCollection],
  createIndexes: [createIndexes, 'indexes'],
  dropIndexes: [dropIndexes, 'index'],
  listIndexes: [listIndexes],
}

/** @type {Record<string, [Run]>} */
const SERVER_COMMANDS = {
  hello: [answerHello],
  isMaster: [answerHello],
  ismaster: [answerHello],
  ping: [acknowledgeCommand],
  endSessions: [acknowledgeCommand],
  buildInfo: [reportBuildInfo],
  serverStatus: [reportServerStatus],
  getMore: [fetchNextBatch],
  explain: [explainCommand],
  listCollections: [listCollections],
  listDatabases: [listDatabases],
  dropDatabase: [dropDatabase],
  saslStart: [refuseLogin],
}

/**
 * @param {Request} request
 * @param {Data} data
 * @param {number} connectionId
 * @returns {Record<string, any> | Buffer}
 * @throws {CommandError}
 */
export function executeCommand ({ name, command, legacy }, data, connectionId) {
  /** @type {Record<string, [Run, ...string[]]>} */
  const commands = Object.hasOwn(COLLECTION_COMMANDS, name) ? COLLECTION_COMMANDS : SERVER_COMMANDS
  if (legacy && commands[name]?.[0] !== answerHello) throw new CommandError(352, `Unsupported OP_QUERY command: ${name}`)
  if (!Object.hasOwn(commands, name)) throw new CommandError(59, `no such command: '${name}'`)
  const { $db: database } = command
  if (typeof database !== 'string') throw new CommandError(40571, 'OP_MSG requests require a $db argument')
  if (database === '' || /[/\\. "$\0]/.test(database)) throw new CommandError(73, `Invalid database name: '${database}'`)
  const [run, ...required] = commands[name]
  const collectionName = command[name]
  if (commands === COLLECTION_COMMANDS) {
    checkCommandFields(command, name, required)
    if (!collectionName || typeof collectionName !== 'string') {
      throw new CommandError(73, `collection name has invalid type ${getBsonTypeName(collectionName)}`)
    }
  }
  return run({
    ...data,
    connectionId,
    name,
    command,
    database,
    collectionName,
    namespace: `${database}.${collectionName}`,
    collection: data.store.find(database, collectionName),
  })
}
