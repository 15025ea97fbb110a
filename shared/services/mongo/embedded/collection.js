import { Failure } from './failure.js'
import { duplicate, SortedIndex } from './sorted-index.js'
import { storable } from './stored-document.js'

/** @typedef {import('./stored-document.js').StoredDocument} StoredDocument */

/** Documents in the order they came, and the indexes over them. */
export class Collection {
  /** @type {Set<StoredDocument>} */
  documents = new Set()
  /** @type {Map<string, SortedIndex>} */
  indexes = new Map([['_id_', new SortedIndex({ name: '_id_', field: '_id', direction: 1, unique: true })]])

  /** @param {string} namespace `database.collection` */
  constructor (namespace) {
    this.namespace = namespace
  }

  /**
   * @param {Uint8Array} raw a document as BSON
   * @returns {StoredDocument}
   * @throws {Failure} DuplicateKey, or whatever makes it impossible to store; then nothing has changed
   */
  insert (raw) {
    const document = storable(raw)
    this.#refuseDuplicates(document.content)
    this.documents.add(document)
    for (const index of this.indexes.values()) index.add(document)
    return document
  }

  /**
   * @param {StoredDocument} document one of this collection
   * @param {Uint8Array} bytes
   * @param {Record<string, any>} content
   * @throws {Failure} DuplicateKey; then nothing has changed
   */
  replace (document, bytes, content) {
    this.#refuseDuplicates(content, document)
    for (const index of this.indexes.values()) index.remove(document)
    document.become(bytes, content)
    for (const index of this.indexes.values()) index.add(document)
  }

  /** @param {StoredDocument} document one of this collection */
  remove (document) {
    this.documents.delete(document)
    for (const index of this.indexes.values()) index.remove(document)
  }

  /**
   * @param {SortedIndex} index
   * @throws {Failure} DuplicateKey; then the index is not there
   */
  addIndex (index) {
    index.build(this.documents, this.namespace)
    this.indexes.set(index.name, index)
  }

  /**
   * @param {Record<string, any>} content
   * @param {StoredDocument} [self]
   */
  #refuseDuplicates (content, self) {
    for (const index of this.indexes.values()) {
      const conflict = index.conflict(content, self)
      if (conflict) throw duplicate(this.namespace, index, conflict.key)
    }
  }
}

/** All databases of a server: a database is there as long as it has a collection. */
export class Store {
  /** @type {Map<string, Map<string, Collection>>} */
  databases = new Map()

  /**
   * @param {string} database
   * @param {string} name
   * @returns {Collection | undefined}
   */
  find (database, name) {
    return this.databases.get(database)?.get(name)
  }

  /**
   * @param {string} database
   * @param {string} name
   * @returns {Collection} made where it was not there
   * @throws {Failure} InvalidNamespace
   */
  ensure (database, name) {
    const found = this.find(database, name)
    if (found) return found
    if (name.startsWith('.') || name.includes('$') || name.includes('\0')) {
      throw new Failure(73, `Invalid collection name: ${name}`)
    }
    const collection = new Collection(`${database}.${name}`)
    if (!this.databases.has(database)) this.databases.set(database, new Map())
    this.databases.get(database)?.set(name, collection)
    return collection
  }

  /**
   * @param {string} database
   * @param {string} name
   * @returns {Collection | undefined} what was there
   */
  drop (database, name) {
    const collections = this.databases.get(database)
    const collection = collections?.get(name)
    collections?.delete(name)
    if (collections?.size === 0) this.databases.delete(database)
    return collection
  }
}
