import { HEADROOM } from './wire.js'

/** A batch holds no more, so that its reply stays a BSON document; but always one document. */
const MAX_BATCH_BYTES = 16_777_216
const EMBEDDED = 3
const ARRAY = 4
const STRING = 2
const DOUBLE = 1
const INT64 = 18
// 'cursor' element head, 'firstBatch' or 'nextBatch' head, id, ns, ok and the closing zeros, without the name's bytes
const FRAME_BYTES = 100

/**
 * @param {Uint8Array[]} items
 * @param {number} from
 * @param {number} count at most so many
 * @returns {number} where the batch that begins at `from` ends
 */
export function batchEnd (items, from, count) {
  const last = Math.min(items.length, from + count)
  let size = 0
  let at = from
  while (at < last && (at === from || size + items[at].length <= MAX_BATCH_BYTES)) size += items[at++].length
  return at
}

/**
 * The reply to a find, aggregate or getMore: the documents' bytes one after the other, none of them decoded.
 *
 * @param {'firstBatch' | 'nextBatch'} name
 * @param {Uint8Array[]} items
 * @param {number} from
 * @param {number} to
 * @param {bigint} cursorId 0 when there is no more
 * @param {string} namespace
 * @returns {Buffer} a message whose header is still to be written
 */
export function encodeBatch (name, items, from, to, cursorId, namespace) {
  const namespaceBytes = Buffer.byteLength(namespace)
  let size = HEADROOM + FRAME_BYTES + namespaceBytes
  // a type, the place in digits and a zero stand before each
  for (let i = from; i < to; i++) size += items[i].length + 9
  const message = Buffer.allocUnsafe(size)
  const body = HEADROOM
  let at = head(message, body + 4, EMBEDDED, 'cursor')
  const cursor = at
  at = head(message, cursor + 4, ARRAY, name)
  const array = at
  at = writeItems(message, array + 4, items, from, to)
  at = close(message, array, at)
  at = head(message, at, INT64, 'id')
  at = message.writeBigInt64LE(cursorId, at)
  at = head(message, at, STRING, 'ns')
  at = message.writeInt32LE(namespaceBytes + 1, at)
  at += message.write(namespace, at)
  message[at++] = 0
  at = close(message, cursor, at)
  at = head(message, at, DOUBLE, 'ok')
  at = message.writeDoubleLE(1, at)
  return message.subarray(0, close(message, body, at))
}

/**
 * @param {Buffer} message
 * @param {number} at
 * @param {Uint8Array[]} items
 * @param {number} from
 * @param {number} to
 */
function writeItems (message, at, items, from, to) {
  for (let i = from; i < to; i++) {
    message[at++] = EMBEDDED
    at = writeDigits(message, at, i - from)
    message[at++] = 0
    message.set(items[i], at)
    at += items[i].length
  }
  return at
}

/**
 * @param {Buffer} message
 * @param {number} at
 * @param {number} value
 */
function writeDigits (message, at, value) {
  const digits = value < 10 ? 1 : value < 100 ? 2 : value < 1000 ? 3 : String(value).length
  for (let i = at + digits - 1; i >= at; i--) {
    message[i] = 48 + value % 10
    value = (value / 10) | 0
  }
  return at + digits
}

/**
 * @param {Buffer} message
 * @param {number} at
 * @param {number} type
 * @param {string} name
 */
function head (message, at, type, name) {
  message[at++] = type
  at += message.write(name, at, 'latin1')
  message[at++] = 0
  return at
}

/**
 * @param {Buffer} message
 * @param {number} start of the document that ends here
 * @param {number} at
 */
function close (message, start, at) {
  message[at++] = 0
  message.writeInt32LE(at - start, start)
  return at
}
