import { Long } from 'bson'
import { checkArguments, collectionName } from '../arguments.js'
import { explainCommand } from './explain.js'
import { Failure } from '../failure.js'
import { compare } from '../order.js'
import { valuesAt } from '../path.js'
import { aggregate } from '../pipeline.js'
import { projector } from '../projection.js'
import { retrieve } from '../retrieval.js'
import { queryOf } from './find-query.js'

/** @typedef {import('./index.js').Context} Context */

const FIRST_BATCH = 101
const MISSING = Symbol('missing')

/** @type {Record<string, import('../arguments.js').Kind>} */
const FIND = {
  find: 'any',
  filter: 'object',
  sort: 'object',
  projection: 'object',
  hint: 'any',
  skip: 'count',
  limit: 'count',
  batchSize: 'count',
  singleBatch: 'bool',
  allowDiskUse: 'bool',
  noCursorTimeout: 'bool',
  allowPartialResults: 'bool',
}

/** @param {Context} context */
export function find ({ command, database, store, cursors, connection, session }) {
  const name = collectionName(command, 'find')
  checkArguments(command, 'find', FIND)
  const { filter = {}, projection = {}, batchSize = FIRST_BATCH, singleBatch } = command
  const project = projector(projection, filter)
  const { documents } = retrieve(store.find(database, name), queryOf(command))
  const items = project ? documents.map(project) : documents.map(({ bytes }) => bytes)
  return cursors.first({
    namespace: `${database}.${name}`, items, batchSize: Number(batchSize), single: Boolean(singleBatch), connection, session,
  })
}

/** @param {Context} context */
export function getMore ({ command, database, cursors, connection }) {
  checkArguments(command, 'getMore', {
    getMore: 'number', collection: 'string', batchSize: 'count', term: 'any', lastKnownCommittedOpTime: 'any',
  }, ['collection'])
  const batchSize = Number(command.batchSize ?? 0)
  return cursors.next(int64(command.getMore), `${database}.${command.collection}`, batchSize || Infinity, connection)
}

/** @param {Context} context */
export function killCursors ({ command, database, cursors }) {
  const name = collectionName(command, 'killCursors')
  checkArguments(command, 'killCursors', { killCursors: 'any', cursors: 'array' }, ['cursors'])
  const cursorsKilled = []
  const cursorsNotFound = []
  for (const id of command.cursors) {
    const known = cursors.kill(int64(id), `${database}.${name}`)
    ;(known ? cursorsKilled : cursorsNotFound).push(Long.fromBigInt(int64(id)))
  }
  return { cursorsKilled, cursorsNotFound, cursorsAlive: [], cursorsUnknown: [] }
}

/** @param {any} value a number or a Long */
function int64 (value) {
  if (value?._bsontype === 'Long') return value.toBigInt()
  if (Number.isInteger(value)) return BigInt(value)
  throw new Failure(14, 'a cursor id must be of type long')
}

/** @type {Record<string, import('../arguments.js').Kind>} */
const AGGREGATE = {
  aggregate: 'any', pipeline: 'array', cursor: 'object', explain: 'bool', hint: 'any', allowDiskUse: 'bool',
}

/** @param {Context} context */
export function aggregation (context) {
  const { command, database, store, cursors, connection, session } = context
  checkArguments(command, 'aggregate', AGGREGATE, ['pipeline'])
  if (command.explain) return explainCommand(context, command, 'queryPlanner')
  if (!command.cursor) {
    throw new Failure(9, "The 'cursor' option is required, except for aggregate with the explain argument")
  }
  const name = command.aggregate === 1 ? '$cmd.aggregate' : collectionName(command, 'aggregate')
  if (command.aggregate === 1 && !command.pipeline[0]?.$documents) {
    throw new Failure(73, '{aggregate: 1} is not valid for an empty pipeline or one without $documents in front')
  }
  const { items } = aggregate(store.find(database, name), command.pipeline, {
    other: (from) => store.find(database, from), hint: command.hint,
  })
  const batchSize = Number(command.cursor.batchSize ?? FIRST_BATCH)
  return cursors.first({ namespace: `${database}.${name}`, items, batchSize, connection, session })
}

/** @param {Context} context */
export function count ({ command, database, store }) {
  const name = collectionName(command, 'count')
  checkArguments(command, 'count', {
    count: 'any', query: 'object', limit: 'number', skip: 'count', hint: 'any', fields: 'any',
  })
  const { query: filter, hint, skip = 0, limit = 0 } = command
  const { documents } = retrieve(store.find(database, name), { filter, hint, skip, limit: Math.abs(Number(limit)) })
  return { n: documents.length }
}

/** @param {Context} context */
export function distinct ({ command, database, store }) {
  const name = collectionName(command, 'distinct')
  checkArguments(command, 'distinct', { distinct: 'any', key: 'string', query: 'object', hint: 'any' }, ['key'])
  const { documents } = retrieve(store.find(database, name), { filter: command.query, hint: command.hint })
  const values = documents
    .flatMap(({ content }) => valuesAt(content, command.key, MISSING))
    .filter((value) => value !== MISSING && value !== undefined)
    .sort(compare)
  return { values: values.filter((value, i) => i === 0 || compare(value, values[i - 1]) !== 0) }
}
