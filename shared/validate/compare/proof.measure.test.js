import t from 'tap'
import { listCompareCombinations } from './cells.js'
import { judgeKnownDifference } from './proof.js'

t.test('compare judges programs of known cost, also equal ones, although their code is the same', async (t) => {
  const others = listCompareCombinations({ kind: 'function', noise: 'quiet' }).filter(({ difference }) => difference !== 1)
  const row = await judgeKnownDifference(/** @type {any} */ (others), { kind: 'function', noise: 'quiet', seconds: 1 })
  t.match(row, { kind: 'function', noise: 'quiet', difference: 1, most: 1 })
  t.ok(row.values.length >= 2)
})
