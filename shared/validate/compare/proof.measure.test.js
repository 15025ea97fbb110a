import t from 'tap'
import { judgeKnownDifference } from './proof.js'

t.test('compare judges programs of known cost, also equal ones, although their code is the same', async (t) => {
  const row = await judgeKnownDifference([], { kind: 'function', noise: 'quiet', difference: 1, seconds: 1 })
  t.match(row, { kind: 'function', noise: 'quiet', difference: 1, most: 1 })
  t.ok(row.values.length >= 2)
})
