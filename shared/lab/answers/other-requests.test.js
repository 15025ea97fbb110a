import { createServer } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import t from 'tap'
import { VariantFailure } from '@hotpath-labs/engine/failures.js'
import { compareAnswersToOtherRequests } from './other-requests.js'
import { compareServerAnswers } from './server-answers.js'

/** @import { AddressInfo } from 'node:net' */

/** Stands for an answer that never comes. */
const NEVER = 'never'

async function server (t, answer) {
  const failure = new VariantFailure('TIMED_OUT', 'fast', 'left requests unanswered for 10 s')
  /** @type {Set<(failure: Error) => void>} */
  const waiting = new Set()
  const server = createServer(async (req, res) => {
    const text = await answer(String(req.url))
    // longer than the search for a smaller request
    if (text === NEVER) setTimeout(1200).then(() => { for (const fail of waiting) fail(failure) })
    else if (text === undefined) res.destroy()
    else res.end(text)
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)))
  t.teardown(() => { server.closeAllConnections(); server.close() })
  return {
    port: /** @type {AddressInfo} */ (server.address()).port,
    hangsAfterMs: 10_000,
    whenFailed: (fail) => {
      waiting.add(fail)
      return () => waiting.delete(fail)
    },
    startWatchdog: () => ({ end () {} }),
    reasonFor: async (code, what) => new VariantFailure(code, 'fast', what),
  }
}

const doubled = (path) => String(2 * Number(path.slice(1)))

const REQUEST = /** @type {any} */ ({
  ...{ method: 'GET', path: '/4', connections: 1, answers: 'alike' },
  randomInputs: (fc) => fc.nat(100).map((count) => ({ path: `/${count}` })),
})

const LAB = { folder: '/lab' }

async function compared (t, fast, change) {
  const processes = new Map([['slow', await server(t, doubled)], ['fast', await server(t, fast)]])
  const trial = { reference: 'slow', session: { seed: 1 }, plan: { lab: LAB, programs: { slow: {}, fast: { file: '/lab/fast.js' } } } }
  return compareAnswersToOtherRequests(/** @type {any} */ (trial), { ...REQUEST, ...change }, /** @type {any} */ (processes))
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

t.test('a request that slow cannot answer has its right answer in the lab', async (t) => {
  const far = { edgeCases: { far: { path: '/far', answer: 'known' } } }
  t.match(await compared(t, (path) => path === '/far' ? 'known' : doubled(path), far), { verdict: 'same', checked: 25 })
  t.match(await compared(t, doubled, far), { verdict: 'different', difference: /^far: GET \/far: .*"known".*"NaN"$/ })
})

t.test('the reference is asked several requests at a time, and an attempt all of them at once', async (t) => {
  const files = { slow: '/lab/slow.js', fast: '/lab/fast.js', mine: '/my/mine.js' }
  const most = await Promise.all(Object.entries(files).map(async ([variant, file]) => {
    let [open, most] = [0, 0]
    const slowly = async (path) => {
      most = Math.max(most, ++open)
      await setTimeout(50)
      open--
      return doubled(path)
    }
    const trial = { reference: 'slow', session: { seed: 1 }, plan: { lab: LAB, programs: { [variant]: { file } } } }
    const processes = new Map([[variant, await server(t, slowly)]])
    await compareAnswersToOtherRequests(/** @type {any} */ (trial), REQUEST, /** @type {any} */ (processes))
    return most
  }))
  t.same(most, [4, 1, 12])
})

t.test('an attempt under a further workload is compared with the programs that the lab compares there', async (t) => {
  const asks = async (mode, areAnswersChecked = false) => {
    /** @type {string[]} */
    const asked = []
    const files = { slow: '/lab/slow.js', fast: '/lab/fast.js', mine: '/my/mine.js' }
    const processes = new Map(await Promise.all(Object.keys(files).map(async (variant) => {
      const answer = (path) => String(asked.push(`${variant} ${path}`) && path)
      return /** @type {const} */ ([variant, await server(t, answer)])
    })))
    const [own, big] = ['/', '/big'].map((path) => ({ method: 'GET', path, answers: 'alike' }))
    const plan = {
      mode,
      lab: { folder: '/lab', manifest: { claims: [{ faster: 'fast@big', than: 'fast@big' }] } },
      programs: Object.fromEntries(Object.entries(files).map(([variant, file]) => [variant, { file }])),
      claims: [{ faster: 'mine@big', than: 'fast@big' }],
      workloads: { big },
    }
    const findRequest = (workload) => workload ? big : own
    const subject = { findRequest, bodies: new Map(), others: new Map(), unique: new WeakMap() }
    const trial = { plan, reference: 'slow', subject, session: { seed: 1 } }
    await compareServerAnswers(/** @type {any} */ (trial), /** @type {any} */ (processes), { areAnswersChecked })
    return asked.sort()
  }
  t.same(await asks('mine'), ['fast /', 'fast /big', 'mine /', 'mine /big', 'slow /'])
  t.same(await asks('measured'), ['fast /', 'fast /big', 'mine /', 'mine /big', 'slow /', 'slow /big'])
  t.same(await asks('mine', true), ['fast /big', 'mine /big'], 'the second time nothing else')
})
