import t from 'tap'
import { createRandom } from 'hotpath/stats'
import { hashCompareSettings } from '../engine.js'
import { formatReplayTable } from './replay-table.js'
import { replayPublishedTrials, replayRecordedComparisons, selectCurrentReplays } from './replay-trials.js'

/** @import { PublishedTrials } from './published-trials.js' */

/** @param {number} center @param {number} length @returns {PublishedTrials} */
function drawTrials (center, length) {
  const random = createRandom(5)
  const values = Array.from({ length }, () => center + 0.01 * (random() - 0.5))
  return { name: 'drawn', series: [{ values, isCalledDifferent: values.map((value) => value > center) }] }
}

t.test('trials around 0 are not slower; trials around 20 % look slower, but so does the A/A test', async (t) => {
  const equal = await replayPublishedTrials(drawTrials(0, 200), true)
  t.ok(equal.comparisons > 10)
  t.match(equal, { red: 0, slower: 0, pairs: 200, calledDifferent: Number })
  const biased = await replayPublishedTrials(drawTrials(Math.log(1.2), 200), true)
  t.ok(biased.comparisons > 10)
  t.match(biased, { red: biased.comparisons, slower: 0, undecided: biased.comparisons })
  t.match(formatReplayTable([equal, biased]), `| 5 % | ${biased.comparisons} | ${biased.comparisons} | 0 | ${biased.comparisons} |`)
})

t.test('too few trials make no comparison, and a verdict of another rule does not count', async (t) => {
  const few = await replayPublishedTrials({ name: 'few', series: [{ values: [0, 0], isCalledDifferent: [] }] }, true)
  t.match(few, { comparisons: 0, calledDifferent: null, pairs: 2 })
  t.same(selectCurrentReplays([few, { ...few, rule: 'another' }]), [few])
})

t.test('comparisons drawn from recorded pairs are not slower where programs are equal, and find a slowdown beyond the margin', async (t) => {
  const random = createRandom(3)
  const row = /** @type {any} */ ({ kind: 'function', noise: 'quiet', difference: 1, engine: hashCompareSettings('function'), values: Array.from({ length: 60 }, () => 0.02 * (random() - 0.5)) })
  const [within, without, beyond, ...others] = await replayRecordedComparisons([row, { ...row, engine: 'another' }, { ...row, noise: 'one busy', values: [0] }], random)
  t.same(others, [], 'one pair is too few')
  t.match(within, { pairs: 60, difference: 1, hasMargin: true, comparisons: 1000, slower: 0 })
  t.ok(without.slower <= 2)
  t.ok(beyond.slower > 990)
})
