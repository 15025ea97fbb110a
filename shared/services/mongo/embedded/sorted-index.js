import { CommandError } from './command-error.js'
import { compareBsonValues, getBsonSortRank, sortWithoutDuplicates } from './order.js'
import { formatBsonValue, readValuesAtPath } from './values.js'

/** @import { StoredDocument } from './stored-document.js' */

/**
 * A range of index keys of one type. Without `low` the range starts at the type's first key, without `high` it ends at the last key.
 *
 * @typedef {object} Bounds
 * @property {number} [rank] without it: the whole index
 * @property {any} [low]
 * @property {boolean} [lowOpen] `low` is excluded
 * @property {any} [high]
 * @property {boolean} [highOpen] `high` is excluded
 */

/** An index over one field: a sorted list of keys, and a parallel list with each key's document. */
export class SortedIndex {
  /** @type {any[]} */
  keys = []
  /** @type {StoredDocument[]} */
  documents = []
  /** true once a document has several keys, because different keys may then meet two conditions */
  multikey = false

  /**
   * @param {{ name: string, field: string, direction: 1 | -1, unique?: boolean }} spec
   * @param {string} namespace for messages
   */
  constructor ({ name, field, direction, unique = false }, namespace) {
    this.name = name
    this.field = field
    this.direction = direction
    this.unique = unique
    this.namespace = namespace
  }

  /** @returns {Record<string, 1 | -1>} */
  get pattern () {
    return { [this.field]: this.direction }
  }

  /** @returns {Record<string, any>} the entry in the reply to listIndexes; MongoDB does not list that _id is unique */
  describe () {
    return { v: 2, key: this.pattern, name: this.name, ...(this.unique && this.field !== '_id' && { unique: true }) }
  }

  /**
   * @param {Record<string, any>} content of a document
   * @returns {any[]} its keys, each once
   */
  #readKeys (content) {
    const values = readValuesAtPath(content, this.field)
    return values.length === 1 ? values : sortWithoutDuplicates(values)
  }

  /**
   * @param {Record<string, any>} content
   * @param {StoredDocument} [replaced] the document that may have the same keys
   * @throws {CommandError} DuplicateKey
   */
  refuseDuplicate (content, replaced) {
    if (!this.unique) return
    for (const key of this.#readKeys(content)) {
      const at = this.#findFirst((other) => compareBsonValues(other, key) >= 0)
      const isTaken = at < this.keys.length && this.documents[at] !== replaced && compareBsonValues(this.keys[at], key) === 0
      if (isTaken) throw this.#duplicateKey(key)
    }
  }

  /** @param {any} key */
  #duplicateKey (key) {
    return new CommandError(11000,
      `E11000 duplicate key error collection: ${this.namespace} index: ${this.name} dup key: { ${this.field}: ${formatBsonValue(key)} }`,
      { keyPattern: this.pattern, keyValue: { [this.field]: key ?? null } })
  }

  /** @param {StoredDocument} document */
  add (document) {
    const keys = this.#readKeys(document.content)
    if (keys.length > 1) this.multikey = true
    for (const key of keys) {
      const at = this.#findPosition(key, document)
      this.keys.splice(at, 0, key)
      this.documents.splice(at, 0, document)
    }
  }

  /** @param {StoredDocument} document with the content that it was added with */
  remove (document) {
    for (const key of this.#readKeys(document.content)) {
      const at = this.#findPosition(key, document)
      this.keys.splice(at, 1)
      this.documents.splice(at, 1)
    }
  }

  /**
   * Fills an empty index. Sorts all documents once instead of inserting one after the other.
   *
   * @param {Iterable<StoredDocument>} documents
   * @throws {CommandError} DuplicateKey
   */
  fill (documents) {
    const entries = [...documents].flatMap((document) => {
      const keys = this.#readKeys(document.content)
      if (keys.length > 1) this.multikey = true
      return keys.map((key) => ({ key, document }))
    })
    entries.sort((a, b) => compareBsonValues(a.key, b.key) || a.document.serial - b.document.serial)
    const duplicate = this.unique && entries.find(({ key }, i) => i > 0 && compareBsonValues(key, entries[i - 1].key) === 0)
    if (duplicate) throw this.#duplicateKey(duplicate.key)
    this.keys = entries.map(({ key }) => key)
    this.documents = entries.map(({ document }) => document)
  }

  /**
   * @param {Bounds} bounds
   * @returns {[number, number]} the first position within them, and the first after them
   */
  findRange ({ rank, low, lowOpen, high, highOpen }) {
    if (rank === undefined) return [0, this.keys.length]
    const from = low === undefined
      ? this.#findFirst((key) => getBsonSortRank(key) >= rank)
      : this.#findFirst(lowOpen ? (key) => compareBsonValues(key, low) > 0 : (key) => compareBsonValues(key, low) >= 0)
    const to = high === undefined
      ? this.#findFirst((key) => getBsonSortRank(key) > rank)
      : this.#findFirst(highOpen ? (key) => compareBsonValues(key, high) >= 0 : (key) => compareBsonValues(key, high) > 0)
    return [from, Math.max(from, to)]
  }

  /**
   * @param {any} key
   * @param {StoredDocument} document
   */
  #findPosition (key, { serial }) {
    return this.#findFirst((other, at) => (compareBsonValues(other, key) || this.documents[at].serial - serial) >= 0)
  }

  /** @param {(key: any, at: number) => boolean} isReached false up to some position, true from there on */
  #findFirst (isReached) {
    let low = 0
    let high = this.keys.length
    // tries the end of the index first, because most inserts come in ascending order
    if (high > 0 && !isReached(this.keys[high - 1], high - 1)) return high
    while (low < high) {
      const middle = (low + high) >>> 1
      if (isReached(this.keys[middle], middle)) high = middle
      else low = middle + 1
    }
    return low
  }
}
