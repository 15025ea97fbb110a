import t from 'tap'
import { cli, cliJson, fakeMachine, fixture } from './cli.js'
import { findVerifyMisfits } from './result-schemas.js'

// The costs are given: what a real machine finds is in verdicts.measure.test.js.

const FASTER = fakeMachine({ slow: 4000, fast: 1000 })
const SLOWER = fakeMachine({ slow: 1000, fast: 4000 })

t.test('swapped, a claim is broken', async (t) => {
  const result = await cliJson(['lab', fixture('holds'), '--swap', '--seed', '7'], SLOWER)
  t.match(result, { seed: 7, mode: 'swap', verdict: 'broken', code: 1, counters: [] })
  t.ok(result.claims[0].interval[1] < 1, 'by its ratio')
})

t.test('a fast that is not faster is broken; a noisy machine decides nothing', async (t) => {
  t.match(await cliJson(['lab', fixture('not-faster')], fakeMachine({ slow: 4000, fast: 4000 })), { code: 1, verdict: 'broken' })
  t.match(await cliJson(['lab', fixture('holds')], fakeMachine({ slow: 4000, fast: 1900 }, { noise: 1 })), { code: 3, verdict: 'undecided' })
})

t.test('a control tells the noise, and asks about a metric that a variant has under its own workload', async (t) => {
  const { code, stdout } = await cli(['lab', fixture('not-faster'), '--control'], fakeMachine({ slow: 4000, fast: 4000 }))
  t.equal(code, 0)
  t.match(stdout.replace(/\s+/g, ' '), /^\? UNDECIDED.* [\d.]+ %/)
  const control = await cliJson(['lab', fixture('two-workloads'), '--control'], fakeMachine({ slow: 4000, fast: 4000 }))
  t.match(control, { failure: null, verdict: 'undecided', claims: [{ id: 'control', pairs: 5 }] })
})

t.test('another file in the place of fast is judged, also where a workload is in no claim that is left', async (t) => {
  for (const [name, file] of [['not-faster', `${fixture('holds')}/fast.cjs`], ['two-workloads', `${fixture('two-workloads')}/fast.js`]]) {
    t.match(await cliJson(['lab', fixture(name), '--with', file], FASTER), { code: 0, mode: 'with', verdict: 'holds' })
  }
  const oracle = { verdict: 'different', checked: 2, difference: 'it' }
  const wrong = await cliJson(['lab', fixture('not-faster'), '--with', `${fixture('holds')}/fast.cjs`], fakeMachine({ slow: 4, fast: 1 }, { answers: { answers: { oracle } } }))
  t.match(wrong, { code: 1, verdict: 'broken', oracle, claims: [] })
})

t.test('verify judges all that are named, and its code is that of the worst', async (t) => {
  const machine = ({ lab: { name } }) => (name === 'holds' ? FASTER : SLOWER).machine()
  const { code, stdout } = await cli(['verify', fixture('holds'), fixture('not-faster'), '--json'], { machine })
  const result = JSON.parse(stdout)
  const { schema, verdict, seconds, labs } = result
  t.same(findVerifyMisfits(result), [])
  t.match(findVerifyMisfits({ ...result, labs: [{ ...labs[0], seed: 'x' }] }), [/seed must be/], 'the schema covers each lab\'s object')
  t.equal(code, 1)
  t.same([schema, verdict], [3, 'broken'])
  t.equal(seconds, Number((labs[0].seconds + labs[1].seconds).toFixed(2)))
  t.same(labs.map(({ lab, verdict }) => [lab, verdict]), [['holds', 'holds'], ['not-faster', 'broken']])
})

t.test('a report that cannot be written does not lose the result, and is no pass', async (t) => {
  t.match(await cli(['lab', fixture('holds'), '--junit', '/nowhere/at/all.xml'], FASTER), { code: 4, stdout: /HOLDS/, stderr: /\/nowhere\/at\/all.xml/ })
})
