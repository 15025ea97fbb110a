import { deserialize, serialize } from 'bson'
import { MalformedMessageError } from './message-splitter.js'

const OP_REPLY = 1
const OP_QUERY = 2004
const OP_MSG = 2013
const MORE_TO_COME = 2
const REQUIRED_FLAGS = 0xffff

/** Number of bytes before the body of an OP_MSG message: header 16, flags 4, section kind 1. */
export const OP_MSG_HEADER_BYTES = 21

/**
 * @typedef {object} Request
 * @property {number} id
 * @property {boolean} legacy it came as OP_QUERY and needs an OP_REPLY
 * @property {boolean} unacknowledged the client expects no reply
 * @property {string} name the command: the first field
 * @property {Record<string, any>} command decoded, except the `documents` of an insert
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
    if (opCode === OP_MSG) return { id, legacy: false, ...decodeMsg(message) }
    if (opCode === OP_QUERY) return { id, legacy: true, unacknowledged: false, ...decodeQuery(message) }
  } catch (error) {
    throw new MalformedMessageError(error.message)
  }
  throw new MalformedMessageError(`opcode ${opCode} is not supported`)
}

/** @param {Buffer} message */
function decodeMsg (message) {
  const flags = message.readUInt32LE(16)
  if (flags & REQUIRED_FLAGS & ~MORE_TO_COME) throw new Error(`Message contains illegal flags value: 0x${flags.toString(16)}`)
  let body
  /** @type {Buffer[]} */
  const sequences = []
  for (let at = 20; at < message.length;) {
    const section = takeSized(message, at + 1)
    if (message[at] === 0 && !body) body = section
    else if (message[at] === 1) sequences.push(section)
    else throw new Error(`Unknown or repeated section kind: ${message[at]}`)
    at += 1 + section.length
  }
  if (!body) throw new Error('OP_MSG messages must have a body')
  return { unacknowledged: Boolean(flags & MORE_TO_COME), ...decodeCommand(body, sequences) }
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
 * @param {Buffer} body
 * @param {Buffer[]} sequences the documents of one field each
 */
function decodeCommand (body, sequences) {
  const name = body.length > 5 ? body.toString('utf8', 5, body.indexOf(0, 5)) : ''
  const inserts = name === 'insert'
  /** @type {Record<string, any>} */
  const command = deserialize(body, inserts ? { fieldsAsRaw: { documents: true } } : {})
  for (const sequence of sequences) {
    const nameEnd = sequence.indexOf(0, 4)
    if (nameEnd < 0) throw new Error('a document sequence without a name')
    const documents = []
    for (let at = nameEnd + 1; at < sequence.length; at += documents[documents.length - 1].length) documents.push(takeSized(sequence, at))
    command[sequence.toString('utf8', 4, nameEnd)] = inserts ? documents : documents.map((bytes) => deserialize(bytes))
  }
  return { name, command }
}

/** @param {Buffer} message */
function decodeQuery (message) {
  const nameEnd = message.indexOf(0, 20)
  const namespace = message.toString('utf8', 20, nameEnd)
  if (!namespace.endsWith('.$cmd')) throw new Error('OP_QUERY is supported only for the handshake')
  const request = decodeCommand(takeSized(message, nameEnd + 9), [])
  request.command.$db = namespace.slice(0, -5)
  return request
}

/**
 * Encodes the reply to a request as a message with a header.
 *
 * @param {Record<string, any>} document
 * @param {Request} request
 * @returns {Buffer}
 */
export function encodeReply (document, request) {
  const body = serialize(document)
  const bodyAt = request.legacy ? 36 : OP_MSG_HEADER_BYTES
  const message = Buffer.alloc(bodyAt + body.length)
  message.set(body, bodyAt)
  if (!request.legacy) return writeOpMsgHeader(message, request.id)
  message.writeInt32LE(8, 16) // the flag AwaitCapable, which every server since 1.6 sets
  message.writeInt32LE(1, 32)
  return writeHeader(message, request.id, OP_REPLY)
}

/**
 * Writes the header of an OP_MSG message into the message's first `OP_MSG_HEADER_BYTES` bytes.
 *
 * @param {Buffer} message
 * @param {number} responseTo
 * @returns {Buffer} the same message
 */
export function writeOpMsgHeader (message, responseTo) {
  message.fill(0, 16, OP_MSG_HEADER_BYTES)
  return writeHeader(message, responseTo, OP_MSG)
}

let lastId = 0

/**
 * @param {Buffer} message
 * @param {number} responseTo
 * @param {number} opCode
 */
function writeHeader (message, responseTo, opCode) {
  lastId = (lastId + 1) | 0
  for (const [nth, value] of [message.length, lastId, responseTo, opCode].entries()) message.writeInt32LE(value, nth * 4)
  return message
}

/**
 * Encodes a command as a client sends it, as a message with a header.
 *
 * @param {Record<string, any>} command with its `$db`
 * @returns {Buffer}
 */
export function encodeCommand (command) {
  return encodeReply(command, { id: 0, legacy: false, unacknowledged: false, name: '', command })
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
