import { once } from 'node:events'
import { createServer, request } from 'node:http'
import t from 'tap'
import { testLab, assertHolds } from '@hotpath-labs/lab/test'
import { listenWith } from './app.js'
import { askStatus as fast } from './fast.js'
import { askStatus as fetched } from './fetch.js'
import { askStatus as noAgent } from './no-agent.js'
import { askStatus as slow } from './slow.js'
import { askStatus as unread } from './unread.js'

const programs = { slow, noAgent, unread, fast, fetched }
let sockets = 0

/** Starts a server that the programs call. */
async function startOther (t, answer) {
  const server = createServer(answer).on('connection', () => { sockets++ }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => { server.closeAllConnections(); server.close() })
  return `http://127.0.0.1:${/** @type {import('node:net').AddressInfo} */ (server.address()).port}`
}

t.test('calls one after the other open a socket each, or one for all', async (t) => {
  const url = await startOther(t, (req, res) => { res.statusCode = req.url === '/1' ? 404 : 200; res.end('x'.repeat(1000)) })
  for (const [name, askStatus] of Object.entries(programs)) {
    const before = sockets
    for (const item of [0, 1, 2]) {
      t.equal(await askStatus(`${url}/${item}`), item === 1 ? 404 : 200, name)
      // a socket is free only after the turn in which the body has ended
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    t.equal(sockets - before, ['fast', 'fetched'].includes(name) ? 1 : 3, name)
  }
})

t.test('a server that is not there is an error', async (t) => {
  for (const [name, askStatus] of Object.entries(programs)) await t.rejects(askStatus('http://127.0.0.1:1/'), name)
})

t.test('a body of a hundred megabytes is not kept', async (t) => {
  const chunk = Buffer.alloc(1e6)
  const url = await startOther(t, async (req, res) => {
    for (let megabytes = 0; megabytes < 100; megabytes++) if (!res.write(chunk)) await once(res, 'drain')
    res.end()
  })
  const before = process.memoryUsage().rss
  t.equal(await fast(url), 200)
  t.ok(process.memoryUsage().rss - before < 60e6)
})

t.test('a visitor who goes away disturbs nobody', async (t) => {
  const url = await startOther(t, (req, res) => setTimeout(() => res.end('{}'), 20))
  process.env.DOWNSTREAM_URL = url
  const server = await listenWith(fast)
  t.teardown(() => server.close())
  const ask = () => request({ port: server.address().port, host: '127.0.0.1', agent: false })
  await new Promise((resolve) => {
    const impatient = ask().on('error', resolve)
    impatient.end()
    setTimeout(() => impatient.destroy(), 5)
  })
  const [response] = await once(ask().end(), 'response')
  t.equal((await response.toArray()).join(''), '{"inStock":true}')
})

assertHolds(t, await testLab(import.meta.dirname))
