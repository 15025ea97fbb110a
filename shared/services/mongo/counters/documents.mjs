import { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { inflateSync } from 'node:zlib'
import { MalformedMessage, MessageSplitter } from '../embedded/message-splitter.js'
import { decodeReply } from '../embedded/wire-protocol.js'

const OP_REPLY = 1
const OP_COMPRESSED = 2012
/**
 * Functions that decompress a message, by the number of the compressor in MongoDB's protocol.
 * @type {Record<number, (bytes: Buffer) => Buffer>}
 */
const DECOMPRESS = { 0: (bytes) => bytes, 2: (bytes) => inflateSync(bytes) }

/**
 * Counts the documents that a database sends to this thread, until `stop` is called. Reads the bytes of the sockets, which works
 * with any database and any number of hosts, also through TLS. Documents for worker threads are not counted.
 *
 * @returns {{ calls: () => number, stop: () => void }}
 */
export function startCounting () {
  /** @type {WeakMap<object, MessageSplitter | 'no database'>} */
  const splitters = new WeakMap()
  let documents = 0
  /** @type {Error | undefined} */
  let failure

  /** @param {Socket} socket @param {Buffer} chunk */
  const read = (socket, chunk) => {
    const splitter = splitters.get(socket) ?? new MessageSplitter()
    if (splitter === 'no database') return
    splitters.set(socket, splitter)
    try {
      for (const message of splitter.push(chunk)) documents += countReplyDocuments(message)
    } catch (error) {
      // ignores a connection without MongoDB messages, such as HTTP, whose first letters make an impossible message length
      if (error instanceof MalformedMessage) splitters.set(socket, 'no database')
      else failure ??= error
    }
  }

  const { push } = Readable.prototype
  Readable.prototype.push = /** @this {Readable} */ function (chunk, encoding) {
    if (this instanceof Socket && Buffer.isBuffer(chunk)) read(this, chunk)
    return push.call(this, chunk, encoding)
  }
  return {
    calls () {
      if (failure) throw failure
      return documents
    },
    stop () { Readable.prototype.push = push },
  }
}

/**
 * @param {Buffer} message from a server
 * @returns {number} the documents of a cursor in it
 * @throws {MalformedMessage}
 */
export function countReplyDocuments (message) {
  const opCode = message.readInt32LE(12)
  // an OP_REPLY has no documents, because a database sends it only as the first reply, to the driver's handshake
  if (opCode === OP_REPLY) return 0
  const { cursor } = decodeReply(opCode === OP_COMPRESSED ? decompress(message) : message)
  return (cursor?.firstBatch ?? cursor?.nextBatch ?? []).length
}

/** @param {Buffer} message with the opcode, the size and the compressor of its content after the header */
function decompress (message) {
  const decompressBody = DECOMPRESS[message[24]]
  if (!decompressBody) {
    throw new Error('documents compressed with snappy or zstd cannot be counted: remove compressors from MONGODB_URL, or use zlib')
  }
  const body = decompressBody(message.subarray(25))
  // leaves the compressed message's length in the header, because decodeReply reads only the opcode there
  return Buffer.concat([message.subarray(0, 12), message.subarray(16, 20), body])
}
