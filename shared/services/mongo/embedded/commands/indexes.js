import { serialize } from 'bson'
import { CommandError } from '../command-error.js'
import { compareBsonValues } from '../order.js'
import { formatBsonValue, isPlainObject } from '../values.js'

/** @import { Context } from './index.js' */
/** @import { StoredCollection } from '../collection.js' */
/** @import { SortedIndex } from '../sorted-index.js' */
/** @typedef {{ name: string, field: string, direction: 1 | -1, unique: boolean }} IndexSpec */

const SUPPORTED_OPTIONS = ['key', 'name', 'v', 'unique', 'background']

/** @param {Context} context */
export function createIndexes ({ command, database, collectionName, store, collection: existing }) {
  const specs = command.indexes.map(readSpec)
  const collection = store.ensure(database, collectionName)
  const numIndexesBefore = collection.indexes.size
  for (const spec of specs) if (!isKnown(collection, spec)) collection.addIndex(spec)
  const numIndexesAfter = collection.indexes.size
  return {
    numIndexesBefore,
    numIndexesAfter,
    createdCollectionAutomatically: !existing,
    ...(numIndexesAfter === numIndexesBefore && { note: 'all indexes already exist' }),
  }
}

/**
 * @param {any} spec
 * @returns {IndexSpec}
 * @throws {CommandError} CannotCreateIndex
 */
function readSpec ({ key, name, unique, ...options }) {
  const unsupported = Object.keys(options).find((option) => options[option] && !SUPPORTED_OPTIONS.includes(option))
  if (unsupported) throw new CommandError(67, `an index with ${unsupported} is not supported by the embedded server`)
  if (!isPlainObject(key) || Object.keys(key).length !== 1) {
    throw new CommandError(67, `only indexes over one field are supported by the embedded server, not ${formatBsonValue(key)}`)
  }
  const [[field, direction]] = Object.entries(key)
  if (typeof direction !== 'number' || direction === 0 || field.includes('$')) {
    throw new CommandError(67, `only ascending and descending indexes are supported by the embedded server, not ${formatBsonValue(key)}`)
  }
  return { name, field, direction: direction > 0 ? 1 : -1, unique: Boolean(unique) || field === '_id' }
}

/**
 * @param {StoredCollection} collection
 * @param {IndexSpec} spec
 * @returns {boolean} true if the same index exists
 * @throws {CommandError} IndexKeySpecsConflict
 */
function isKnown (collection, { name, field, direction, unique }) {
  const known = [...collection.indexes.values()].find((index) =>
    index.name === name || (index.field === field && index.direction === direction))
  if (!known) return false
  const isSame = known.name === name && known.direction === direction && known.unique === unique
  if (known.field === field && (field === '_id' || isSame)) return true
  throw new CommandError(
    86,
    `An existing index has the same name or key as the requested index ${name}: ${formatBsonValue(known.describe())}`
  )
}

/** @param {Context} context */
export function listIndexes ({ command, collection, namespace, cursors }) {
  if (!collection) throw new CommandError(26, `ns does not exist: ${namespace}`)
  return cursors.open(namespace, [...collection.indexes.values()].map((index) => serialize(index.describe())), command.cursor)
}

/** @param {Context} context */
export function dropIndexes ({ command: { index: wanted }, collection, namespace }) {
  if (!collection) throw new CommandError(26, `ns not found ${namespace}`)
  const indexes = [...collection.indexes.values()]
  const dropped = wanted === '*'
    ? indexes.filter(({ field }) => field !== '_id')
    : [wanted].flat().map((one) => findDropped(indexes, one))
  for (const { name } of dropped) collection.indexes.delete(name)
  return { nIndexesWas: indexes.length }
}

/**
 * @param {SortedIndex[]} indexes
 * @param {any} wanted a name or a pattern
 * @throws {CommandError} IndexNotFound, or InvalidOptions for the index over _id
 */
function findDropped (indexes, wanted) {
  const index = indexes.find(({ name, pattern }) => name === wanted || compareBsonValues(pattern, wanted) === 0)
  if (!index) {
    throw new CommandError(27, typeof wanted === 'string'
      ? `index not found with name [${wanted}]`
      : `can't find index with key: ${formatBsonValue(wanted)}`)
  }
  if (index.field === '_id') throw new CommandError(72, 'cannot drop _id index')
  return index
}
