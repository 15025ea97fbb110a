import { ObjectId, serialize } from 'bson'
import { CommandError, createUnsupportedError } from './command-error.js'

/** @typedef {Record<string, any>} Content */
/** @typedef {{ bytes: Uint8Array, content: Content }} StoredDocument BSON, and the same decoded: nobody changes it */
/**
 * A key of an index: the rank of the value's type in MongoDB's order, and a value that `<` can compare. With the third number a key
 * is a place just before (-1) or just after (1) the entries with that value.
 *
 * @typedef {[rank: number, value?: any, side?: number]} Key
 */
/** @typedef {{ low: Key, high: Key }} Range between two places */
/** @typedef {{ key: Record<string, number>, name: string }} IndexSpec */

/** @type {Record<string, number>} */
const RANKS = { undefined: 1, number: 2, string: 3, ObjectId: 7, boolean: 8, Date: 9 }
const OTHER_RANK = 20

/**
 * @param {any} value as bson decodes it. Numbers that are no doubles are found by a scan only
 * @returns {Key} a missing value counts as null
 */
function toKey (value) {
  // NaN sorts before all numbers
  if (Number.isNaN(value)) return [1.5]
  const type = value?._bsontype ?? (value instanceof Date ? 'Date' : typeof (value ?? undefined))
  const rank = RANKS[type] ?? OTHER_RANK
  if (type === 'ObjectId') return [rank, value.toHexString()]
  return [rank, rank === OTHER_RANK ? JSON.stringify(value) : value ?? 0]
}

/**
 * @param {unknown} value
 * @param {-1 | 1} side
 * @returns {Key | undefined} the place just before or after a value; undefined for types that an index cannot find
 */
export function findPlace (value, side) {
  const [rank, key] = toKey(value)
  return rank >= 2 && rank < OTHER_RANK ? [rank, key, side] : undefined
}

/** @param {Key} a @param {Key} b @returns {number} below, at or above zero */
function compareKeys ([rank, value, side = 0], [otherRank, other, otherSide = 0]) {
  return rank - otherRank || (value < other ? -1 : value > other ? 1 : side - otherSide)
}

/**
 * @param {Content} content
 * @returns {StoredDocument} with the _id as the first field
 */
export function encodeDocument ({ _id = new ObjectId(), ...fields }) {
  const content = { _id, ...fields }
  return { bytes: serialize(content), content }
}

/** An index over one field: a list of entries that is sorted by key. */
export class Index {
  /** @type {{ key: Key, document: StoredDocument }[]} */
  entries = []

  /** @param {IndexSpec} spec */
  constructor (spec) {
    this.spec = { v: 2, ...spec }
    this.field = Object.keys(spec.key)[0]
  }

  /** @param {Content} content @returns {Key} */
  readKey (content) {
    /** @type {Content | undefined} */
    let value = content
    for (const name of this.field.split('.')) {
      value = value?.[name]
      if (Array.isArray(value)) throw createUnsupportedError('an index over an array')
    }
    return toKey(value)
  }

  /** @param {StoredDocument} document */
  add (document) {
    const key = this.readKey(document.content)
    const [rank, value] = key
    this.entries.splice(this.#findPosition([rank, value, 1]), 0, { key, document })
  }

  /** @param {StoredDocument} document with the content that it was added with */
  remove (document) {
    let at = this.#findPosition(this.readKey(document.content))
    while (this.entries[at].document !== document) at++
    this.entries.splice(at, 1)
  }

  /** @param {Range} range @returns {StoredDocument[]} ordered by key */
  find ({ low, high }) {
    return this.entries.slice(this.#findPosition(low), this.#findPosition(high)).map(({ document }) => document)
  }

  /** @param {Key} key @returns {number} the position of the first entry that is not below it */
  #findPosition (key) {
    let low = 0
    let high = this.entries.length
    // tries the end of the index first, because most inserts come in ascending order
    if (high > 0 && compareKeys(this.entries[high - 1].key, key) < 0) return high
    while (low < high) {
      const middle = (low + high) >>> 1
      if (compareKeys(this.entries[middle].key, key) < 0) low = middle + 1
      else high = middle
    }
    return low
  }
}

/** A collection in memory: its documents in the order of insertion, and its indexes. */
export class Collection {
  /** @type {Set<StoredDocument>} */
  documents = new Set()
  indexes = [new Index({ key: { _id: 1 }, name: '_id_' })]

  /**
   * @param {StoredDocument} document
   * @throws {CommandError} then nothing has changed
   */
  insert (document) {
    const [[rank, value]] = this.#readKeys(document)
    if (this.indexes[0].find({ low: [rank, value, -1], high: [rank, value, 1] }).length > 0) {
      const { _id } = document.content
      throw new CommandError(11000, `E11000 duplicate key error: ${JSON.stringify({ _id })}`, { keyPattern: { _id: 1 }, keyValue: { _id } })
    }
    this.documents.add(document)
    for (const index of this.indexes) index.add(document)
  }

  /**
   * @param {StoredDocument} document one of this collection
   * @param {StoredDocument} replacement with the same _id
   * @throws {CommandError} then nothing has changed
   */
  replace (document, replacement) {
    this.#readKeys(replacement)
    for (const index of this.indexes) index.remove(document)
    Object.assign(document, replacement)
    for (const index of this.indexes) index.add(document)
  }

  /** @param {StoredDocument} document one of this collection */
  remove (document) {
    this.documents.delete(document)
    for (const index of this.indexes) index.remove(document)
  }

  /**
   * @param {IndexSpec} spec
   * @throws {CommandError} then nothing has changed
   */
  addIndex (spec) {
    const index = new Index(spec)
    for (const document of this.documents) index.add(document)
    this.indexes.push(index)
  }

  /** @param {StoredDocument} document */
  #readKeys ({ content }) {
    return this.indexes.map((index) => index.readKey(content))
  }
}
