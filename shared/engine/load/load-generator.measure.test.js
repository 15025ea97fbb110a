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

/** Loads a server that answers with a text, or with what a listener does. @param {any} t @param {any} answer @param {object} [options] */
async function startLoad (t, answer, options) {
  const port = await serve(t, typeof answer === 'string' ? (req, res) => res.end(answer) : answer)
  const load = new LoadGenerator({ place: { port }, request, findFault: () => undefined, ...options })
  t.teardown(() => load.close())
  return load
}

/** @param {string} text */
const expects = (text) => ({ findFault: (body) => body === text ? undefined : 'gave a wrong answer' })

t.test('sends exactly the requested number of requests, block after block', async (t) => {
  let requests = 0
  const load = await startLoad(t, (req, res) => { requests++; res.end('hello') }, expects('hello'))
  for (const [count, total] of [[7, 7], [100, 107], [1, 108]]) {
    const { latenciesUs } = await load.send(count)
    t.same([requests, latenciesUs.length], [total, count])
    t.ok(latenciesUs.every((us) => us > 0))
  }
})

t.test('a pause between blocks is part of no latency', async (t) => {
  const load = await startLoad(t, 'hello')
  await load.send(20)
  await new Promise((resolve) => setTimeout(resolve, 1500))
  const { latenciesUs } = await load.send(20)
  t.ok(Math.max(...latenciesUs) < 1.5e6)
})

t.test('a wrong body and a wrong status reject the block', async (t) => {
  await t.rejects((await startLoad(t, 'goodbye', expects('hello'))).send(5), { code: 'WRONG_ANSWER' })
  const refused = await startLoad(t, (req, res) => { res.statusCode = 500; res.end('hello') })
  await t.rejects(refused.send(5), /answered with status 500/)
})

t.test('a character split over two chunks is decoded as one', async (t) => {
  const bytes = Buffer.from('grün')
  const load = await startLoad(t, async (req, res) => {
    res.setHeader('content-length', bytes.length)
    res.write(bytes.subarray(0, 3))
    await new Promise((resolve) => setTimeout(resolve, 5))
    res.end(bytes.subarray(3))
  }, expects('grün'))
  t.equal((await load.send(20)).latenciesUs.length, 20)
})

t.test('an incomplete last character decodes as it does for a single request', async (t) => {
  const answer = (req, res) => res.end(Buffer.from('café', 'latin1'))
  const { body } = await sendRequest({ port: await serve(t, answer) }, request)
  const load = await startLoad(t, answer, expects(body))
  t.equal((await load.send(20)).latenciesUs.length, 20)
})

t.test('with a pace, a late timer is not part of the latency on a free connection', async (t) => {
  const load = await startLoad(t, 'hello')
  await load.send(20)
  const sending = load.send(5, 1)
  const until = performance.now() + 300
  while (performance.now() < until);
  const { seconds, latenciesUs } = await sending
  t.ok(seconds > 0.3, 'all of them were due while this process was busy')
  t.ok(Math.min(...latenciesUs) < 2.9e5, 'but the delay is not the latency')
})

t.test('a drawn request is sent in the place of the usual one, and has an answer of its own', async (t) => {
  const answer = (req, res) => { res.statusCode = req.url === '/' ? 200 : 404; res.end(req.url) }
  const other = { request: { ...request, path: '/other' }, findDifference: (status, body) => status === 404 && body === '/other' ? undefined : `answers ${status} ${body}` }
  let turn = 0
  const load = await startLoad(t, answer, { ...expects('/'), draw: () => turn++ % 4 ? undefined : other })
  const { latenciesUs } = await load.send(100)
  t.ok(latenciesUs.length > 50 && latenciesUs.length < 100, 'the latency of another request is not counted')
  const wrong = await startLoad(t, answer, { draw: () => ({ ...other, findDifference: (status) => `answers ${status}` }) })
  await t.rejects(wrong.send(5), { code: 'WRONG_ANSWER', message: 'answers 404' })
})
