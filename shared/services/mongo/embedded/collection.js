import { CommandError } from './command-error.js'
import { SortedIndex } from './sorted-index.js'

/** @import { StoredDocument } from './stored-document.js' */

/** A collection in memory: its documents in the order of insertion, and its indexes. */
export class StoredCollection {
  /** @type {Set<StoredDocument>} */
  documents = new Set()
  /** @type {Map<string, SortedIndex>} */
  indexes = new Map()

  /** @param {string} namespace `database.collection` */
  constructor (namespace) {
    this.namespace = namespace
    this.addIndex({ name: '_id_', field: '_id', direction: 1, unique: true })
  }

  /**
   * @param {StoredDocument} document
   * @throws {CommandError} DuplicateKey; then nothing has changed
   */
  insert (document) {
    this.#refuseDuplicates(document.content)
    this.documents.add(document)
    for (const index of this.indexes.values()) index.add(document)
  }

  /**
   * @param {StoredDocument} document one of this collection
   * @param {StoredDocument} replacement
   * @throws {CommandError} DuplicateKey; then nothing has changed
   */
  replace (document, replacement) {
    this.#refuseDuplicates(replacement.content, document)
    for (const index of this.indexes.values()) index.remove(document)
    document.assign(replacement)
    for (const index of this.indexes.values()) index.add(document)
  }

  /** @param {StoredDocument} document one of this collection */
  remove (document) {
    this.documents.delete(document)
    for (const index of this.indexes.values()) index.remove(document)
  }

  /**
   * @param {ConstructorParameters<typeof SortedIndex>[0]} spec
   * @throws {CommandError} DuplicateKey; then nothing has changed
   */
  addIndex (spec) {
    const index = new SortedIndex(spec, this.namespace)
    index.fill(this.documents)
    this.indexes.set(index.name, index)
  }

  /**
   * @param {Record<string, any>} content
   * @param {StoredDocument} [replaced]
   */
  #refuseDuplicates (content, replaced) {
    for (const index of this.indexes.values()) index.refuseDuplicate(content, replaced)
  }
}

/** All collections of a server, by database. A database exists as long as it has a collection. */
export class CollectionStore {
  /** @type {Map<string, Map<string, StoredCollection>>} */
  databases = new Map()

  /**
   * @param {string} database
   * @param {string} name
   * @returns {StoredCollection | undefined}
   */
  find (database, name) {
    return this.databases.get(database)?.get(name)
  }

  /**
   * Finds a collection, or creates an empty collection.
   *
   * @param {string} database
   * @param {string} name
   * @returns {StoredCollection}
   * @throws {CommandError} InvalidNamespace
   */
  ensure (database, name) {
    const found = this.find(database, name)
    if (found) return found
    if (/^\.|[$\0]/.test(name)) throw new CommandError(73, `Invalid collection name: ${name}`)
    const collection = new StoredCollection(`${database}.${name}`)
    if (!this.databases.has(database)) this.databases.set(database, new Map())
    this.databases.get(database)?.set(name, collection)
    return collection
  }

  /**
   * @param {string} database
   * @param {string} name
   */
  drop (database, name) {
    const collections = this.databases.get(database)
    collections?.delete(name)
    if (collections?.size === 0) this.databases.delete(database)
  }
}
