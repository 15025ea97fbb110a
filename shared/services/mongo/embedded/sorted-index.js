import { Failure } from './failure.js'
import { compare, rankOf } from './order.js'
import { isThere, valuesAt } from './path.js'
import { shown } from './wording.js'

/** @typedef {import('./stored-document.js').StoredDocument} StoredDocument */

/**
 * A stretch of keys. Without `low` or `high` it ends where the values of that rank end, as a comparison in a query does.
 *
 * @typedef {object} Bounds
 * @property {number} [rank] all ranks without it
 * @property {any} [low]
 * @property {boolean} [lowOpen] without `low` itself
 * @property {any} [high]
 * @property {boolean} [highOpen] without `high` itself
 */

/** An index over one field: its keys in MongoDB's order, each beside the document that has it. */
export class SortedIndex {
  /** @type {any[]} */
  keys = []
  /** @type {StoredDocument[]} */
  documents = []
  /** whether some document has several keys, so that two conditions may be met by two different ones */
  multikey = false

  /**
   * @param {object} spec
   * @param {string} spec.name
   * @param {string} spec.field
   * @param {1 | -1} spec.direction
   * @param {boolean} [spec.unique]
   * @param {boolean} [spec.sparse] documents without the field are left out
   */
  constructor ({ name, field, direction, unique = false, sparse = false }) {
    this.name = name
    this.field = field
    this.direction = direction
    this.unique = unique
    this.sparse = sparse
  }

  /** @returns {Record<string, 1 | -1>} */
  get pattern () {
    return { [this.field]: this.direction }
  }

  /** @returns {Record<string, any>} as listIndexes shows it */
  describe () {
    return {
      v: 2,
      key: this.pattern,
      name: this.name,
      // MongoDB does not show that _id is unique
      ...(this.unique && this.field !== '_id' && { unique: true }),
      ...(this.sparse && { sparse: true }),
    }
  }

  /**
   * @param {Record<string, any>} content of a document
   * @returns {any[]} its keys, each once
   */
  keysOf (content) {
    if (this.sparse && !isThere(content, this.field)) return []
    const values = valuesAt(content, this.field)
    if (values.length === 1) return values
    const sorted = [...values].sort(compare)
    return sorted.filter((value, i) => i === 0 || compare(value, sorted[i - 1]) !== 0)
  }

  /**
   * @param {Record<string, any>} content
   * @param {StoredDocument} [self] the document that is being replaced
   * @returns {{ key: any } | undefined} a key that another document has already, where that is forbidden
   */
  conflict (content, self) {
    if (!this.unique) return
    for (const key of this.keysOf(content)) {
      const at = this.#first((other) => compare(other, key) >= 0)
      if (at < this.keys.length && this.documents[at] !== self && compare(this.keys[at], key) === 0) return { key }
    }
  }

  /** @param {StoredDocument} document */
  add (document) {
    const keys = this.keysOf(document.content)
    if (keys.length > 1) this.multikey = true
    for (const key of keys) {
      const at = this.#place(key, document.serial)
      this.keys.splice(at, 0, key)
      this.documents.splice(at, 0, document)
    }
  }

  /** @param {StoredDocument} document with the content it was added with */
  remove (document) {
    for (const key of this.keysOf(document.content)) {
      const at = this.#place(key, document.serial)
      this.keys.splice(at, 1)
      this.documents.splice(at, 1)
    }
  }

  /**
   * Fills an empty index in one go.
   *
   * @param {Iterable<StoredDocument>} documents
   * @param {string} namespace for the message
   * @throws {Failure} DuplicateKey
   */
  build (documents, namespace) {
    /** @type {{ key: any, document: StoredDocument }[]} */
    const entries = []
    for (const document of documents) {
      const keys = this.keysOf(document.content)
      if (keys.length > 1) this.multikey = true
      for (const key of keys) entries.push({ key, document })
    }
    entries.sort((a, b) => compare(a.key, b.key) || a.document.serial - b.document.serial)
    for (let i = 1; this.unique && i < entries.length; i++) {
      if (compare(entries[i].key, entries[i - 1].key) === 0) throw duplicate(namespace, this, entries[i].key)
    }
    this.keys = entries.map(({ key }) => key)
    this.documents = entries.map(({ document }) => document)
  }

  /**
   * @param {Bounds} bounds
   * @returns {[number, number]} from the first position within to the first behind
   */
  range ({ rank, low, lowOpen, high, highOpen }) {
    if (rank === undefined) return [0, this.keys.length]
    const from = low === undefined
      ? this.#first((key) => rankOf(key) >= rank)
      : this.#first(lowOpen ? (key) => compare(key, low) > 0 : (key) => compare(key, low) >= 0)
    const to = high === undefined
      ? this.#first((key) => rankOf(key) > rank)
      : this.#first(highOpen ? (key) => compare(key, high) >= 0 : (key) => compare(key, high) > 0)
    return [from, Math.max(from, to)]
  }

  /**
   * @param {any} key
   * @param {number} serial
   */
  #place (key, serial) {
    return this.#first((other, at) => (compare(other, key) || this.documents[at].serial - serial) >= 0)
  }

  /** @param {(key: any, at: number) => boolean} reached false up to some position, true from there on */
  #first (reached) {
    let low = 0
    let high = this.keys.length
    // loading in ascending order is the common case, and then the place is the end
    if (high > 0 && !reached(this.keys[high - 1], high - 1)) return high
    while (low < high) {
      const middle = (low + high) >>> 1
      if (reached(this.keys[middle], middle)) high = middle
      else low = middle + 1
    }
    return low
  }
}

/**
 * @param {string} namespace
 * @param {SortedIndex} index
 * @param {any} key
 * @returns {Failure}
 */
export function duplicate (namespace, index, key) {
  const value = key ?? null
  return new Failure(11000,
    `E11000 duplicate key error collection: ${namespace} index: ${index.name} dup key: { ${index.field}: ${shown(value)} }`,
    { keyPattern: index.pattern, keyValue: { [index.field]: value } })
}
