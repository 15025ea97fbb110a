import { createServer } from 'node:http'
import t from 'tap'
import { DrawnRequests } from './http.js'
import { LoadGenerator } from './load-generator.js'

/**
 * @import { AddressInfo } from 'node:net'
 * @import { Request } from './http.js'
 */

/** @type {Request} */
const request = { method: 'GET', path: '/', connections: 2, answers: 'alike', draw: (random) => ({ path: `/${random().toString(36).slice(2)}` }) }

async function serve (t, variant, answer) {
  /** @type {string[]} */
  const asked = []
  const server = createServer((req, res) => res.end(answer(String(req.url), asked.push(String(req.url)))))
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)))
  t.teardown(() => { server.closeAllConnections(); server.close() })
  const { port } = /** @type {AddressInfo} */ (server.address())
  return { variant, asked, port, hangsAfterMs: 10_000, whenFailed: () => () => {}, startWatchdog: () => ({ end () {} }) }
}

const upper = (path) => path.toUpperCase()

/** Sends drawn requests to two servers, the second one first. */
async function compared (t, answer, { first = 20 } = {}) {
  const processes = new Map([['slow', await serve(t, 'slow', upper)], ['fast', await serve(t, 'fast', answer)]])
  const drawn = new DrawnRequests({ seed: 1, reference: 'slow' })
  for (const [measured, count] of /** @type {[any, number][]} */ ([[processes.get('fast'), 20], [processes.get('slow'), first]])) {
    if (!count) continue
    const load = new LoadGenerator({ place: measured, request, findFault: () => undefined, draw: () => drawn.draw(request, measured) })
    t.teardown(() => load.close())
    t.equal((await load.send(count)).latenciesUs.length, count)
  }
  await drawn.check(/** @type {any} */ (processes))
  return processes
}

t.test('all servers get the same requests, and none twice', async (t) => {
  const [slow, fast] = [...(await compared(t, upper)).values()].map(({ asked }) => asked.slice(0, 20).sort())
  t.same(slow, fast)
  t.equal(new Set(slow).size, 20)
})

t.test('an answer is wrong, although the right one comes later', async (t) => {
  await t.rejects(compared(t, () => '/A'), { code: 'WRONG_ANSWER', part: 'fast' })
})

t.test('answers to requests that the reference has not had are compared too', async (t) => {
  await t.rejects(compared(t, (path, index) => index > 18 ? '/A' : upper(path), { first: 5 }), { code: 'WRONG_ANSWER', part: 'fast' })
})
