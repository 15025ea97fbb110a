import { serialize } from 'bson'
import { runStage, splitPipeline } from './aggregate.js'
import { Collection } from './collection.js'
import { CommandError, createUnsupportedError } from './command-error.js'
import { createMatcher, findDocuments, projectContents } from './find.js'
import { EMBEDDED_SERVER_NAME, EMBEDDED_SERVER_VERSION } from './identity.js'
import { encodeBatchReply, MAX_MESSAGE_BYTES } from './wire-protocol.js'
import { deleteDocuments, insertDocuments, updateDocuments } from './write.js'

/**
 * @import { Long } from 'bson'
 * @import { Content } from './collection.js'
 * @import { Request } from './wire-protocol.js'
 */

/** Maximum size in bytes of a document, and of all documents in one reply. A reply with a single document may be larger. */
const MAX_BATCH_BYTES = 16_777_216
const DEFAULT_BATCH = 101
/** Version of the wire protocol in MongoDB 7.0. */
const WIRE_VERSION = 21
const CURSOR_NOT_FOUND = 43

/** Options of commands that change the answer, and that the embedded server refuses. */
const UNSUPPORTED_OPTIONS = ['collation', 'capped', 'timeseries', 'viewOn', 'validator', 'tailable', 'min', 'max', 'let', 'startTransaction']

/** @typedef {{ databases: Map<string, Map<string, Collection>>, cursors: Map<number, Uint8Array[]> }} Data `cursors`: the rest */
/**
 * @typedef {object} Context
 * @property {Content} command
 * @property {Data['cursors']} cursors
 * @property {Data['databases']} databases
 * @property {Map<string, Collection>} collections of the database
 * @property {Collection | undefined} collection
 * @property {() => Collection} ensureCollection
 * @property {string} namespace `database.collection`
 */

let lastCursorId = 0

/**
 * @param {Context} context
 * @param {Uint8Array[]} items
 * @returns {Buffer} the reply with the first batch
 */
function openCursor (context, items) {
  const { batchSize = DEFAULT_BATCH } = context.command.cursor ?? context.command
  return answerBatch(context, 'firstBatch', ++lastCursorId, items, Number(batchSize))
}

/** @param {Context} context @param {Content[]} contents */
function openContents (context, contents) {
  return openCursor(context, contents.map((content) => serialize(content)))
}

/**
 * @param {Context} context
 * @param {'firstBatch' | 'nextBatch'} name
 * @param {number} id
 * @param {Uint8Array[]} items
 * @param {number} count maximum number of items
 */
function answerBatch ({ cursors, namespace }, name, id, items, count) {
  let size = 0
  let end = 0
  while (end < items.length && end < count && (end === 0 || size + items[end].length <= MAX_BATCH_BYTES)) size += items[end++].length
  if (end < items.length) cursors.set(id, items.slice(end))
  else cursors.delete(id)
  return encodeBatchReply(name, items.slice(0, end), end < items.length ? id : 0, namespace)
}

/** @param {Context} context */
function find (context) {
  const { command, collection } = context
  const { documents } = findDocuments(collection, command)
  const { projection = {} } = command
  if (Object.keys(projection).length === 0) return openCursor(context, documents.map(({ bytes }) => bytes))
  return openContents(context, projectContents(documents.map(({ content }) => content), projection))
}

/** @param {Context} context */
function aggregate (context) {
  const { command: { pipeline, hint }, collection, collections } = context
  const { filter, stages } = splitPipeline(pipeline)
  const contents = findDocuments(collection, { filter, hint }).documents.map(({ content }) => content)
  return openContents(context, stages.reduce((/** @type {Content[]} */ input, stage) => runStage(input, stage, collections), contents))
}

/** @param {Context} context */
function explain ({ command: { explain: command }, collections }) {
  const [[kind, name]] = Object.entries(command)
  if (!['find', 'aggregate', 'count'].includes(kind)) throw createUnsupportedError(`explain of ${kind}`)
  const { filter = command.query, stages = [] } = command.pipeline ? splitPipeline(command.pipeline) : command
  const { documents, docsExamined, index } = findDocuments(collections.get(name), { ...command, filter })
  const scan = index
    ? { stage: 'FETCH', inputStage: { stage: 'IXSCAN', indexName: index.spec.name } }
    : { stage: 'COLLSCAN' }
  const winningPlan = command.sort ? { stage: 'SORT', sortPattern: command.sort, inputStage: scan } : scan
  const executionStats = { nReturned: documents.length, totalKeysExamined: index ? docsExamined : 0, totalDocsExamined: docsExamined }
  const explained = { queryPlanner: { winningPlan }, executionStats }
  return stages.length > 0 ? { stages: [{ $cursor: explained }, ...stages] } : explained
}

/** @param {Context} context */
function createIndexes ({ command, ensureCollection }) {
  const collection = ensureCollection()
  for (const { key, name, v, background, ...options } of command.indexes) {
    const [field, ...more] = Object.keys(key)
    if (Object.keys(options).length > 0 || more.length > 0 || typeof key[field] !== 'number') {
      throw createUnsupportedError(`the index ${JSON.stringify({ key, ...options })}`)
    }
    if (!collection.indexes.some((index) => index.field === field)) collection.addIndex({ key, name })
  }
  return {}
}

/** @type {Record<string, (context: Context) => Content | Buffer>} */
const COMMANDS = {
  hello: answerHello,
  isMaster: answerHello,
  ismaster: answerHello,
  ping: () => ({}),
  endSessions: () => ({}),
  buildInfo: () => ({ version: EMBEDDED_SERVER_VERSION, engine: EMBEDDED_SERVER_NAME }),
  find,
  aggregate,
  count: ({ command, collection }) => ({ n: findDocuments(collection, { ...command, filter: command.query }).documents.length }),
  explain,
  getMore: (context) => {
    const { command: { getMore: id, batchSize }, cursors } = context
    const items = cursors.get(Number(id))
    if (!items) throw new CommandError(CURSOR_NOT_FOUND, `cursor id ${id} not found`)
    return answerBatch(context, 'nextBatch', Number(id), items, Number(batchSize || Infinity))
  },
  killCursors: ({ command, cursors }) => ({
    cursorsKilled: command.cursors.filter((/** @type {Long | number} */ id) => cursors.delete(Number(id))),
  }),
  insert: insertDocuments,
  update: updateDocuments,
  delete: deleteDocuments,
  create: ({ ensureCollection }) => ensureCollection() && {},
  drop: ({ command, collections }) => ({ dropped: collections.delete(command.drop) }),
  createIndexes,
  dropIndexes: ({ command, ensureCollection }) => {
    const collection = ensureCollection()
    collection.indexes = collection.indexes.filter(({ spec: { name } }) => name === '_id_' || ![name, '*'].includes(command.index))
    return {}
  },
  listIndexes: (context) => openContents(context, context.ensureCollection().indexes.map(({ spec }) => spec)),
  listCollections: (context) => {
    const entries = [...context.collections.keys()].map((name) => ({ name, type: 'collection' }))
    return openContents(context, entries.filter(createMatcher(context.command.filter ?? {}) ?? Boolean))
  },
  listDatabases: ({ databases }) => ({ databases: [...databases].filter(([, { size }]) => size > 0).map(([name]) => ({ name })) }),
  dropDatabase: ({ command, databases }) => ({ dropped: databases.delete(command.$db) }),
}

function answerHello () {
  // leaves out topologyVersion, because drivers would then send a `hello` that the server must not answer until its state changes
  return {
    isWritablePrimary: true,
    ismaster: true,
    helloOk: true,
    maxBsonObjectSize: MAX_BATCH_BYTES,
    maxMessageSizeBytes: MAX_MESSAGE_BYTES,
    maxWriteBatchSize: 100_000,
    logicalSessionTimeoutMinutes: 30,
    minWireVersion: 0,
    maxWireVersion: WIRE_VERSION,
  }
}

/**
 * @param {Request} request
 * @param {Data} data
 * @returns {Content | Buffer} a reply, or an encoded batch that lacks its header
 * @throws {CommandError}
 */
export function executeCommand ({ name, command }, { databases, cursors }) {
  if (!Object.hasOwn(COMMANDS, name)) throw createUnsupportedError(`the command '${name}'`)
  const option = UNSUPPORTED_OPTIONS.find((option) => command[option])
  if (option) throw createUnsupportedError(`'${option}' of ${name}`)
  const { $db: database, [name]: first, collection: collectionName = first } = command
  const collections = databases.get(database) ?? new Map()
  databases.set(database, collections)
  const ensureCollection = () => {
    if (!collections.has(collectionName)) collections.set(collectionName, new Collection())
    return collections.get(collectionName)
  }
  const collection = collections.get(collectionName)
  const namespace = `${database}.${collectionName}`
  return COMMANDS[name]({ command, cursors, databases, collections, collection, ensureCollection, namespace })
}
