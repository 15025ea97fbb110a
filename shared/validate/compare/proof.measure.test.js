import t from 'tap'
import { judgeKnownDifference } from './proof.js'

t.test('compare judges a program of known cost', async (t) => {
  const row = await judgeKnownDifference([], { kind: 'function', noise: 'quiet', difference: 1.25, seconds: 2 })
  t.match(row, { kind: 'function', noise: 'quiet', difference: 1.25, most: 2 })
  t.ok(['slower', 'undecided'].includes(row.verdict), `a program that is 1.25 times as slow is called ${row.verdict}`)
  t.ok(row.values.length >= 2)
})

t.test('equal programs are measured, although their code is the same', async (t) => {
  const row = await judgeKnownDifference([], { kind: 'function', noise: 'quiet', difference: 1, seconds: 1 })
  t.ok(row.values.length >= 2)
})
