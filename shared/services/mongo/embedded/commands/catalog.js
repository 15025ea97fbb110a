import { UUID } from 'bson'
import { checkArguments, collectionName } from '../arguments.js'
import { Failure } from '../failure.js'
import { matcher } from '../filter.js'
import { serialize } from 'bson'

/** @typedef {import('./index.js').Context} Context */
/** @typedef {import('../collection.js').Collection} Collection */

/** @type {WeakMap<Collection, UUID>} */
const ids = new WeakMap()

/** @param {Collection} collection */
function idOf (collection) {
  let id = ids.get(collection)
  if (!id) ids.set(collection, id = new UUID())
  return id
}

/** @param {Context} context */
export function listCollections ({ command, database, store, cursors, connection, session }) {
  checkArguments(command, 'listCollections', {
    listCollections: 'any', filter: 'object', nameOnly: 'bool', cursor: 'object', authorizedCollections: 'bool',
  })
  const all = [...store.databases.get(database) ?? []].map(([name, collection]) => ({
    name,
    type: 'collection',
    ...(!command.nameOnly && {
      options: {},
      info: { readOnly: false, uuid: idOf(collection) },
      idIndex: { v: 2, key: { _id: 1 }, name: '_id_' },
    }),
  }))
  const items = selected(all, command.filter).map((entry) => serialize(entry))
  const batchSize = Number(command.cursor?.batchSize ?? Infinity)
  return cursors.first({ namespace: `${database}.$cmd.listCollections`, items, batchSize, connection, session })
}

/**
 * @template {Record<string, any>} T
 * @param {T[]} entries
 * @param {Record<string, any>} [filter]
 * @returns {T[]}
 */
function selected (entries, filter = {}) {
  if (Object.keys(filter).length === 0) return entries
  // by name alone is what a driver asks most, and needs no query language
  const { name, ...more } = filter
  if (typeof name === 'string' && Object.keys(more).length === 0) return entries.filter((entry) => entry.name === name)
  return entries.filter(matcher(filter))
}

/** @param {Context} context */
export function listDatabases ({ command, store }) {
  checkArguments(command, 'listDatabases', {
    listDatabases: 'any', filter: 'object', nameOnly: 'bool', authorizedDatabases: 'bool',
  })
  const all = [...store.databases].map(([name, collections]) => ({
    name, sizeOnDisk: [...collections.values()].reduce((sum, { documents }) => sum + sizeOf(documents), 0), empty: false,
  }))
  const databases = selected(all, command.filter)
  if (command.nameOnly) return { databases: databases.map(({ name }) => ({ name })) }
  const totalSize = databases.reduce((sum, { sizeOnDisk }) => sum + sizeOnDisk, 0)
  return { databases, totalSize, totalSizeMb: Math.floor(totalSize / 1_048_576) }
}

/** @param {Set<import('../stored-document.js').StoredDocument>} documents */
function sizeOf (documents) {
  let size = 0
  for (const { bytes } of documents) size += bytes.length
  return size
}

/** @param {Context} context */
export function create ({ command, database, store }) {
  const name = collectionName(command, 'create')
  for (const option of ['capped', 'timeseries', 'viewOn', 'validator', 'clusteredIndex', 'expireAfterSeconds']) {
    if (command[option]) throw new Failure(115, `the embedded server has no collections with ${option}`)
  }
  checkArguments(command, 'create', {
    create: 'any', capped: 'bool', autoIndexId: 'bool', storageEngine: 'object', indexOptionDefaults: 'object',
  })
  if (store.find(database, name)) throw new Failure(48, `Collection ${database}.${name} already exists.`)
  store.ensure(database, name)
  return {}
}

/** @param {Context} context */
export function drop ({ command, database, store }) {
  const name = collectionName(command, 'drop')
  checkArguments(command, 'drop', { drop: 'any' })
  const dropped = store.drop(database, name)
  // since 7.0 a collection that was not there is no error
  return dropped ? { nIndexesWas: dropped.indexes.size, ns: dropped.namespace } : {}
}

/** @param {Context} context */
export function dropDatabase ({ command, database, store }) {
  checkArguments(command, 'dropDatabase', { dropDatabase: 'any' })
  return store.databases.delete(database) ? { dropped: database } : {}
}
