import { createServer } from 'node:http'
import t from 'tap'
import { VariantFailure } from '@hotpath-labs/engine/failures.js'
import { compareAnswersToOtherRequests } from './other-requests.js'

/** @import { AddressInfo } from 'node:net' */

/** Stands for an answer that never comes. */
const NEVER = 'never'

/** @param {any} t @param {(path: string) => string | undefined} answer undefined breaks the connection */
async function server (t, answer) {
  const failure = new VariantFailure('TIMED_OUT', 'fast', 'left requests unanswered for 10 s')
  /** @type {Set<(failure: Error) => void>} */
  const waiting = new Set()
  const server = createServer((req, res) => {
    const text = answer(String(req.url))
    // longer than the search for a smaller request
    if (text === NEVER) setTimeout(() => { for (const fail of waiting) fail(failure) }, 1200)
    else if (text === undefined) res.destroy()
    else res.end(text)
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)))
  t.teardown(() => { server.closeAllConnections(); server.close() })
  return {
    port: /** @type {AddressInfo} */ (server.address()).port,
    hangsAfterMs: 10_000,
    whenFailed: (/** @type {(failure: Error) => void} */ fail) => {
      waiting.add(fail)
      return () => waiting.delete(fail)
    },
    startWatchdog: () => ({ end () {} }),
    reasonFor: async (/** @type {any} */ code, /** @type {string} */ what) => new VariantFailure(code, 'fast', what),
  }
}

const doubled = (/** @type {string} */ path) => String(2 * Number(path.slice(1)))

/** @param {any} t @param {(path: string) => string | undefined} fast */
async function compared (t, fast) {
  const processes = new Map([['slow', await server(t, doubled)], ['fast', await server(t, fast)]])
  const trial = { reference: 'slow', session: { seed: 1 }, plan: { programs: { slow: {}, fast: {} } } }
  const request = { method: 'GET', path: '/4', connections: 1, answers: 'alike', randomInputs: (/** @type {any} */ fc) => fc.nat(100).map((/** @type {number} */ count) => ({ path: `/${count}` })) }
  return compareAnswersToOtherRequests(/** @type {any} */ (trial), /** @type {any} */ (request), /** @type {any} */ (processes))
}

t.test('equal answers to random cases pass', async (t) => {
  t.match(await compared(t, doubled), { verdict: 'same', checked: 24, difference: null })
})

t.test('a hard-coded answer fails', async (t) => {
  // on a busy machine the search for a smaller request ends early
  t.match((await compared(t, () => '8')).difference, /^GET \/\d+: slow answers "\d+", fast answers "8"$/)
})

t.test('a broken connection is reported', async (t) => {
  await t.rejects(compared(t, () => undefined), /^fast broke the connection: socket hang up$/)
})

t.test('an unanswered request is reported, even after right answers', async (t) => {
  let answered = 0
  await t.rejects(compared(t, (path) => ++answered > 3 ? NEVER : doubled(path)), /^fast .* unanswered/)
})
