import { CommandError } from '../command-error.js'
import { checkFields } from '../command-fields.js'
import { nameType } from '../values.js'
import { create, drop, dropDatabase, listCollections, listDatabases } from './catalog.js'
import { explain } from './explain.js'
import { createIndexes, dropIndexes, listIndexes } from './indexes.js'
import { aggregatePipeline, count, distinct, find, getMore, killCursors } from './read.js'
import { acknowledge, buildInfo, hello, refuseLogin, serverStatus } from './server.js'
import { findAndModify, insert, remove, update } from './write.js'

/** @import { Collection, CollectionStore } from '../collection.js' */
/** @import { Cursors } from '../cursors.js' */
/** @import { Request } from '../wire-protocol.js' */

/** @typedef {{ store: CollectionStore, cursors: Cursors }} Data */

/**
 * @typedef {Data & {
 *   connectionId: number, name: string, command: Record<string, any>, database: string,
 *   collectionName: string, namespace: string, collection: Collection | undefined,
 * }} Context
 */

/** @typedef {(context: Context) => Record<string, any> | Buffer} Run returns a reply, or an encoded batch without its header */

/** Commands whose first field is the name of a collection, with their required fields. @type {Record<string, [Run, ...string[]]>} */
const COLLECTION_COMMANDS = {
  find: [find],
  aggregate: [aggregatePipeline, 'pipeline'],
  count: [count],
  distinct: [distinct, 'key'],
  killCursors: [killCursors, 'cursors'],
  insert: [insert, 'documents'],
  update: [update, 'updates'],
  delete: [remove, 'deletes'],
  findAndModify: [findAndModify],
  create: [create],
  drop: [drop],
  createIndexes: [createIndexes, 'indexes'],
  dropIndexes: [dropIndexes, 'index'],
  listIndexes: [listIndexes],
}

/** @type {Record<string, [Run]>} */
const SERVER_COMMANDS = {
  hello: [hello],
  isMaster: [hello],
  ismaster: [hello],
  ping: [acknowledge],
  endSessions: [acknowledge],
  buildInfo: [buildInfo],
  serverStatus: [serverStatus],
  getMore: [getMore],
  explain: [explain],
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
  if (legacy && commands[name]?.[0] !== hello) throw new CommandError(352, `Unsupported OP_QUERY command: ${name}`)
  if (!Object.hasOwn(commands, name)) throw new CommandError(59, `no such command: '${name}'`)
  const { $db: database } = command
  if (typeof database !== 'string') throw new CommandError(40571, 'OP_MSG requests require a $db argument')
  if (database === '' || /[/\\. "$\0]/.test(database)) throw new CommandError(73, `Invalid database name: '${database}'`)
  const [run, ...required] = commands[name]
  const collectionName = command[name]
  if (commands === COLLECTION_COMMANDS) {
    checkFields(command, name, required)
    if (!collectionName || typeof collectionName !== 'string') {
      throw new CommandError(73, `collection name has invalid type ${nameType(collectionName)}`)
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
