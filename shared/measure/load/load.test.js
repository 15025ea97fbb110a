import { createServer } from 'node:http'
import { once } from 'node:events'
import t from 'tap'
import { Load } from './load.js'

const request = { method: /** @type {const} */ ('GET'), path: '/', connections: 10, answers: /** @type {const} */ ('alike') }

/** @param {any} t @param {import('node:http').RequestListener} listener */
async function serve (t, listener) {
  const server = createServer(listener).listen(0, '127.0.0.1')
  t.teardown(() => { server.closeAllConnections(); server.close() })
  await once(server, 'listening')
  return /** @type {import('node:net').AddressInfo} */ (server.address()).port
}

t.test('lets through exactly as many requests as it is told to, block after block', async (t) => {
  let requests = 0
  const port = await serve(t, (req, res) => { requests++; res.end('hello') })
  const load = new Load({ port, request, isRight: (body) => body === 'hello' })
  t.teardown(() => load.close())
  for (const [count, total] of [[7, 7], [100, 107], [1, 108], [250, 358]]) {
    const { latenciesUs } = await load.send(count)
    t.equal(requests, total)
    t.equal(latenciesUs.length, count)
    t.ok(latenciesUs.every((us) => us > 0))
  }
})

t.test('a pause between two blocks is in no latency', async (t) => {
  const port = await serve(t, (req, res) => res.end('hello'))
  const load = new Load({ port, request, isRight: () => true })
  t.teardown(() => load.close())
  await load.send(20)
  await new Promise((resolve) => setTimeout(resolve, 1500))
  const { latenciesUs } = await load.send(20)
  t.ok(Math.max(...latenciesUs) < 1.5e6)
})

t.test('a wrong body and a wrong status reject the block', async (t) => {
  const port = await serve(t, (req, res) => res.end('goodbye'))
  const wrong = new Load({ port, request, isRight: (body) => body === 'hello' })
  t.teardown(() => wrong.close())
  await t.rejects(wrong.send(5), /answered something other than the right answer: "goodbye"/)

  const refusing = await serve(t, (req, res) => { res.statusCode = 500; res.end('hello') })
  const refused = new Load({ port: refusing, request, isRight: () => true })
  t.teardown(() => refused.close())
  await t.rejects(refused.send(5), /answered with status 500/)
})
