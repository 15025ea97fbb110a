import t from 'tap'
import { formatSteadyFigure } from './figures.js'

/** @type {any} */
const reading = { node: 26, ratio: 18, interval: [16, 19], runs: 3 }
/** @param {[number, number]} interval @param {object} [more] @returns {any} */
const curve = (interval, more) => ({ node: 26, steady: { ratio: Math.sqrt(interval[0] * interval[1]), interval, ...more } })

/** What a figure says on Node 26. */
const say = (parts) => formatSteadyFigure({ early: [], steady: [], ...parts }, 26)?.text

t.test('a figure is the steady range over all machines on record', async (t) => {
  t.equal(say({ steady: [curve([6.4, 7]), curve([8, 9.3])] }), '6–9×')
  t.equal(say({ early: [reading], steady: [curve([15, 18])] }), '15–18×', 'the first seconds have the same ratio')
})

t.test('an early ratio is added only if it differs, with a word on why', async (t) => {
  t.equal(say({ early: [reading], steady: [curve([8, 10])] }), '18× at first, 8–10× once warm')
  const early = [{ ...reading, interval: [18, 18], runs: 1 }]
  t.equal(say({ early, steady: [curve([16, 17])] }), '16–17×', 'one run may lie outside')
})

t.test('without a curve, a figure is the range of the recorded runs', async (t) => {
  t.equal(say({ early: [reading] }), '16–19×')
  t.equal(say({ early: [{ ...reading, interval: [18, 18], runs: 1 }] }), '18×')
  t.equal(say({ early: [reading], steady: [curve([8, 10], { stale: true })] }), '16–19×', 'a stale curve does not count')
})

t.test('a minimum ratio below 1 turns the figure round', async (t) => {
  t.equal(say({ claim: /** @type {any} */ ({ atLeast: 0.5 }), steady: [curve([0.5, 0.8])] }), '1.3–2.0×')
})

t.test('a Node without a record has no figure', async (t) => {
  t.equal(formatSteadyFigure({ early: [reading], steady: [] }, 24), undefined)
})
