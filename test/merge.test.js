import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { ROOT, cli, fakeMachine, fixture } from './cli.js'

const HOLDS = join(ROOT, 'test/fixtures/results/http-baseline.json')

t.test('a report and a summary that cannot be written are told, each in a line, and the verdict is printed', async (t) => {
  const dir = t.testdir({ table: {} })
  t.match(await cli(['verify', 'merge', HOLDS, '--markdown', join(dir, 'table')], { env: { GITHUB_STEP_SUMMARY: dir } }), { code: 4, stdout: /HOLDS {2}1 lab/, stderr: /^[^\n]*.*: EISDIR[^\n]*\n[^\n]* .*: EISDIR[^\n]*\n$/ })
  t.same(readdirSync(dir), ['table'], 'nothing is left beside it')
})

t.test('a summary is added to', async (t) => {
  const dir = t.testdir({ 'summary.md': 'before\n' })
  t.equal((await cli(['verify', 'merge', HOLDS], { env: { GITHUB_STEP_SUMMARY: join(dir, 'summary.md') } })).code, 0)
  t.match(readFileSync(join(dir, 'summary.md'), 'utf8'), /^before\n[^]*http-baseline/)
})

t.test('parts of the labs, and one table of them', async (t) => {
  const dir = t.testdir()
  const joined = (files) => cli(['verify', 'merge', ...files, '--json'])
  const labs = [fixture('holds'), fixture('not-faster')]
  const files = []
  const machine = ({ lab: { name } }) => fakeMachine({ slow: 4000, fast: name === 'holds' ? 1000 : 4000 }).machine()
  for (const part of ['1/2', '2/2']) {
    const { stdout } = await cli(['verify', ...labs, '--shard', part, '--json'], { machine })
    t.equal(JSON.parse(stdout).labs.length, 1)
    files.push(`${dir}/${part[0]}.json`)
    writeFileSync(files[files.length - 1], stdout)
  }
  t.match(await cli(['verify', 'merge', ...files, '--markdown', `${dir}/table.md`], { env: { GITHUB_STEP_SUMMARY: `${dir}/summary.md` } }), { code: 1, stdout: /BROKEN {2}2 labs/ })
  const table = readFileSync(`${dir}/table.md`, 'utf8')
  t.match(table, /\| \*\*holds\*\* \| ✔ holds \| .* slow .* [\d.]+× .* fast .*<br>/)
  t.match(table, /\| \*\*not-faster\*\* \| ✘ broken \|/)
  t.equal(readFileSync(`${dir}/summary.md`, 'utf8'), table)

  const labsOf = (file) => JSON.parse(readFileSync(file, 'utf8')).labs
  writeFileSync(`${dir}/before.json`, JSON.stringify({ labs: labsOf(files[0]) }))
  writeFileSync(`${dir}/lab.json`, JSON.stringify(labsOf(files[1])[0]))
  t.equal((await joined([`${dir}/before.json`, `${dir}/lab.json`])).stdout, (await joined(files)).stdout, 'a file without a version, and one of a single lab')

  writeFileSync(`${dir}/else.json`, 'null')
  t.match(await joined([`${dir}/else.json`]), { code: 2, stderr: `${dir}/else.json is not a result. Expected the output of verify --json, or of lab <name> --json.\n` })
})
