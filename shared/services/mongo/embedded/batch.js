import { Long, serialize } from 'bson'
import { OP_MSG_HEADER_BYTES } from './wire-protocol.js'

/** Maximum size in bytes of all documents in one reply: MongoDB's limit for BSON. A reply with a single document may be larger. */
const MAX_BATCH_BYTES = 16_777_216
const EMBEDDED_DOCUMENT = 3
/** Offset in bytes of `cursor`'s value in the BSON of { ok: 1, cursor }: length 4, field `ok` 8, type of `cursor` 1, its name 7. */
const CURSOR_AT = 20

/**
 * @param {Uint8Array[]} items
 * @param {number} from
 * @param {number} count maximum number of items
 * @returns {number} the end of the batch that begins at `from`
 */
export function findBatchEnd (items, from, count) {
  const last = Math.min(items.length, from + count)
  let size = 0
  let at = from
  while (at < last && (at === from || size + items[at].length <= MAX_BATCH_BYTES)) size += items[at++].length
  return at
}

/**
 * Encodes the reply to find, aggregate or getMore. Copies the bytes of the documents without decoding them.
 *
 * @param {'firstBatch' | 'nextBatch'} name
 * @param {Uint8Array[]} items
 * @param {number} cursorId 0 after the last batch
 * @param {string} namespace
 * @returns {Buffer} an OP_MSG without its header
 */
export function encodeBatchReply (name, items, cursorId, namespace) {
  const frame = serialize({ ok: 1, cursor: { id: Long.fromNumber(cursorId), ns: namespace, [name]: [] } })
  // the documents go before the last three bytes, which are zeros and end the array, the field `cursor` and the reply
  const itemsAt = OP_MSG_HEADER_BYTES + frame.length - 3
  let size = OP_MSG_HEADER_BYTES + frame.length
  // reserves 9 bytes before each document: 1 for the type, up to 7 for the digits of the array index, and 1 zero byte
  for (const item of items) size += item.length + 9
  const message = Buffer.allocUnsafe(size)
  message.set(frame, OP_MSG_HEADER_BYTES)
  let at = writeItems(message, itemsAt, items)
  const added = at - itemsAt
  message.fill(0, at, at += 3)
  for (const lengthAt of [0, CURSOR_AT, frame.length - 7]) {
    message.writeInt32LE(message.readInt32LE(OP_MSG_HEADER_BYTES + lengthAt) + added, OP_MSG_HEADER_BYTES + lengthAt)
  }
  return message.subarray(0, at)
}

/**
 * @param {Buffer} message
 * @param {number} at
 * @param {Uint8Array[]} items
 * @returns {number} the end
 */
function writeItems (message, at, items) {
  for (let index = 0; index < items.length; index++) {
    message[at] = EMBEDDED_DOCUMENT
    const end = writeDigits(message, at + 1, index)
    message[end] = 0
    message.set(items[index], end + 1)
    at = end + 1 + items[index].length
  }
  return at
}

/**
 * @param {Buffer} message
 * @param {number} at
 * @param {number} value
 * @returns {number} the end
 */
function writeDigits (message, at, value) {
  const end = at + (value < 10 ? 1 : value < 100 ? 2 : value < 1000 ? 3 : String(value).length)
  for (let i = end - 1; i >= at; i--) {
    message[i] = 48 + value % 10
    value = (value / 10) | 0
  }
  return end
}
