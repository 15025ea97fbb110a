import { serialize } from 'bson'
import { checkArguments, collectionName } from '../arguments.js'
import { Failure } from '../failure.js'
import { compare } from '../order.js'
import { isObject } from '../path.js'
import { SortedIndex } from '../sorted-index.js'
import { shown } from '../wording.js'

/** @typedef {import('./index.js').Context} Context */
/** @typedef {import('../collection.js').Collection} Collection */

const UNSUPPORTED = ['expireAfterSeconds', 'partialFilterExpression', 'hidden', 'collation', 'wildcardProjection', 'weights',
  'default_language', 'language_override', '2dsphereIndexVersion', 'bits', 'min', 'max', 'storageEngine', 'clustered']
const OPTIONS = new Set(['key', 'name', 'v', 'unique', 'sparse', 'background', 'ns'])

/** @param {Context} context */
export function createIndexes ({ command, database, store }) {
  const name = collectionName(command, 'createIndexes')
  checkArguments(command, 'createIndexes', {
    createIndexes: 'any', indexes: 'array', commitQuorum: 'any', ignoreUnknownIndexOptions: 'bool',
  }, ['indexes'])
  if (command.indexes.length === 0) throw new Failure(2, 'Must specify at least one index to create')
  const indexes = command.indexes.map(toIndex)
  const createdCollectionAutomatically = !store.find(database, name)
  const collection = store.ensure(database, name)
  const numIndexesBefore = collection.indexes.size
  for (const index of indexes) if (!isKnown(collection, index)) collection.addIndex(index)
  const numIndexesAfter = collection.indexes.size
  return {
    numIndexesBefore,
    numIndexesAfter,
    createdCollectionAutomatically,
    ...(numIndexesAfter === numIndexesBefore && { note: 'all indexes already exist' }),
  }
}

/**
 * @param {any} spec
 * @returns {SortedIndex}
 * @throws {Failure}
 */
function toIndex (spec) {
  if (!isObject(spec)) throw new Failure(14, "The elements of the 'indexes' array must be objects")
  const { key, name, unique, sparse } = spec
  if (!isObject(key)) throw new Failure(9, "The 'key' field is a required property of an index specification")
  if (typeof name !== 'string') throw new Failure(9, "The 'name' field is a required property of an index specification")
  for (const option of Object.keys(spec)) {
    if (UNSUPPORTED.includes(option) && spec[option] !== false) {
      throw new Failure(67, `the embedded server has no indexes with ${option}`)
    }
    if (!OPTIONS.has(option) && !UNSUPPORTED.includes(option)) {
      throw new Failure(197, `The field '${option}' is not valid for an index specification. Specification: ${shown(spec)}`)
    }
  }
  const entries = Object.entries(key)
  if (entries.length === 0) throw new Failure(67, 'Index keys cannot be an empty field.')
  const [[field, direction], ...more] = entries
  if (more.length > 0) throw new Failure(67, `the embedded server has indexes over one field only, not ${shown(key)}`)
  if (field === '' || field.startsWith('$') || field.includes('$**')) {
    throw new Failure(67, `Index key contains an illegal field name: field name '${field}'`)
  }
  if (typeof direction !== 'number' || direction === 0) {
    throw new Failure(67, `Values in the index key pattern must be numbers other than 0 here, not ${shown(direction)}`)
  }
  return new SortedIndex({
    name, field, direction: direction > 0 ? 1 : -1, unique: Boolean(unique) || field === '_id', sparse: Boolean(sparse),
  })
}

/**
 * @param {Collection} collection
 * @param {SortedIndex} index
 * @returns {boolean} whether the very same is there already
 * @throws {Failure} IndexKeySpecsConflict or IndexOptionsConflict
 */
function isKnown (collection, index) {
  const named = collection.indexes.get(index.name)
  const same = named ?? [...collection.indexes.values()].find(({ pattern }) => compare(pattern, index.pattern) === 0)
  if (!same) return false
  if (compare(same.pattern, index.pattern) !== 0) {
    throw new Failure(86, 'An existing index has the same name as the requested index. When index names are not ' +
      'specified, they are auto generated and can cause conflicts. Please refer to our documentation. Requested index: ' +
      `${shown(index.describe())}, existing index: ${shown(same.describe())}`)
  }
  if (same.field === '_id') return true
  if (!named) throw new Failure(85, `Index already exists with a different name: ${same.name}`)
  if (same.unique === index.unique && same.sparse === index.sparse) return true
  throw new Failure(86, 'An existing index has the same name as the requested index, but other options. Requested index: ' +
    `${shown(index.describe())}, existing index: ${shown(same.describe())}`)
}

/** @param {Context} context */
export function listIndexes ({ command, database, store, cursors, connection, session }) {
  const name = collectionName(command, 'listIndexes')
  checkArguments(command, 'listIndexes', { listIndexes: 'any', cursor: 'object' })
  const collection = store.find(database, name)
  if (!collection) throw new Failure(26, `ns does not exist: ${database}.${name}`)
  const items = [...collection.indexes.values()].map((index) => serialize(index.describe()))
  const batchSize = Number(command.cursor?.batchSize ?? Infinity)
  return cursors.first({ namespace: `${database}.${name}`, items, batchSize, connection, session })
}

/** @param {Context} context */
export function dropIndexes ({ command, database, store }) {
  const name = collectionName(command, 'dropIndexes')
  checkArguments(command, 'dropIndexes', { dropIndexes: 'any', index: 'any' }, ['index'])
  const collection = store.find(database, name)
  if (!collection) throw new Failure(26, `ns not found ${database}.${name}`)
  const nIndexesWas = collection.indexes.size
  if (command.index === '*') {
    for (const known of [...collection.indexes.keys()]) if (known !== '_id_') collection.indexes.delete(known)
    return { nIndexesWas, msg: 'non-_id indexes dropped for collection' }
  }
  const wanted = Array.isArray(command.index) ? command.index : [command.index]
  for (const index of wanted.map((one) => toDrop(collection, one))) collection.indexes.delete(index.name)
  return { nIndexesWas }
}

/**
 * @param {Collection} collection
 * @param {any} wanted a name or a pattern
 * @returns {SortedIndex}
 * @throws {Failure} IndexNotFound, or InvalidOptions for the one over _id
 */
function toDrop (collection, wanted) {
  const index = typeof wanted === 'string'
    ? collection.indexes.get(wanted)
    : [...collection.indexes.values()].find(({ pattern }) => compare(pattern, wanted) === 0)
  if (!index) {
    throw new Failure(27, typeof wanted === 'string'
      ? `index not found with name [${wanted}]`
      : `can't find index with key: ${shown(wanted)}`)
  }
  if (index.field === '_id') throw new Failure(72, 'cannot drop _id index')
  return index
}
