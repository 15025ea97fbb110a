import { createServer } from 'node:http'
import { fn } from 'hotpath'
import { LoadGenerator } from './load-generator.js'

const REQUESTS = 100
const server = createServer((request, response) => response.end('{"hello":"world"}'))
/** @type {LoadGenerator} */
let load

// the server costs the same on both sides, so a slowdown of the generator alone looks smaller than it is
fn('load generator', {
  async setup () {
    await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)))
    const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
    const request = { method: 'GET', path: '/', connections: 10, answers: /** @type {const} */ ('alike') }
    load = new LoadGenerator({ place: { port }, request, findFault: (body) => body === '{"hello":"world"}' ? undefined : 'gave a wrong answer' })
  },
  async run () {
    const { latenciesUs } = await load.send(REQUESTS)
    return latenciesUs.length
  },
  teardown () {
    load.close()
    server.close()
  },
})
