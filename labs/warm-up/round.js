import { connect } from 'node:net'
import { finished } from 'node:stream/promises'

const REQUESTS = 2500

/** @param {import('node:http').Server} server that is to answer a round of its own requests */
export async function round (server) {
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
  const socket = connect(port, '127.0.0.1')
  // all at once, because a client that waits for each answer costs more than the server
  socket.write('GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'.repeat(REQUESTS - 1))
  socket.write('GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n')
  await finished(socket.resume())
}
