import { deserialize, serialize } from 'bson'
import { crc32c } from './checksum.js'
import { MalformedMessage } from './frames.js'

const OP_REPLY = 1
const OP_QUERY = 2004
const OP_MSG = 2013
const CHECKSUM_PRESENT = 1
const MORE_TO_COME = 2
const REQUIRED_FLAGS = 0xffff

/** Bytes in front of the body of an OP_MSG: header, flags, kind of section. */
export const HEADROOM = 21

/**
 * @typedef {object} Request
 * @property {number} id
 * @property {boolean} legacy it came as OP_QUERY and wants an OP_REPLY
 * @property {boolean} unacknowledged the client waits for no reply
 * @property {string} name the command: the first field
 * @property {Record<string, any>} command decoded; `documents` of an insert stay bytes
 * @property {number} bodyBytes the size of the command without its document sequences
 */

/**
 * @param {Buffer} message a whole message with its header
 * @returns {Request}
 * @throws {MalformedMessage} when it is none
 */
export function decodeRequest (message) {
  const id = message.readInt32LE(4)
  const opCode = message.readInt32LE(12)
  try {
    if (opCode === OP_MSG) return { id, legacy: false, ...decodeMsg(message) }
    if (opCode === OP_QUERY) return { id, legacy: true, unacknowledged: false, ...decodeQuery(message) }
  } catch (error) {
    throw error instanceof MalformedMessage ? error : new MalformedMessage(error.message)
  }
  // OP_COMPRESSED as well: no compressor was offered, so nobody may use one
  throw new MalformedMessage(`opcode ${opCode} is not supported`)
}

/** @param {Buffer} message */
function decodeMsg (message) {
  const flags = message.readUInt32LE(16)
  if (flags & REQUIRED_FLAGS & ~(CHECKSUM_PRESENT | MORE_TO_COME)) {
    throw new MalformedMessage(`Message contains illegal flags value: 0x${flags.toString(16)}`)
  }
  let end = message.length
  if (flags & CHECKSUM_PRESENT) {
    end -= 4
    if (crc32c(message.subarray(0, end)) !== message.readUInt32LE(end)) {
      throw new MalformedMessage('OP_MSG checksum does not match contents')
    }
  }
  let body
  /** @type {[string, Uint8Array[]][]} */
  const sequences = []
  for (let at = 20; at < end;) {
    const kind = message[at++]
    const size = message.readInt32LE(at)
    if (size < 5 || at + size > end) throw new MalformedMessage('a section reaches beyond its message')
    const section = message.subarray(at, at + size)
    if (kind === 0 && !body) body = section
    else if (kind === 1) sequences.push(decodeSequence(section))
    else throw new MalformedMessage(`Unknown or repeated section kind: ${kind}`)
    at += size
  }
  if (!body) throw new MalformedMessage('OP_MSG messages must have a body')
  return { unacknowledged: Boolean(flags & MORE_TO_COME), ...decodeCommand(body, sequences) }
}

/**
 * @param {Buffer} section
 * @returns {[string, Uint8Array[]]} the name of the field, and its documents
 */
function decodeSequence (section) {
  const nameEnd = section.indexOf(0, 4)
  if (nameEnd < 0) throw new MalformedMessage('a document sequence without a name')
  const documents = []
  for (let at = nameEnd + 1; at < section.length;) {
    const size = section.readInt32LE(at)
    if (size < 5 || at + size > section.length) throw new MalformedMessage('a document reaches beyond its sequence')
    documents.push(section.subarray(at, at + size))
    at += size
  }
  return [section.toString('utf8', 4, nameEnd), documents]
}

/**
 * @param {Buffer} body
 * @param {[string, Uint8Array[]][]} sequences
 */
function decodeCommand (body, sequences) {
  const name = body.length > 5 ? body.toString('utf8', 5, body.indexOf(0, 5)) : ''
  const insert = name === 'insert'
  /** @type {Record<string, any>} */
  const command = deserialize(body, insert ? { fieldsAsRaw: { documents: true } } : {})
  for (const [field, documents] of sequences) {
    if (Object.hasOwn(command, field)) throw new MalformedMessage(`Duplicate document sequence ${field}`)
    command[field] = insert ? documents : documents.map((bytes) => deserialize(bytes))
  }
  return { name, command, bodyBytes: body.length }
}

/** @param {Buffer} message */
function decodeQuery (message) {
  const nameEnd = message.indexOf(0, 20)
  const namespace = message.toString('utf8', 20, nameEnd)
  if (nameEnd < 0 || !namespace.endsWith('.$cmd')) {
    throw new MalformedMessage('OP_QUERY is no longer supported but for the handshake')
  }
  const at = nameEnd + 9
  const request = decodeCommand(message.subarray(at, at + message.readInt32LE(at)), [])
  request.command.$db = namespace.slice(0, -5)
  return request
}

/**
 * @param {Record<string, any>} document
 * @param {Request} request that it answers
 * @returns {Buffer} a whole message
 */
export function encodeReply (document, request) {
  const body = serialize(document)
  if (!request.legacy) {
    const message = Buffer.allocUnsafe(HEADROOM + body.length)
    message.set(body, HEADROOM)
    return sealMsg(message, request.id)
  }
  const message = Buffer.alloc(36 + body.length)
  writeHeader(message, request.id, OP_REPLY)
  message.writeInt32LE(8, 16) // AwaitCapable, which every server has set since 1.6
  message.writeInt32LE(1, 32)
  message.set(body, 36)
  return message
}

/**
 * Completes a message whose body already stands behind `HEADROOM` free bytes.
 *
 * @param {Buffer} message
 * @param {number} responseTo
 * @returns {Buffer} the same
 */
export function sealMsg (message, responseTo) {
  writeHeader(message, responseTo, OP_MSG)
  message.writeUInt32LE(0, 16)
  message[20] = 0
  return message
}

let lastId = 0

/**
 * @param {Buffer} message
 * @param {number} responseTo
 * @param {number} opCode
 */
function writeHeader (message, responseTo, opCode) {
  lastId = (lastId + 1) | 0
  message.writeInt32LE(message.length, 0)
  message.writeInt32LE(lastId, 4)
  message.writeInt32LE(responseTo, 8)
  message.writeInt32LE(opCode, 12)
}

/**
 * @param {Record<string, any>} command with its `$db`
 * @returns {Buffer} a whole OP_MSG, as a client sends it
 */
export function encodeCommand (command) {
  return encodeReply(command, { id: 0, legacy: false, unacknowledged: false, name: '', command, bodyBytes: 0 })
}

/**
 * @param {Buffer} message a whole OP_MSG
 * @returns {Record<string, any>} its body
 */
export function decodeReply (message) {
  return decodeRequest(message).command
}
