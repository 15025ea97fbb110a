import t from 'tap'
import { computePairLogRatio } from '@hotpath-labs/engine/figures.js'
import { ClaimEvaluation } from './claim-evaluation.js'

/** @param {number[]} slow @param {number[]} fast */
const figures = (slow, fast) => new Map([['slow', { time: slow, cpuSeconds: [0.4, 0.5, 0.6], operations: [10, 20, 30] }], ['fast', { time: fast, cpuSeconds: [0.1], operations: [70] }]])
const claim = { id: 'a', faster: 'fast', than: 'slow', metric: /** @type {const} */ ('time'), atLeast: 1 }

t.test("each block is compared with the other side's block next to it", async (t) => {
  // 1/2, 2/3 and 3/1; the medians of the two sides are equal
  t.equal(computePairLogRatio(figures([1, 2, 3], [2, 3, 1]), 'time', 'slow', 'fast').value, Math.log(2 / 3))
})

t.test('a burst in a few blocks does not move a pair', async (t) => {
  t.equal(computePairLogRatio(figures([2, 2, 900, 2, 700], [1, 1, 1, 1, 1]), 'time', 'slow', 'fast').value, Math.log(2))
})

t.test('a judged claim holds the ratio of base to against', async (t) => {
  const evaluation = new ClaimEvaluation(claim)
  evaluation.add(figures([2, 2], [1, 1]))
  evaluation.add(figures([8, 8], [1, 1]))
  t.equal(evaluation.judged.ratio, 4)
  t.equal(evaluation.judged.pairs, 2)
  t.same(evaluation.judged.age, { slower: { cpuSeconds: 0.5, operations: 20 }, faster: { cpuSeconds: 0.1, operations: 70 } }, 'median age of the processes')
})

t.test("a cost of 0, as from a clock that does not advance during a block, is not a variant's fault", async (t) => {
  t.throws(() => new ClaimEvaluation(claim).add(figures([2, 2, 0], [1, 1, 0])), { code: 'CLOCK_TOO_COARSE' }, 'also in one block of both sides')
  for (const costs of [[0, 0], [2, 2]]) t.throws(() => new ClaimEvaluation(claim).add(figures(costs, [0, 0])), { code: 'CLOCK_TOO_COARSE' })
})
