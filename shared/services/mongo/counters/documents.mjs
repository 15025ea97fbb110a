import { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { inflateSync } from 'node:zlib'
import { MessageSplitter, MalformedMessage } from '../embedded/message-splitter.js'
import { decodeReply } from '../embedded/wire-protocol.js'

const OP_REPLY = 1
const OP_COMPRESSED = 2012
/** By the number that the protocol gives them. @type {Record<number, (bytes: Buffer) => Buffer>} */
const DECOMPRESS = { 0: (bytes) => bytes, 2: (bytes) => inflateSync(bytes) }

/**
 * Counts the documents that this thread is sent by a database, where its sockets hand them over, until `stop`: any engine, through TLS, from
 * as many hosts as there are. Nothing stands in the way of what is sent before and after. What a worker thread fetches by itself is not seen.
 *
 * @returns {{ calls: () => number, stop: () => void }}
 */
export function count () {
  /** @type {WeakMap<object, MessageSplitter | 'no database'>} */
  const streams = new WeakMap()
  let documents = 0
  /** @type {Error | undefined} */
  let uncountable

  /** @param {Socket} socket @param {Buffer} chunk */
  const read = (socket, chunk) => {
    const splitter = streams.get(socket) ?? new MessageSplitter()
    if (splitter === 'no database') return
    streams.set(socket, splitter)
    try {
      for (const message of splitter.push(chunk)) documents += documentsIn(message)
    } catch (error) {
      // what a browser or a downstream server sends begins with letters, which are a length that no message can have
      if (error instanceof MalformedMessage) streams.set(socket, 'no database')
      else uncountable ??= error
    }
  }

  const { push } = Readable.prototype
  Readable.prototype.push = /** @this {Readable} */ function (chunk, encoding) {
    if (this instanceof Socket && Buffer.isBuffer(chunk)) read(this, chunk)
    return push.call(this, chunk, encoding)
  }
  return {
    calls () {
      if (uncountable) throw uncountable
      return documents
    },
    stop () { Readable.prototype.push = push },
  }
}

/**
 * @param {Buffer} message from a server
 * @returns {number} the documents of a cursor in it
 * @throws {MalformedMessage} when it is none
 */
export function documentsIn (message) {
  const opCode = message.readInt32LE(12)
  // the first answer on a connection may come in the form of before 2017, which is good for nothing else
  if (opCode === OP_REPLY) return 0
  const { cursor } = decodeReply(opCode === OP_COMPRESSED ? decompressed(message) : message)
  return (cursor?.firstBatch ?? cursor?.nextBatch ?? []).length
}

/** @param {Buffer} message behind whose header stand the opcode, the size and the compressor of what it wraps */
function decompressed (message) {
  const decompress = DECOMPRESS[message[24]]
  if (!decompress) throw new Error('documents compressed with snappy or zstd cannot be counted: remove compressors from MONGODB_URL, or use zlib')
  const body = decompress(message.subarray(25))
  const header = Buffer.from(message.subarray(0, 16))
  header.writeInt32LE(16 + body.length, 0)
  header.writeInt32LE(message.readInt32LE(16), 12)
  return Buffer.concat([header, body])
}
