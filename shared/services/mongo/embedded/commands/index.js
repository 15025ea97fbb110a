import { Failure } from '../failure.js'
import { create, drop, dropDatabase, listCollections, listDatabases } from './catalog.js'
import { explained } from './explain.js'
import { createIndexes, dropIndexes, listIndexes } from './indexes.js'
import { aggregation, count, distinct, find, getMore, killCursors } from './read.js'
import {
  buildInfo, endSessions, hello, ping, refreshSessions, refuseLogin, serverStatus, sessionKey,
} from './server.js'
import { findAndModify, insert, remove, update } from './write.js'

/**
 * What a command works with.
 *
 * @typedef {object} Server
 * @property {import('../collection.js').Store} store
 * @property {import('../cursors.js').Cursors} cursors
 * @property {Set<import('../connection.js').Connection>} connections
 */

/**
 * @typedef {Server & {
 *   connection: import('../connection.js').Connection,
 *   name: string,
 *   command: Record<string, any>,
 *   database: string,
 *   session?: string,
 * }} Context
 */

/** @typedef {(context: Context) => Record<string, any> | Buffer} Command a reply, or a batch whose header is missing */

/** @type {Map<string, Command>} */
const COMMANDS = new Map(Object.entries({
  hello,
  isMaster: hello,
  ismaster: hello,
  ping,
  buildInfo,
  buildinfo: buildInfo,
  serverStatus,
  insert,
  update,
  delete: remove,
  findAndModify,
  findandmodify: findAndModify,
  find,
  getMore,
  killCursors,
  aggregate: aggregation,
  count,
  distinct,
  explain: explained,
  create,
  drop,
  dropDatabase,
  listCollections,
  listDatabases,
  createIndexes,
  dropIndexes,
  deleteIndexes: dropIndexes,
  listIndexes,
  endSessions,
  killSessions: endSessions,
  refreshSessions,
  saslStart: refuseLogin,
  authenticate: refuseLogin,
}))

/** The only ones that the protocol of before 2017 is still good for. */
const HANDSHAKE = new Set(['hello', 'isMaster', 'ismaster'])

/**
 * @param {import('../wire.js').Request} request
 * @param {Server} server
 * @param {import('../connection.js').Connection} connection
 * @returns {Record<string, any> | Buffer}
 * @throws {Failure}
 */
export function execute ({ name, command, legacy }, server, connection) {
  const run = COMMANDS.get(name)
  if (legacy && !HANDSHAKE.has(name)) {
    throw new Failure(352, `Unsupported OP_QUERY command: ${name}. The client driver may require an upgrade. ` +
      'For more details see https://dochub.mongodb.org/core/legacy-opcode-removal')
  }
  if (!run) throw new Failure(59, `no such command: '${name}'`)
  const database = command.$db
  if (typeof database !== 'string') throw new Failure(40571, 'OP_MSG requests require a $db argument')
  if (database === '' || /[/\\. "$\0]/.test(database)) throw new Failure(73, `Invalid database name: '${database}'`)
  return run({ ...server, connection, name, command, database, session: sessionKey(command.lsid) })
}
