import t from 'tap'
import { sendRequest } from '@hotpath-labs/engine/load/http.js'
import { testLab, assertHolds } from '@hotpath-labs/lab/test'
import fast from './fast.js'
import keptString from './kept-string.js'

for (const [name, listen] of /** @type {[string, () => Promise<import('node:http').Server>][]} */ ([['kept-string', keptString], ['fast', fast]])) {
  t.test(`${name}: who has the answer already is not sent it again`, async (t) => {
    const server = await listen()
    t.teardown(() => { server.closeAllConnections(); server.close() })
    const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
    const first = await fetch(`http://127.0.0.1:${port}/tree`)
    const etag = String(first.headers.get('etag'))
    t.match(await first.json(), { sum: 49999895000055, tree: { left: { right: {} } } })
    t.match(first.headers.get('content-type'), /^application\/json/)
    // fetch would ask for no cached answer
    const again = (tag) => sendRequest({ port }, { method: 'GET', path: '/tree', headers: { 'if-none-match': tag }, connections: 1, answers: 'alike' })
    t.same(await again(etag), { status: 304, type: '', body: '' })
    t.equal((await again('"another"')).status, 200)
  })
}

assertHolds(t, await testLab(import.meta.dirname))
