import { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { decodeReply, MalformedMessageError, MessageSplitter } from '../embedded/wire-protocol.js'
import { decompressMessage } from './compressed.mjs'

const OP_REPLY = 1

/**
 * Counts the documents that a database sends to this thread, until `stop` is called. Reads the bytes that arrive at the
 * sockets, and so works with any database, any number of hosts, and TLS. Does not count the documents that worker threads
 * receive.
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
      // ignores connections with other protocols: HTTP's first letters, for example, decode to an impossible length of a MongoDB message
      if (error instanceof MalformedMessageError) splitters.set(socket, 'no database')
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
 * @throws {MalformedMessageError}
 */
export function countReplyDocuments (message) {
  const opCode = message.readInt32LE(12)
  // skips OP_REPLY messages, because a database sends OP_REPLY only to answer the driver's handshake, without documents
  if (opCode === OP_REPLY) return 0
  const { cursor } = decodeReply(decompressMessage(message))
  return (cursor?.firstBatch ?? cursor?.nextBatch ?? []).length
}
