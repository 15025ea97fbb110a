import { createServer } from 'node:net'
import { Store } from './collection.js'
import { asCommandError } from './command-error.js'
import { executeCommand } from './commands/index.js'
import { Cursors } from './cursors.js'
import { MessageSplitter } from './message-splitter.js'
import { decodeRequest, encodeReply, writeMsgHeader } from './wire-protocol.js'

/** @import { AddressInfo, Socket } from 'node:net' */
/** @import { Data } from './commands/index.js' */
/** @import { Request } from './wire-protocol.js' */

/**
 * Starts a server that speaks MongoDB's wire protocol on the loopback interface and keeps all data in memory.
 *
 * @param {{ port?: number }} [options] port 0 stands for any free port
 * @returns {Promise<{ port: number, url: string, close: () => Promise<void> }>}
 * @throws {Error} when the port is in use
 */
export async function startServer ({ port: wantedPort = 0 } = {}) {
  const data = { store: new Store(), cursors: new Cursors() }
  /** @type {Set<Socket>} */
  const sockets = new Set()
  let connectionId = 0
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    // the event 'close' follows
    socket.on('error', () => socket.destroy())
    serveConnection(socket, data, ++connectionId)
  })
  await new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port: wantedPort, host: '127.0.0.1' }, () => resolve(undefined))
  })
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

/** @param {Socket} socket @param {Data} data @param {number} connectionId */
function serveConnection (socket, data, connectionId) {
  const splitter = new MessageSplitter()
  socket.on('data', (chunk) => {
    try {
      for (const message of splitter.push(chunk)) {
        if (socket.destroyed) return
        const request = decodeRequest(message)
        const reply = answerRequest(request, data, connectionId)
        if (!request.unacknowledged) write(socket, reply)
      }
    } catch {
      // after a malformed message nobody knows where the next message starts
      socket.destroy()
    }
  })
}

/** @param {Request} request @param {Data} data @param {number} connectionId @returns {Buffer} */
function answerRequest (request, data, connectionId) {
  try {
    const reply = executeCommand(request, data, connectionId)
    return Buffer.isBuffer(reply) ? writeMsgHeader(reply, request.id) : encodeReply({ ...reply, ok: 1 }, request)
  } catch (error) {
    return encodeReply(asCommandError(error).toReply(), request)
  }
}

/** @param {Socket} socket @param {Buffer} reply */
function write (socket, reply) {
  if (socket.write(reply) || socket.isPaused()) return
  // a client that sends requests without reading replies must not fill the memory
  socket.pause()
  socket.once('drain', () => socket.resume())
}
