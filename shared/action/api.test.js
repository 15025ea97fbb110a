import { createServer } from 'node:http'
import t from 'tap'
import { GithubApi } from './api.js'

async function startApi (t, answer) {
  let count = 0
  const server = createServer((request, response) => {
    const [status, body] = answer(++count, String(request.url))
    response.writeHead(status).end(JSON.stringify(body))
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)))
  t.teardown(() => server.close())
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
  return { api: new GithubApi({ url: `http://127.0.0.1:${port}`, repository: 'o/n', token: 'x', retryMs: [1, 1] }), count: () => count }
}

t.test('a read is repeated after an error of the server, a write is not', async (t) => {
  const read = await startApi(t, (count) => count < 3 ? [502, {}] : [200, { ok: true }])
  t.same(await read.api.call('GET', '/x'), { ok: true })
  const write = await startApi(t, () => [502, {}])
  await t.rejects(write.api.call('POST', '/x', {}), { name: 'ApiError', status: 502 })
  t.equal(write.count(), 1)
})

t.test('a list is read to its end', async (t) => {
  const { api } = await startApi(t, (count, url) => [200, { things: Array.from({ length: url.includes('page=3') ? 7 : 100 }, () => count) }])
  t.equal((await api.list('/things?a=b', 'things')).length, 207)
})
