import { encodeBatchReply, findBatchEnd } from './batch.js'
import { CommandError } from './command-error.js'

const DEFAULT_BATCH = 101
/** Maximum number of open cursors. One more closes the oldest cursor, because killed clients leave cursors open: docs/decisions/001 */
const MAX_CURSORS = 10_000

/** Open cursors: query results that clients have fetched only partly. */
export class CursorStore {
  /** @type {Map<number, Uint8Array[]>} items that are still to be fetched, by cursor id */
  #open = new Map()
  #lastId = 0

  /**
   * @param {string} namespace
   * @param {Uint8Array[]} items
   * @param {{ batchSize?: number, singleBatch?: boolean }} [options]
   * @returns {Buffer} the reply with the first batch
   */
  open (namespace, items, { batchSize = DEFAULT_BATCH, singleBatch = false } = {}) {
    const end = findBatchEnd(items, 0, Number(batchSize))
    const done = end >= items.length || singleBatch
    if (!done) this.#open.set(++this.#lastId, items.slice(end))
    if (this.#open.size > MAX_CURSORS) this.close([...this.#open.keys()][0])
    return encodeBatchReply('firstBatch', items.slice(0, end), done ? 0 : this.#lastId, namespace)
  }

  /**
   * @param {number} id
   * @param {string} namespace
   * @param {number} batchSize
   * @returns {Buffer} the reply with the next batch
   * @throws {CommandError} CursorNotFound
   */
  next (id, namespace, batchSize) {
    const items = this.#open.get(id)
    if (!items) throw new CommandError(43, `cursor id ${id} not found`)
    const end = findBatchEnd(items, 0, batchSize)
    const done = end >= items.length
    if (done) this.close(id)
    else this.#open.set(id, items.slice(end))
    return encodeBatchReply('nextBatch', items.slice(0, end), done ? 0 : id, namespace)
  }

  /**
   * @param {number} id
   * @returns {boolean} true if it was open
   */
  close (id) {
    return this.#open.delete(id)
  }
}
