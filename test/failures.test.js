import { readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import t from 'tap'
import { loadLab } from '@hotpath-labs/lab/load.js'
import { planClaims } from '@hotpath-labs/lab/plans.js'
import { measureLab } from '@hotpath-labs/lab/measure/run.js'
import { cli, cliJson, fixture } from './cli.js'

t.test('a flag that this version of Node does not know is no fault of a variant', async (t) => {
  const result = await cliJson(['lab', fixture('unknown-flag')])
  t.match(result, { code: 4, verdict: 'cannot run', failure: { code: 'NODE_LACKS_FLAG', part: 'odd' } })
  t.match(await cli(['lab', fixture('unknown-flag'), 'profile', '--no-open']), { code: 4, stderr: /^unknown-flag: odd .*--no-such-flag.*--node VERSION\n$/ })
})

t.test('a wrong answer is told before anything is timed', async (t) => {
  const result = await cliJson(['lab', fixture('wrong-answer')])
  t.match(result, { code: 1, verdict: 'broken', oracle: { verdict: 'different', difference: /0.*undefined/ } })
  t.same([result.claims, result.variants], [[], {}], 'no figure')
})

for (const [name, code, stderr] of [
  ['throws-on-load', 'REJECTED', /RangeError/],
  ['crashes', 'THREW', /out of luck/],
  ['not-2xx', 'WRONG_STATUS', /^$/],
  ['closes', 'CLOSED_CONNECTION', /^$/],
  ['fixed-port', 'REJECTED', /17389/],
]) {
  t.test(`${name}: the variant, what happened, its last words; never a figure`, async (t) => {
    const result = await cliJson(['lab', fixture(String(name)), '--seconds', '2'])
    t.match(result, { code: 1, verdict: 'broken', failure: { code, part: 'fast', stderr } })
    t.same([result.claims, result.variants], [[], {}])
  })
}

t.test('unanswered requests are a failure of their variant', async (t) => {
  const result = await measureLab(planClaims(await loadLab(fixture('unanswered'))), { seed: 1, seconds: 2, hangsAfterMs: 1000 })
  t.match(result, { verdict: 'broken', failure: { code: 'TIMED_OUT', part: 'fast', stderr: '' }, claims: [], variants: {} })
})

t.test('verify measures a lab once, however often it is typed, and so do all of its reports', async (t) => {
  const folder = t.testdir()
  const [junit, markdown, summary] = ['junit.xml', 'table.md', 'summary.md'].map((name) => join(folder, name))
  const typed = [fixture('wrong-answer'), fixture('wrong-answer'), join('test', 'fixtures', 'wrong-answer') + sep]
  const told = await cli(['verify', ...typed, '--junit', junit, '--markdown', markdown], { env: { GITHUB_STEP_SUMMARY: summary } })
  t.equal(told.code, 1)
  t.match(told.stdout, /\nBROKEN {2}1 lab/)
  t.equal(told.stdout.match(/^wrong-answer +broken$/gm)?.length, 1, 'in the table')
  t.same(told.stderr.match(/^\d+\/\d+ {2}/gm), ['1/1  '], 'in the count')
  t.equal(readFileSync(junit, 'utf8').match(/<testsuite /g)?.length, 1, 'in JUnit')
  for (const file of [markdown, summary]) {
    t.equal(readFileSync(file, 'utf8').match(/broken/g)?.length, 1, file)
    t.match(readFileSync(file, 'utf8'), /^1 lab in /m)
  }
  const { stdout } = await cli(['verify', ...typed, '--json'])
  t.same(JSON.parse(stdout).labs.map(({ lab }) => lab), ['wrong-answer'], 'in JSON')
  const empty = await cli(['verify', ...typed, '--shard', '2/2'])
  t.equal(empty.code, 2)
})
