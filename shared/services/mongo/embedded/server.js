import { once } from 'node:events'
import { createServer } from 'node:net'
import { describeError } from './command-error.js'
import { executeCommand } from './commands.js'
import { decodeRequest, encodeReply, MessageSplitter, writeHeader } from './wire-protocol.js'

/**
 * @import { AddressInfo, Socket } from 'node:net'
 * @import { Data } from './commands.js'
 * @import { Request } from './wire-protocol.js'
 */

/**
 * Starts a database server that speaks MongoDB's wire protocol on a free loopback port and keeps all data in memory.
 *
 * @returns {Promise<{ port: number, url: string, close: () => Promise<void> }>}
 */
export async function startEmbeddedServer () {
  /** @type {Data} */
  const data = { databases: new Map(), cursors: new Map() }
  /** @type {Set<Socket>} */
  const sockets = new Set()
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    // a destroyed socket emits 'close', and the line above removes the socket from `sockets`
    socket.on('error', () => socket.destroy())
    serveConnection(socket, data)
  })
  await once(server.listen({ port: 0, host: '127.0.0.1' }), 'listening')
  const { port } = /** @type {AddressInfo} */ (server.address())
  return {
    port,
    url: `mongodb://127.0.0.1:${port}/`,
    close () {
      return new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      })
    },
  }
}

/** @param {Socket} socket @param {Data} data */
function serveConnection (socket, data) {
  const splitter = new MessageSplitter()
  socket.on('data', (chunk) => {
    try {
      for (const message of splitter.push(chunk)) {
        if (socket.destroyed) return
        const request = decodeRequest(message)
        const reply = answerRequest(request, data)
        if (!request.unacknowledged) write(socket, reply)
      }
    } catch {
      // closes the connection, because after a malformed message the start of the next message is unknown
      socket.destroy()
    }
  })
}

/** @param {Request} request @param {Data} data @returns {Buffer} */
function answerRequest (request, data) {
  try {
    const reply = executeCommand(request, data)
    return Buffer.isBuffer(reply) ? writeHeader(reply, request.id) : encodeReply({ ...reply, ok: 1 }, request)
  } catch (error) {
    return encodeReply({ ok: 0, ...describeError(error) }, request)
  }
}

/** @param {Socket} socket @param {Buffer} reply */
function write (socket, reply) {
  if (socket.write(reply) || socket.isPaused()) return
  // stops reading requests until the client has read its replies: unread replies would fill the memory
  socket.pause()
  socket.once('drain', () => socket.resume())
}
