import t from 'tap'
import { VariantFailure } from '../failures.js'
import { computePairLogRatio } from '../figures.js'
import { Session } from '../measure.js'
import { FunctionSubject } from './function.js'

const NO_THREADS = { mainNs: 0, waitNs: 0, othersNs: 0, exactFromNs: Infinity, started: 0, running: 0 }

const makeSubject = () => new FunctionSubject({ inputs: () => [[1]] })

/**
 * Measures a pair of functions with made-up times, so that any other figure is the engine's fault.
 *
 * @param {object} made
 * @param {Record<string, number>} made.nsPerCall of each side, when it is warm
 * @param {(side: string) => number} [made.coldFor] calls until V8 has compiled it; it takes five times as long before
 * @param {(turn: number) => number} [made.slowness] of the machine, turn by turn
 * @param {number} [made.nsPerBlock] that every block takes beside its calls
 * @param {(side: string, block: number) => number} [made.collectionNs] of the garbage collections in a side's block
 * @param {(side: string) => number} [made.misread] what calibration reads, as a share of the truth
 * @param {number} [seed]
 */
async function pair (made, seed = 1) {
  const { nsPerCall, coldFor = () => 0, slowness = () => 1, nsPerBlock = 0, collectionNs = () => 0, misread = () => 1 } = made
  let turn = 0
  const sides = Object.keys(nsPerCall)
  const processes = new Map(sides.map((side) => {
    let [calledSoFar, blocks] = [0, 0]
    return [side, {
      async ask (/** @type {string} */ question, /** @type {any} */ { calls } = {}) {
        const ns = calls * nsPerCall[side] * (calledSoFar < coldFor(side) ? 5 : 1)
        if (question === 'stretch') {
          calledSoFar += calls
          return { ns: ns * misread(side), cpuMs: ns / 1e6 }
        }
        if (question === 'threads') return NO_THREADS
        if (question !== 'block') return
        const collections = collectionNs(side, blocks++)
        return { ns: slowness(turn++) * (nsPerBlock + ns) + collections, collectionNs: collections }
      },
    }]
  }))
  const figures = await makeSubject().measure(new Session({ seed }), /** @type {any} */ (processes), sides)
  return Math.exp(computePairLogRatio(figures, 'time', 'slow', 'fast').value)
}

/** @param {any} t @param {number} actual @param {number} expected @param {number} within @param {string} [what] */
const near = (t, actual, expected, within, what) => t.ok(Math.abs(actual / expected - 1) < within, `${what ?? ''} ${actual}`)

t.test('threads that a program has choose the clock and the pins, for both sides alike', async (t) => {
  /** times of the threads in a warm-up of 100 ms, in ms, and what runs beside */
  const computes = { main: 100, wait: 0, others: 0, started: 0, running: 0 }
  const waits = { ...computes, main: 20 }
  const byCpu = { clock: 'cpu', pins: true, isParallel: false, waits: false }
  const byWaits = { ...byCpu, clock: 'wall', waits: true }
  const inParallel = { ...byCpu, clock: 'wall', pins: false, isParallel: true }
  const cases = [
    { base: computes, head: { ...computes, main: 25, wait: 75 }, timing: byCpu },
    { base: { ...waits, wait: 70 }, head: { ...waits, wait: 70 }, timing: byCpu },
    { base: computes, head: { ...computes, main: 10, wait: 60 }, timing: byWaits },
    { base: waits, head: computes, timing: byWaits },
    { base: computes, head: { ...computes, others: 30 }, timing: inParallel },
    { base: { ...computes, running: 1 }, head: computes, timing: inParallel },
    { base: computes, head: { ...computes, started: 3 }, timing: inParallel },
  ]
  for (const { timing, ...sides } of cases) {
    const session = new Session({ seed: 1 })
    const processes = new Map(Object.entries(sides).map(([side, { main, wait, others, started, running }]) => {
      let spentMs = 0
      const ask = async (/** @type {string} */ question, /** @type {any} */ { calls } = {}) => {
        if (question === 'threads') {
          const nsPerShare = 1e6 * spentMs / 100
          const [mainNs, waitNs, othersNs] = [main, wait, others].map((share) => share * nsPerShare)
          return { mainNs, waitNs, othersNs, exactFromNs: 0, running, started: spentMs && started }
        }
        if (question === 'stretch') spentMs += calls / 1000
        return { ns: calls * 1000, wallNs: calls * 1000, cpus: 1, cpuMs: calls / 1000, collectionNs: 0 }
      }
      return [side, { ask }]
    }))
    await makeSubject().measure(session, /** @type {any} */ (processes), Object.keys(sides))
    t.same(session.timing, timing)
  }
})

t.test('a machine that slows down steadily favours no side', async (t) => {
  const machine = { nsPerCall: { slow: 1000, fast: 1000 }, slowness: (/** @type {number} */ turn) => 1 + 0.02 * turn }
  for (let seed = 1; seed <= 20; seed++) near(t, await pair(machine, seed), 1, 0.001)
})

t.test('a machine that is busy for a third of the blocks favours no side', async (t) => {
  near(t, await pair({ nsPerCall: { slow: 1100, fast: 1000 }, slowness: (turn) => turn % 9 < 3 ? 2 : 1 }), 1.1, 1e-9)
})

t.test('a wrong calibration of one side favours no side', async (t) => {
  near(t, await pair({ nsPerCall: { slow: 1000, fast: 1000 }, nsPerBlock: 20_000, misread: (side) => side === 'slow' ? 1.3 : 1 }), 1, 1e-9)
})

t.test('both sides are warm, even if one compiles later', async (t) => {
  near(t, await pair({ nsPerCall: { slow: 20_000, fast: 20_000 }, coldFor: (side) => side === 'slow' ? 2500 : 0 }), 1, 1e-9)
})

t.test('collections count by their share of many calls, whichever blocks they are in', async (t) => {
  const rare = (/** @type {string} */ side, /** @type {number} */ block) => side === 'slow' && block % 8 === 0 ? 4e6 : 0
  near(t, await pair({ nsPerCall: { slow: 1000, fast: 1000 }, collectionNs: rare }), 1.2, 1e-9)
  near(t, await pair({ nsPerCall: { slow: 1000, fast: 1000 }, collectionNs: (side) => side === 'slow' ? 0.5e6 : 0 }), 1.2, 1e-9)
})

t.test('a block of cheap sides has more calls once a dear side is no longer timed, and as many in each later pair', async (t) => {
  const nsPerCall = /** @type {Record<string, number>} */ ({ dear: 20e6, slow: 0.5e6, fast: 0.4e6 })
  const session = new Session({ seed: 1 })
  const subject = makeSubject()
  const countCalls = async (/** @type {string[]} */ sides, faster = 1) => {
    const asked = new Set()
    const processes = new Map(sides.map((side) => [side, {
      async ask (/** @type {string} */ question, /** @type {any} */ { calls } = {}) {
        if (question === 'block') asked.add(calls)
        const ns = calls * nsPerCall[side] / faster
        return question === 'threads' ? NO_THREADS : { ns, cpuMs: ns / 1e6, collectionNs: 0 }
      },
    }]))
    await subject.measure(session, /** @type {any} */ (processes), sides)
    return [...asked]
  }
  t.strictSame(await countCalls(['dear', 'slow', 'fast']), [1])
  t.strictSame(await countCalls(['slow', 'fast']), [6])
  t.strictSame(await countCalls(['slow', 'fast'], 3), [6], 'one number for all pairs of the same sides')
})

t.test('a pair that is measured again is asked for its answers after the last measurement, not before', async (t) => {
  const ask = async (/** @type {string} */ question, /** @type {any} */ { calls } = {}) => {
    if (question === 'checkAnswers') throw new VariantFailure('ANSWER_CHANGED', 'fast', 'answers otherwise once warm')
    if (question === 'threads') return NO_THREADS
    return { ns: 1000 * calls, cpuMs: calls / 1000, collectionNs: 0 }
  }
  const session = new Session({ seed: 1, laterMs: 1 })
  const measure = (/** @type {Session} */ one) => makeSubject().measure(one, /** @type {any} */ (new Map([['slow', { ask }], ['fast', { ask }]])), ['slow', 'fast'])
  t.ok(await measure(session))
  await t.rejects(measure(session.later), { code: 'ANSWER_CHANGED' })
})
