import { once } from 'node:events'
import { connect } from 'node:net'

/** Requests of a round. */
const REQUESTS = 1000

/** @param {import('node:http').Server} server that is to answer a round of its own requests */
export async function round (server) {
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
  // by hand, because fetch would take five times as long as the server does
  const socket = connect(port, '127.0.0.1')
  for (let sent = 0; sent < REQUESTS; sent++) {
    socket.write('GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n')
    await once(socket, 'data')
  }
  socket.destroy()
}
