import { execute } from './commands/index.js'
import { asFailure, Failure } from './failure.js'
import { Frames } from './frames.js'
import { MAX_COMMAND_BYTES } from './stored-document.js'
import { decodeRequest, encodeReply, sealMsg } from './wire.js'

let lastId = 0

/** One client's socket. What goes wrong on it ends it, and it alone. */
export class Connection {
  #frames = new Frames()
  #socket
  #server

  /**
   * @param {import('node:net').Socket} socket
   * @param {import('./commands/index.js').Server} server
   */
  constructor (socket, server) {
    this.id = ++lastId
    this.#socket = socket
    this.#server = server
    server.connections.add(this)
    socket.setNoDelay(true)
    socket.on('data', (chunk) => this.#read(chunk))
    // a reset: 'close' follows and does the rest
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      server.connections.delete(this)
      server.cursors.orphan(this)
    })
  }

  destroy () {
    this.#socket.destroy()
  }

  /** @param {Buffer} chunk */
  #read (chunk) {
    try {
      for (const message of this.#frames.push(chunk)) {
        if (this.#socket.destroyed) return
        const request = decodeRequest(message)
        const reply = this.#answer(request)
        if (!request.unacknowledged) this.#write(reply)
      }
    } catch {
      // MalformedMessage: where the next message begins is unknown
      this.#socket.destroy()
    }
  }

  /**
   * @param {import('./wire.js').Request} request
   * @returns {Buffer}
   */
  #answer (request) {
    try {
      refuseOversize(request)
      const reply = execute(request, this.#server, this)
      return Buffer.isBuffer(reply) ? sealMsg(reply, request.id) : encodeReply({ ...reply, ok: 1 }, request)
    } catch (error) {
      return encodeReply(asFailure(error).toReply(), request)
    }
  }

  /** @param {Buffer} reply */
  #write (reply) {
    if (this.#socket.write(reply) || this.#socket.isPaused()) return
    // a client that asks without reading must not fill the memory
    this.#socket.pause()
    this.#socket.once('drain', () => this.#socket.resume())
  }
}

/** @param {import('./wire.js').Request} request */
function refuseOversize ({ name, command, bodyBytes }) {
  if (bodyBytes <= MAX_COMMAND_BYTES) return
  const hex = bodyBytes.toString(16).toUpperCase()
  throw new Failure(10334, `BSONObj size: ${bodyBytes} (0x${hex}) is invalid. Size must be between 0 and ` +
    `${MAX_COMMAND_BYTES}(16MB) First element: ${name}: ${JSON.stringify(command[name])}`)
}
