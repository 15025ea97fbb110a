import { once } from 'node:events'
import { createServer } from 'node:http'
import t from 'tap'
import { sendRequest } from './http.js'
import { LoadGenerator } from './load-generator.js'

/**
 * @import { AddressInfo } from 'node:net'
 */

const request = { method: /** @type {const} */ ('GET'), path: '/', connections: 10, answers: /** @type {const} */ ('alike') }

async function serve (t, listener) {
  const server = createServer(listener).listen(0, '127.0.0.1')
  t.teardown(() => { server.closeAllConnections(); server.close() })
  await once(server, 'listening')
  return /** @type {AddressInfo} */ (server.address()).port
}

t.test('sends exactly the requested number of requests, block after block', async (t) => {
  let requests = 0
  const port = await serve(t, (req, res) => { requests++; res.end('hello') })
  const load = new LoadGenerator({ place: { port }, request, findFault: (body) => body === 'hello' ? undefined : 'gave a wrong answer' })
  t.teardown(() => load.close())
  for (const [count, total] of [[7, 7], [100, 107], [1, 108], [250, 358]]) {
    const { latenciesUs } = await load.send(count)
    t.equal(requests, total)
    t.equal(latenciesUs.length, count)
    t.ok(latenciesUs.every((us) => us > 0))
  }
})

t.test('a pause between blocks is part of no latency', async (t) => {
  const port = await serve(t, (req, res) => res.end('hello'))
  const load = new LoadGenerator({ place: { port }, request, findFault: () => undefined })
  t.teardown(() => load.close())
  await load.send(20)
  await new Promise((resolve) => setTimeout(resolve, 1500))
  const { latenciesUs } = await load.send(20)
  t.ok(Math.max(...latenciesUs) < 1.5e6)
})

t.test('a wrong body and a wrong status reject the block', async (t) => {
  const port = await serve(t, (req, res) => res.end('goodbye'))
  const wrong = new LoadGenerator({ place: { port }, request, findFault: (body) => body === 'hello' ? undefined : 'gave a wrong answer' })
  t.teardown(() => wrong.close())
  await t.rejects(wrong.send(5), { code: 'WRONG_ANSWER' })

  const refusing = await serve(t, (req, res) => { res.statusCode = 500; res.end('hello') })
  const refused = new LoadGenerator({ place: { port: refusing }, request, findFault: () => undefined })
  t.teardown(() => refused.close())
  await t.rejects(refused.send(5), /answered with status 500/)
})

t.test('a character split over two chunks is decoded as one', async (t) => {
  const bytes = Buffer.from('grün')
  const port = await serve(t, async (req, res) => {
    res.setHeader('content-length', bytes.length)
    res.write(bytes.subarray(0, 3))
    await new Promise((resolve) => setTimeout(resolve, 5))
    res.end(bytes.subarray(3))
  })
  const load = new LoadGenerator({ place: { port }, request, findFault: (body) => body === 'grün' ? undefined : 'gave a wrong answer' })
  t.teardown(() => load.close())
  t.equal((await load.send(20)).latenciesUs.length, 20)
})

t.test('an incomplete last character decodes as it does for a single request', async (t) => {
  const port = await serve(t, (req, res) => res.end(Buffer.from('café', 'latin1')))
  const { body } = await sendRequest({ port }, request)
  const load = new LoadGenerator({ place: { port }, request, findFault: (one) => one === body ? undefined : 'gave a wrong answer' })
  t.teardown(() => load.close())
  t.equal((await load.send(20)).latenciesUs.length, 20)
})

t.test('with a pace, a late timer is not part of the latency on a free connection', async (t) => {
  const port = await serve(t, (req, res) => res.end('hello'))
  const load = new LoadGenerator({ place: { port }, request, findFault: () => undefined })
  t.teardown(() => load.close())
  await load.send(20)
  const sending = load.send(5, 1)
  const until = performance.now() + 300
  while (performance.now() < until);
  const { seconds, latenciesUs } = await sending
  t.ok(seconds > 0.3, 'all of them were due while this process was busy')
  t.ok(Math.min(...latenciesUs) < 2.9e5, 'but the delay is not the latency')
})

t.test('a drawn request is sent in the place of the usual one, and has an answer of its own', async (t) => {
  const port = await serve(t, (req, res) => { res.statusCode = req.url === '/' ? 200 : 404; res.end(req.url) })
  const other = { request: { ...request, path: '/other' }, findDifference: (status, body) => status === 404 && body === '/other' ? undefined : `answers ${status} ${body}` }
  let turn = 0
  const load = new LoadGenerator({ place: { port }, request, findFault: (body) => body === '/' ? undefined : body, draw: () => turn++ % 4 ? undefined : other })
  t.teardown(() => load.close())
  const { latenciesUs } = await load.send(100)
  t.ok(latenciesUs.length > 50 && latenciesUs.length < 100, 'the latency of another request is not counted')

  const wrong = new LoadGenerator({ place: { port }, request, findFault: () => undefined, draw: () => ({ ...other, findDifference: (status) => `answers ${status}` }) })
  t.teardown(() => wrong.close())
  await t.rejects(wrong.send(5), { code: 'WRONG_ANSWER', message: 'answers 404' })
})
