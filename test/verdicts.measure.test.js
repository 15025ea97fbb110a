import t from 'tap'
import { cliJson, fixture } from './cli.js'

t.test('a true claim holds, and is broken when swapped', async (t) => {
  const result = await cliJson(['lab', fixture('holds')])
  t.match(result, { verdict: 'holds', code: 0, oracle: { verdict: 'same' } })
  t.ok(result.claims[0].interval[0] > result.claims[0].atLeast, 'the interval lies above the floor')
  t.match(await cliJson(['lab', fixture('holds'), '--swap']), { verdict: 'broken', claims: [{ verdict: 'broken' }] })
})

t.test('of a program and itself none is faster', async (t) => {
  t.match(await cliJson(['lab', fixture('not-faster'), '--control']), { code: 0, verdict: /undecided|broken/ })
})

t.test('a variant that never returns is named; beside other tests it could lack CPU time, which is no fault of its own', async (t) => {
  const result = await cliJson(['lab', fixture('hangs'), '--seconds', '2'])
  t.match(result, { code: 1, verdict: 'broken', failure: { code: 'TIMED_OUT', part: 'fast', stderr: '' }, claims: [] })
})
