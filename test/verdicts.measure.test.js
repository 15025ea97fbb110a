import t from 'tap'
import { cli, cliJson, fixture } from './cli.js'
import { findResultMisfits, findVerifyMisfits } from './result-schemas.js'

t.test('a true claim holds', async (t) => {
  const result = await cliJson(['lab', fixture('holds')])
  t.same(findResultMisfits(result), [])
  t.equal(result.verdict, 'holds')
  t.equal(result.code, 0)
  t.ok(result.claims[0].interval[0] > result.claims[0].atLeast, 'the interval lies above the floor')
  t.equal(result.oracle.verdict, 'same')
})

t.test('swapped, it is broken', async (t) => {
  const result = await cliJson(['lab', fixture('holds'), '--swap', '--seed', '7'])
  t.same(findResultMisfits(result), [])
  t.equal(result.seed, 7)
  t.equal(result.verdict, 'broken')
  t.equal(result.code, 1)
  t.ok(result.claims[0].interval[1] < 1, 'by its ratio')
  t.same(result.counters, [])
})

t.test('a fast that is not faster is broken', async (t) => {
  const result = await cliJson(['lab', fixture('not-faster')])
  t.equal(result.verdict, 'broken')
  t.equal(result.code, 1)
})

t.test('a claim about peak memory holds, and is broken when swapped', async (t) => {
  const result = await cliJson(['lab', fixture('hoards')])
  t.same(findResultMisfits(result), [])
  t.equal(result.verdict, 'holds')
  t.ok(result.variants.slow.peak - result.variants.fast.peak > 90e6, `${result.variants.slow.peak} ${result.variants.fast.peak}`)
  t.equal((await cliJson(['lab', fixture('hoards'), '--swap'])).verdict, 'broken')
})

t.test('a claim about sockets holds, and is broken when swapped', async (t) => {
  const result = await cliJson(['lab', fixture('dials')])
  t.same(findResultMisfits(result), [])
  t.equal(result.verdict, 'holds')
  t.equal(result.variants.slow.socketsOpened, 1)
  t.equal(result.variants.fast.socketsOpened, 0)
  t.equal((await cliJson(['lab', fixture('dials'), '--swap'])).verdict, 'broken')
})

t.test('a control never holds, and tells the noise', async (t) => {
  const { code, stdout } = await cli(['lab', fixture('not-faster'), '--control'])
  t.equal(code, 0)
  t.match(stdout.replace(/\s+/g, ' '), /^\? UNDECIDED.* [\d.]+ %/)
})

t.test('a control, and a file of one\'s own, where a workload is in no claim that is left', async (t) => {
  const control = await cliJson(['lab', fixture('two-workloads'), '--control', '--seconds', '4'])
  t.equal(control.failure, null)
  t.not(control.verdict, 'holds')
  const own = await cliJson(['lab', fixture('two-workloads'), '--with', `${fixture('two-workloads')}/fast.js`])
  t.equal(own.verdict, 'holds')
})

t.test('another file in the place of fast is judged', async (t) => {
  const good = await cliJson(['lab', fixture('not-faster'), '--with', `${fixture('holds')}/fast.cjs`])
  t.equal(good.verdict, 'holds')
  const wrong = await cliJson(['lab', fixture('not-faster'), '--with', `${fixture('wrong-answer')}/fast.cjs`])
  t.equal(wrong.verdict, 'broken')
  t.equal(wrong.oracle.verdict, 'different')
})

t.test('verify judges all that are named, and its code is that of the worst', async (t) => {
  const { code, stdout } = await cli(['verify', fixture('holds'), fixture('not-faster'), '--json'])
  const result = JSON.parse(stdout)
  const { schema, verdict, seconds, labs } = result
  t.same(findVerifyMisfits(result), [])
  t.match(findVerifyMisfits({ ...result, labs: [{ ...labs[0], seed: 'x' }] }), [/seed must be/], 'the schema covers each lab\'s object')
  t.equal(code, 1)
  t.same([schema, verdict], [3, 'broken'])
  t.equal(seconds, Number((labs[0].seconds + labs[1].seconds).toFixed(2)))
  t.same(labs.map((/** @type {any} */ { lab, verdict }) => [lab, verdict]), [['holds', 'holds'], ['not-faster', 'broken']])
})

t.test('a report that cannot be written does not lose the result, and is no pass', async (t) => {
  const { code, stdout, stderr } = await cli(['lab', fixture('holds'), '--junit', '/nowhere/at/all.xml'])
  t.equal(code, 4)
  t.match(stdout, /HOLDS/)
  t.match(stderr, /\/nowhere\/at\/all.xml/)
})

t.test('a variant that never returns is named; beside other tests it could lack CPU time, which is no fault of its own', async (t) => {
  const result = await cliJson(['lab', fixture('hangs'), '--seconds', '2'])
  t.same(findResultMisfits(result), [])
  t.match(result, { code: 1, verdict: 'broken', failure: { code: 'TIMED_OUT', part: 'fast', stderr: '' }, claims: [] })
})
