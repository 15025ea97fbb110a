import { Socket } from 'node:net'
import { decodeRequest, MalformedMessageError, MessageSplitter } from '../embedded/wire-protocol.js'
import { decompressMessage } from './compressed.mjs'

/** @import { Request } from '../embedded/wire-protocol.js' */

/**
 * Watches the commands that this thread sends to a database, until `stop` is called. Misses commands of worker threads.
 *
 * @param {(name: string, command: Request['command']) => void} onCommand
 * @returns {{ check: () => void, stop: () => void }} `check` throws an Error if a command could not be read
 */
export function watchCommands (onCommand) {
  /** @type {Error | undefined} */
  let failure
  const { write } = Socket.prototype
  Socket.prototype.write = /** @this {Socket} @param {any[]} args */ function (...args) {
    try {
      // a driver writes complete messages
      if (Buffer.isBuffer(args[0])) for (const { name, command } of decodeRequests(args[0])) onCommand(name, command)
    } catch (error) {
      // ignores data that is no MongoDB message, such as the variant's own HTTP replies
      if (!(error instanceof MalformedMessageError)) failure ??= error
    }
    return write.apply(this, /** @type {Parameters<typeof write>} */ (args))
  }
  return {
    check () { if (failure) throw failure },
    stop () { Socket.prototype.write = write },
  }
}

/** @param {Buffer} bytes @returns {Request[]} @throws {Error} */
function decodeRequests (bytes) {
  return [...new MessageSplitter().push(bytes)].map((message) => decodeRequest(decompressMessage(message)))
}
