import { createServer } from 'node:net'
import { Store } from './collection.js'
import { Connection } from './connection.js'
import { Cursors } from './cursors.js'

/**
 * Starts a server that speaks MongoDB's wire protocol and keeps everything in memory.
 *
 * @param {object} [options]
 * @param {number} [options.port] 0 takes a free one
 * @param {number} [options.orphanMs] how long a cursor outlives the connection that used it last, in milliseconds
 * @returns {Promise<{ port: number, url: string, close: () => Promise<void> }>}
 * @throws {Error} when the port cannot be had
 */
export async function startServer ({ port = 0, orphanMs } = {}) {
  const server = {
    store: new Store(),
    cursors: new Cursors({ orphanMs }),
    /** @type {Set<Connection>} */
    connections: new Set(),
  }
  const listener = createServer((socket) => new Connection(socket, server))
  await new Promise((resolve, reject) => {
    listener.once('error', reject)
    listener.listen({ port, host: '127.0.0.1' }, () => resolve(undefined))
  })
  const address = /** @type {import('node:net').AddressInfo} */ (listener.address())
  return {
    port: address.port,
    url: `mongodb://127.0.0.1:${address.port}/`,
    close () {
      server.cursors.close()
      return new Promise((resolve) => {
        listener.close(() => resolve())
        for (const connection of server.connections) connection.destroy()
      })
    },
  }
}
