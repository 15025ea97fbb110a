import t from 'tap'
import { judgeKnownDifference } from './proof.js'
import { listUsualCiGates } from './usual-gates.js'

t.test('compare judges a program of known cost, and the usual gates judge the same program', async (t) => {
  const row = await judgeKnownDifference([], { kind: 'function', noise: 'quiet', difference: 1.25, seconds: 2, gatesEvery: 1 })
  t.match(row, { kind: 'function', noise: 'quiet', difference: 1.25, most: 2 })
  t.ok(['slower', 'undecided'].includes(row.verdict), `a program that is 1.25 times as slow is called ${row.verdict}`)
  t.ok(row.values.length >= 2)
  t.same(Object.keys(row.gates ?? {}), listUsualCiGates('function'))
})
