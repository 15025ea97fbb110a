import t from 'tap'
import { createRandom } from '@hotpath-labs/engine/stats/random.js'
import { hashPairSettings } from '../engine.js'
import { formatReplayTable } from './table.js'
import { replayRecordedComparisons, selectCurrentReplays } from './replay-trials.js'

t.test('comparisons drawn from recorded pairs are not slower where programs are equal, and find a slowdown beyond the margin', async (t) => {
  const random = createRandom(3)
  const row = /** @type {any} */ ({ kind: 'function', noise: 'quiet', difference: 1, pairs: hashPairSettings('function'), values: Array.from({ length: 60 }, () => 0.02 * (random() - 0.5)), fresh: [], seconds: 85, most: 10 })
  const rows = await replayRecordedComparisons([row, { ...row, pairs: 'another' }, { ...row, pairs: undefined }, { ...row, noise: 'one busy', values: [0] }], random)
  const [within, without, atMargin, beyond, ...others] = rows
  t.same(others, [], 'one pair is too few')
  t.match(within, { pairs: 60, difference: 1, hasMargin: true, comparisons: 1000, slower: 0 })
  t.ok(without.slower <= 2)
  t.ok(atMargin.comparisons - atMargin.slower - atMargin.undecided < 65, 'a slowdown of the whole margin passes in 1 of 20 comparisons')
  t.ok(beyond.slower > 990)
  t.match(formatReplayTable(rows), /\| function, quiet \| 60 \| 1,000 \| 0 \| [\d.]+× \|/)
  t.same(selectCurrentReplays([within, { ...within, rule: 'another' }]), [within])
})
