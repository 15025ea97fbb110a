import { randomBytes } from 'node:crypto'
import { batchEnd, encodeBatch } from './batch.js'
import { Failure } from './failure.js'

/** As MongoDB's cursorTimeoutMillis. */
const IDLE_MS = 600_000
/** A pool may go on over another connection; nobody comes back after this. */
const ORPHAN_MS = 10_000

/**
 * @typedef {object} Cursor
 * @property {bigint} id
 * @property {string} namespace
 * @property {Uint8Array[]} items
 * @property {number} position
 * @property {object} connection that used it last
 * @property {string} [session]
 * @property {number} deadline ms since the epoch
 */

/** The results that clients have not fetched to the end. */
export class Cursors {
  /** @type {Map<bigint, Cursor>} */
  #open = new Map()
  /** @type {NodeJS.Timeout | undefined} */
  #sweep

  /** @param {{ orphanMs?: number }} [options] */
  constructor ({ orphanMs = ORPHAN_MS } = {}) {
    this.orphanMs = orphanMs
  }

  get size () {
    return this.#open.size
  }

  /**
   * @param {object} request
   * @param {string} request.namespace
   * @param {Uint8Array[]} request.items
   * @param {number} request.batchSize
   * @param {boolean} [request.single] the first batch is the last one
   * @param {object} request.connection
   * @param {string} [request.session]
   * @returns {Buffer} the first batch
   */
  first ({ namespace, items, batchSize, single = false, connection, session }) {
    const end = batchEnd(items, 0, batchSize)
    let id = 0n
    if (end < items.length && !single) {
      id = randomBytes(8).readBigUInt64LE() >> 1n
      this.#open.set(id, { id, namespace, items, position: end, connection, session, deadline: Date.now() + IDLE_MS })
      this.#sweep ??= setInterval(() => this.#expire(), IDLE_MS / 10).unref()
    }
    return encodeBatch('firstBatch', items, 0, end, id, namespace)
  }

  /**
   * @param {bigint} id
   * @param {string} namespace
   * @param {number} batchSize
   * @param {object} connection
   * @returns {Buffer} the next batch
   * @throws {Failure} CursorNotFound, or Unauthorized for another collection's cursor
   */
  next (id, namespace, batchSize, connection) {
    const cursor = this.#open.get(id)
    if (!cursor) throw new Failure(43, `cursor id ${id} not found`)
    if (cursor.namespace !== namespace) {
      throw new Failure(13, `Requested getMore on namespace '${namespace}', ` +
        `but cursor belongs to a different namespace ${cursor.namespace}`)
    }
    const from = cursor.position
    cursor.position = batchEnd(cursor.items, from, batchSize)
    cursor.connection = connection
    cursor.deadline = Date.now() + IDLE_MS
    const done = cursor.position >= cursor.items.length
    if (done) this.#open.delete(id)
    return encodeBatch('nextBatch', cursor.items, from, cursor.position, done ? 0n : id, namespace)
  }

  /**
   * @param {bigint} id
   * @param {string} namespace
   * @returns {boolean} whether it was there
   */
  kill (id, namespace) {
    return this.#open.get(id)?.namespace === namespace && this.#open.delete(id)
  }

  /** @param {Set<string>} sessions that have ended */
  endSessions (sessions) {
    this.#drop((cursor) => cursor.session !== undefined && sessions.has(cursor.session))
  }

  /** @param {object} connection that was closed */
  orphan (connection) {
    if (![...this.#open.values()].some((cursor) => cursor.connection === connection)) return
    setTimeout(() => this.#drop((cursor) => cursor.connection === connection), this.orphanMs).unref()
  }

  close () {
    clearInterval(this.#sweep)
    this.#open.clear()
  }

  #expire () {
    const now = Date.now()
    this.#drop((cursor) => cursor.deadline < now)
  }

  /** @param {(cursor: Cursor) => boolean} doomed */
  #drop (doomed) {
    for (const cursor of this.#open.values()) if (doomed(cursor)) this.#open.delete(cursor.id)
  }
}
