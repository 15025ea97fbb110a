import { serialize } from 'bson'
import { CommandError } from '../command-error.js'
import { createFilterMatcher } from '../mingo.js'

/** @import { Context } from './index.js' */

/** @param {Context} context */
export function listCollections ({ command, database, store, cursors }) {
  const entries = [...store.databases.get(database)?.keys() ?? []].map((name) => ({
    name,
    type: 'collection',
    ...(!command.nameOnly && { options: {}, info: { readOnly: false }, idIndex: { v: 2, key: { _id: 1 }, name: '_id_' } }),
  }))
  return cursors.open(`${database}.$cmd.listCollections`, filterEntries(entries, command).map((entry) => serialize(entry)), command.cursor)
}

/**
 * @template {Record<string, any>} T
 * @param {T[]} entries
 * @param {{ filter?: Record<string, any> }} command
 * @returns {T[]}
 */
function filterEntries (entries, { filter = {} }) {
  return entries.filter(createFilterMatcher(filter) ?? (() => true))
}

/** @param {Context} context */
export function listDatabases ({ command, store }) {
  const entries = [...store.databases].map(([name, collections]) => {
    const documents = [...collections.values()].flatMap((collection) => [...collection.documents])
    return { name, sizeOnDisk: documents.reduce((sum, { bytes }) => sum + bytes.length, 0), empty: false }
  })
  const databases = filterEntries(entries, command)
  if (command.nameOnly) return { databases: databases.map(({ name }) => ({ name })) }
  return { databases, totalSize: databases.reduce((sum, { sizeOnDisk }) => sum + sizeOnDisk, 0) }
}

/** @param {Context} context */
export function createCollection ({ database, collectionName, collection, namespace, store }) {
  if (collection) throw new CommandError(48, `Collection ${namespace} already exists.`)
  store.ensure(database, collectionName)
  return {}
}

/** @param {Context} context */
export function dropCollection ({ database, collectionName, collection, namespace: ns, store }) {
  store.drop(database, collectionName)
  // dropping a missing collection is no error, as in MongoDB since version 7.0
  return collection ? { nIndexesWas: collection.indexes.size, ns } : {}
}

/** @param {Context} context */
export function dropDatabase ({ database, store }) {
  return store.databases.delete(database) ? { dropped: database } : {}
}
