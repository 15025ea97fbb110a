import { once } from 'node:events'
import { createServer } from 'node:net'

/** @import { AddressInfo } from 'node:net' */

/** @returns {Promise<number>} a port of this machine on which nothing listens */
export async function findFreePort () {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = /** @type {AddressInfo} */ (server.address())
  server.close()
  await once(server, 'close')
  return port
}
