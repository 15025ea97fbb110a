import { createServer } from 'node:http'

/** @import { Server } from 'node:http' */

/**
 * Starts a server that leaks memory in proportion to `work`.
 *
 * @param {number} work words of eight bytes that every request leaves behind
 * @returns {Promise<Server>} listening
 */
export function startProbeServer (work) {
  /** @type {number[][]} */
  const kept = []
  const server = createServer((req, res) => {
    kept.push(Array(work).fill(kept.length))
    res.end('kept')
  })
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)))
}
