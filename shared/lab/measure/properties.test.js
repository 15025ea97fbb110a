import fc from 'fast-check'
import t from 'tap'
import { computePairLogRatio } from '@hotpath-labs/engine/figures.js'
import { INTERIM_ANALYSIS_PAIR_COUNTS, judgeRatios } from '@hotpath-labs/engine/stats/rule.js'
import { LARGEST_EQUAL_LOG_RATIO } from '@hotpath-labs/engine/stats/same.js'
import { createRandom, shuffle } from '@hotpath-labs/engine/stats/random.js'

/** Log-ratios of a run that is at one of its looks. */
const values = fc.constantFrom(...INTERIM_ANALYSIS_PAIR_COUNTS)
  .chain((look) => fc.array(fc.double({ min: -2, max: 2, noNaN: true }), { minLength: look, maxLength: look }))
  // little noise around a centre: with arbitrary values few runs would be decided
  .chain((noise) => fc.record({
    noise: fc.constant(noise),
    size: fc.constantFrom(0.001, 0.05, 0.5),
    centre: fc.double({ min: -1, max: 1, noNaN: true }),
  }))
  .map(({ noise, size, centre }) => noise.map((value) => centre + size * value))
const atLeast = fc.double({ min: 0.5, max: 4, noNaN: true })
const time = fc.double({ min: 1e-3, max: 1e6, noNaN: true })
const times = fc.integer({ min: 2, max: 30 })
  .chain((blocks) => fc.tuple(...['one', 'other'].map(() => fc.array(time, { minLength: blocks, maxLength: blocks }))))

/** @param {number} left @param {number} right */
const close = (left, right) => Math.abs(left - right) <= 1e-9 * Math.max(1, Math.abs(left), Math.abs(right))

/** @param {number[]} values */
const negate = (values) => values.map((value) => -value)

/** @param {(...args: any[]) => boolean | void} holds @param {fc.Arbitrary<any>[]} given */
function always (holds, ...given) {
  // a fixed seed: what fails must fail for everybody
  fc.assert(fc.property(/** @type {any} */ (fc.tuple(...given)), (/** @type {any[]} */ args) => holds(...args)), { seed: 1, numRuns: 1000 })
}

t.test('exchanged sides: the mirrored ratio, interval and verdict', async () => {
  always((values) => {
    const [there, back] = [values, negate(values)].map((one) => judgeRatios(one, { same: true }))
    return there.verdict === back.verdict &&
      close(there.ratio * back.ratio, 1) &&
      close(there.interval[0] * back.interval[1], 1) &&
      close(there.interval[1] * back.interval[0], 1)
  }, values)
})

t.test('exchanged sides: what is broken one way holds the other, and never holds both ways', async () => {
  always((values, atLeast) => {
    const there = judgeRatios(values, { atLeast }).verdict
    const back = judgeRatios(negate(values), { atLeast: 1 / atLeast }).verdict
    if (there === 'broken') return back === 'holds'
    return !(there === 'holds' && back === 'holds')
  }, values, atLeast)
})

t.test('another order of the pairs: the same verdict', async () => {
  always((values, atLeast, seed) => {
    const mixed = shuffle(values.length, createRandom(seed)).map((index) => values[index])
    return judgeRatios(values, { atLeast }).verdict === judgeRatios(mixed, { atLeast }).verdict
  }, values, atLeast, fc.nat())
})

t.test('a lower floor never loses a claim that holds', async () => {
  always((values, atLeast) => judgeRatios(values, { atLeast }).verdict !== 'holds' || judgeRatios(values, { atLeast: atLeast * 0.9 }).verdict === 'holds', values, atLeast)
})

t.test('a claim never holds both as the same and as more than 1.10 times as fast', async () => {
  always((values) => judgeRatios(values, { same: true }).verdict !== 'holds' || judgeRatios(values, { atLeast: Math.exp(LARGEST_EQUAL_LOG_RATIO) }).verdict !== 'holds', values)
})

t.test('sides that are the same are so within a larger tolerance too', async () => {
  always((values) => judgeRatios(values, { same: true }).verdict !== 'holds' || judgeRatios(values, { same: true, equivalenceMargin: 0.5 }).verdict === 'holds', values)
  always((values) => judgeRatios(values, { same: true, equivalenceMargin: 0.5 }).verdict !== 'broken' || judgeRatios(values, { same: true }).verdict === 'broken', values)
})

t.test('times in another unit: the same pair value; sides exchanged: its negative', async () => {
  always(([one, other], unit) => {
    const valueOf = (/** @type {number[]} */ left, /** @type {number[]} */ right) => computePairLogRatio(new Map([['left', { time: left }], ['right', { time: right }]]), 'time', 'left', 'right').value
    const scaled = (/** @type {number[]} */ numbers) => numbers.map((number) => number * unit)
    return close(valueOf(one, other), valueOf(scaled(one), scaled(other))) && close(valueOf(one, other), -valueOf(other, one))
  }, times, fc.constantFrom(1e-3, 1e3, 1e6, 7))
})
