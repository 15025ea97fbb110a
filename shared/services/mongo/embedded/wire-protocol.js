import { deserialize, Long, serialize } from 'bson'

/** Maximum size of a message in bytes. The reply to `hello` reports this limit. The server closes a connection with a longer message. */
export const MAX_MESSAGE_BYTES = 48_000_000
/** Number of bytes before the body of an OP_MSG message: header 16, flags 4, section kind 1. */
export const OP_MSG_HEADER_BYTES = 21

const HEADER_BYTES = 16
const OP_REPLY = 1
const OP_QUERY = 2004
const OP_MSG = 2013
const MORE_TO_COME = 2
/** Offset in bytes of `cursor`'s value in the BSON of { ok: 1, cursor }: length 4, field `ok` 8, type of `cursor` 1, its name 7. */
const CURSOR_AT = 20

/** What stands before each document of an array: its type, the digits of its index, and a zero. @type {Buffer[]} */
const heads = []

/** Error for bytes that are no MongoDB message. It makes a connection useless: nobody knows where the next message starts. */
export class MalformedMessageError extends Error {
  name = 'MalformedMessageError'
}

/** Splits the byte stream of one socket into MongoDB messages. */
export class MessageSplitter {
  /** @type {Buffer[]} */
  #chunks = []
  #length = 0

  #joinChunks () {
    this.#chunks = [Buffer.concat(this.#chunks)]
  }

  /**
   * Adds a chunk and yields every message that is now complete.
   *
   * @param {Buffer} chunk
   * @returns {Generator<Buffer, void>}
   * @throws {MalformedMessageError} on a length that no message can have
   */
  * push (chunk) {
    this.#chunks.push(chunk)
    this.#length += chunk.length
    while (this.#length >= 4) {
      if (this.#chunks[0].length < 4) this.#joinChunks()
      const size = this.#chunks[0].readInt32LE(0)
      if (size < HEADER_BYTES || size > MAX_MESSAGE_BYTES) throw new MalformedMessageError(`no message has ${size} bytes`)
      if (this.#length < size) return
      // joins chunks once per message, because joining at every chunk would take quadratic time for messages of up to 48 MB
      if (this.#chunks.length > 1) this.#joinChunks()
      const [bytes] = this.#chunks
      this.#length -= size
      this.#chunks = this.#length > 0 ? [bytes.subarray(size)] : []
      yield bytes.subarray(0, size)
    }
  }
}

/**
 * @typedef {object} Request
 * @property {number} id
 * @property {boolean} [legacy] it came as OP_QUERY and needs an OP_REPLY
 * @property {boolean} [unacknowledged] the client expects no reply
 * @property {string} name the command: the first field
 * @property {Record<string, any>} command decoded
 */

/**
 * Decodes a request from a driver. A driver's first request is an OP_QUERY message, all others are OP_MSG messages.
 *
 * @param {Buffer} message
 * @returns {Request}
 * @throws {MalformedMessageError} on any other bytes
 */
export function decodeRequest (message) {
  const id = message.readInt32LE(4)
  const opCode = message.readInt32LE(12)
  try {
    if (opCode === OP_MSG) return { id, ...decodeMsg(message) }
    if (opCode === OP_QUERY) return { id, legacy: true, ...decodeQuery(message) }
  } catch (error) {
    throw new MalformedMessageError(error.message)
  }
  throw new MalformedMessageError(`opcode ${opCode} is not supported`)
}

/** @param {Buffer} message */
function decodeMsg (message) {
  const flags = message.readUInt32LE(HEADER_BYTES)
  /** @type {Record<string, any> | undefined} */
  let body
  /** @type {Buffer[]} */
  const sequences = []
  for (let at = HEADER_BYTES + 4; at < message.length;) {
    const section = takeSized(message, at + 1)
    if (message[at] === 0 && !body) body = deserialize(section)
    else if (message[at] === 1) sequences.push(section)
    else throw new Error('an unknown or repeated section')
    at += 1 + section.length
  }
  if (!body) throw new Error('no body')
  for (const sequence of sequences) {
    const nameEnd = sequence.indexOf(0, 4)
    /** @type {Record<string, any>[]} */
    const documents = body[sequence.toString('utf8', 4, nameEnd)] = []
    for (let at = nameEnd + 1; at < sequence.length; at += sequence.readInt32LE(at)) documents.push(deserialize(takeSized(sequence, at)))
  }
  return { unacknowledged: Boolean(flags & MORE_TO_COME), name: Object.keys(body)[0] ?? '', command: body }
}

/** @param {Buffer} message */
function decodeQuery (message) {
  const nameEnd = message.indexOf(0, HEADER_BYTES + 4)
  const command = deserialize(takeSized(message, nameEnd + 9))
  return { name: Object.keys(command)[0], command }
}

/**
 * @param {Buffer} bytes
 * @param {number} at where a length begins that counts itself
 * @returns {Buffer} the bytes of that length
 */
function takeSized (bytes, at) {
  const size = bytes.readInt32LE(at)
  if (size < 5 || at + size > bytes.length) throw new Error('the length of a section or document does not fit into its message')
  return bytes.subarray(at, at + size)
}

/**
 * Encodes the reply to a request as a message with a header.
 *
 * @param {Record<string, any>} document
 * @param {{ id: number, legacy?: boolean }} request
 * @returns {Buffer}
 */
export function encodeReply (document, request) {
  const body = serialize(document)
  const bodyAt = request.legacy ? 36 : OP_MSG_HEADER_BYTES
  const message = Buffer.alloc(bodyAt + body.length)
  message.set(body, bodyAt)
  if (!request.legacy) return writeHeader(message, request.id)
  message.writeInt32LE(8, 16) // the flag AwaitCapable, which every server since 1.6 sets
  message.writeInt32LE(1, 32)
  return writeHeader(message, request.id, OP_REPLY)
}

/**
 * Encodes the reply to find, aggregate or getMore. Copies the bytes of the documents without decoding them.
 *
 * @param {'firstBatch' | 'nextBatch'} name
 * @param {Uint8Array[]} items
 * @param {number} cursorId 0 after the last batch
 * @param {string} namespace
 * @returns {Buffer} an OP_MSG that lacks its header
 */
export function encodeBatchReply (name, items, cursorId, namespace) {
  const frame = serialize({ ok: 1, cursor: { id: Long.fromNumber(cursorId), ns: namespace, [name]: [] } })
  let size = OP_MSG_HEADER_BYTES + frame.length
  // the documents go before the last three bytes, which are zeros and end the array, the field `cursor` and the reply
  const itemsAt = size - 3
  // reserves 9 bytes before each document: 1 for the type, up to 7 for the digits of the array index, and 1 zero byte
  for (const item of items) size += item.length + 9
  const message = Buffer.alloc(size)
  message.set(frame, OP_MSG_HEADER_BYTES)
  let at = itemsAt
  for (const [index, item] of items.entries()) {
    const head = heads[index] ??= Buffer.from(`\x03${index}\0`)
    message.set(head, at)
    message.set(item, at += head.length)
    at += item.length
  }
  for (const lengthAt of [0, CURSOR_AT, frame.length - 7]) {
    const offset = OP_MSG_HEADER_BYTES + lengthAt
    message.writeInt32LE(message.readInt32LE(offset) + at - itemsAt, offset)
  }
  return message.subarray(0, at + 3)
}

/**
 * @param {Buffer} message
 * @param {number} responseTo
 * @param {number} [opCode]
 * @returns {Buffer} the same message
 */
export function writeHeader (message, responseTo, opCode = OP_MSG) {
  for (const [nth, value] of [message.length, 0, responseTo, opCode].entries()) message.writeInt32LE(value, nth * 4)
  return message
}

/**
 * Encodes a command as a client sends it, as a message with a header.
 *
 * @param {Record<string, any>} command with its `$db`
 * @returns {Buffer}
 */
export function encodeCommand (command) {
  return encodeReply(command, { id: 0 })
}

/**
 * Decodes the body of an OP_MSG message, which is a BSON document.
 *
 * @param {Buffer} message
 * @returns {Record<string, any>}
 */
export function decodeReply (message) {
  return decodeRequest(message).command
}
