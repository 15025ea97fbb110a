import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { ROOT, cli } from './cli.js'

const HOLDS = join(ROOT, 'test/fixtures/results/http-baseline.json')

t.test('a report and a summary that cannot be written are told, each in a line, and the verdict is printed', async (t) => {
  const dir = t.testdir({ table: {} })
  const { code, stdout, stderr } = await cli(['verify', 'merge', HOLDS, '--markdown', join(dir, 'table')], { env: { GITHUB_STEP_SUMMARY: dir } })
  t.equal(code, 4)
  t.match(stdout, /HOLDS {2}1 lab/)
  t.match(stderr, /^[^\n]*.*: EISDIR[^\n]*\n[^\n]* .*: EISDIR[^\n]*\n$/)
  t.same(readdirSync(dir), ['table'], 'nothing is left beside it')
})

t.test('a summary is added to', async (t) => {
  const dir = t.testdir({ 'summary.md': 'before\n' })
  t.equal((await cli(['verify', 'merge', HOLDS], { env: { GITHUB_STEP_SUMMARY: join(dir, 'summary.md') } })).code, 0)
  t.match(readFileSync(join(dir, 'summary.md'), 'utf8'), /^before\n[^]*http-baseline/)
})
