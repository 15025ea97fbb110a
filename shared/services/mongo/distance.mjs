import { connect, createServer } from 'node:net'
import { channel } from 'hotpath/worker'

/** Everything that goes through arrives so much later, in its order, as over a long wire. @param {import('node:net').Socket} from @param {import('node:net').Socket} to @param {number} ms */
function delayed (from, to, ms) {
  from.on('data', (chunk) => setTimeout(() => to.write(chunk), ms))
  from.on('close', () => setTimeout(() => to.destroy(), ms))
  from.on('error', () => {})
}

channel.answer({
  async load (request) {
    const server = createServer({ noDelay: true }, (near) => {
      const far = connect({ ...request.to, noDelay: true })
      delayed(near, far, request.ms)
      delayed(far, near, request.ms)
    })
    await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)))
    return { port: /** @type {import('node:net').AddressInfo} */ (server.address()).port }
  },
})
