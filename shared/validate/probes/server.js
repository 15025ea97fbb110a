import { createServer } from 'node:http'

/** @import { Server } from 'node:http' */

const text = JSON.stringify({ id: 4711, name: 'a record', tags: ['one', 'two', 'three'], at: { x: 1.5, y: -2.5 } })

/**
 * Starts a server on which a request costs 15 µs, plus a time in proportion to `work`.
 *
 * @param {number} work texts to parse and write again
 * @returns {Promise<Server>} listening
 */
export function startProbeServer (work) {
  const server = createServer((req, res) => {
    let last = text
    for (let i = 0; i < work; i++) last = JSON.stringify(JSON.parse(last))
    res.end(last)
  })
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)))
}
