import { connect, createServer } from 'node:net'
import { channel } from '@hotpath-labs/engine/worker/index.cjs'

/** @import { AddressInfo, Socket } from 'node:net' */

/**
 * Forwards all data from one socket to another after a delay, and keeps the order of the data.
 *
 * @param {Socket} from
 * @param {Socket} to
 * @param {number} ms
 */
function delay (from, to, ms) {
  from.on('data', (chunk) => setTimeout(() => to.write(chunk), ms))
  from.on('close', () => setTimeout(() => to.destroy(), ms))
  from.on('error', () => {})
}

channel.answer({
  async load ({ to, ms }) {
    const server = createServer({ noDelay: true }, (client) => {
      const database = connect({ ...to, noDelay: true })
      delay(client, database, ms)
      delay(database, client, ms)
    })
    await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)))
    return { port: /** @type {AddressInfo} */ (server.address()).port }
  },
})
