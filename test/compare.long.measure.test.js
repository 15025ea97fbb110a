import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { hotpath, ofRun, ofServer, project } from './compare.js'

const SUM = 'let total = 0; for (let i = 0; i < 3000; i++) total += i % n; return total'

const ONCE = ofRun(`(n) => { ${SUM} }`)
const THRICE = ofRun(`(n) => { const sum = () => { ${SUM} }; sum(); sum(); return sum() }`)

/** @returns {string[]} folders of sides whose process has ended */
const listLeftSides = () => readdirSync(tmpdir()).filter((name) => name.startsWith('hotpath-sides-') && !existsSync(`/proc/${name.split('-')[2]}`))

t.test('a function that takes three times as long is slower, and the other way round as fast as is claimed', async (t) => {
  const folder = project(t, { 'once.js': ONCE, 'thrice.js': THRICE })
  const slower = await hotpath(folder, ['compare', 'once.js', 'thrice.js', '--junit', 'it.xml', '--markdown', 'it.md', '--cpu-prof', 'profiles'])
  t.match(slower, { code: 1, said: /it: thrice\.js .* \d(\.\d)? .* once\.js.* 1 .* 100/ })
  t.match(readFileSync(join(folder, 'it.xml'), 'utf8'), /<failure message="thrice\.js/)
  t.match(readFileSync(join(folder, 'it.md'), 'utf8'), /\| it \| slower \|/)
  t.same(readdirSync(join(folder, 'profiles')).sort(), ['it.base.cpuprofile', 'it.head.cpuprofile'])
  const { nodes } = JSON.parse(readFileSync(join(folder, 'profiles', 'it.head.cpuprofile'), 'utf8'))
  t.ok(nodes.some((/** @type {any} */ { callFrame }) => callFrame.url.endsWith('thrice.js')), 'of the thread that runs the benchmark')

  t.match(await hotpath(folder, ['compare', 'thrice.js', 'once.js', '--faster', '1.5']), { code: 0, said: /it: holds\./ })
  t.match(await hotpath(folder, ['compare', 'thrice.js', 'once.js', '--faster', '30']), { code: 1, said: /it: broken.* not 30 .* fast/ })
})

t.test('equal programs are never slower, and --json has the raw pairs', async (t) => {
  const folder = project(t, { 'one.js': ONCE, 'same.js': `void 0\n${ONCE}` })
  const { code, stdout } = await hotpath(folder, ['compare', 'one.js', 'same.js', '--json', '--seed', '7', '--seconds', '6'])
  t.equal(code, 0)
  const result = JSON.parse(stdout)
  t.match(result, { schema: 2, seed: 7, error: { call: 0.01, benchmarks: 1 }, benchmarks: [{ name: 'it', checked: 3, answer: { start: /^\d+$/, bytes: null } }] })
  const [{ verdict, pairs, values, control }] = result.benchmarks
  t.notOk(['slower', 'different answers', 'failed'].includes(verdict), verdict)
  t.equal(values.length, pairs)
  const answer = '{"errors":[{"message":"no such field"}]}'
  const refused = ofServer(`response.end(${JSON.stringify(answer)})`)
  const errors = await hotpath(project(t, { 'one.js': refused, 'same.js': `void 0\n${refused}` }), ['compare', 'one.js', 'same.js', '--json', '--seconds', '1'])
  t.match(JSON.parse(errors.stdout), { benchmarks: [{ answer: { start: answer, bytes: answer.length } }], notes: [/errors/] })
  t.ok(control.length >= pairs / 2, 'the base ran against itself in every second round')
})

t.test('an async function is found slower by what its caller waits for', async (t) => {
  const wait = (/** @type {number} */ ms) => ofRun(`async (n) => { await new Promise((resolve) => setTimeout(resolve, ${ms})); return n }`)
  const { code, said } = await hotpath(project(t, { 'base.js': wait(2), 'head.js': wait(8) }), ['compare', 'base.js', 'head.js'])
  t.match({ code, said }, { code: 1, said: /it: head\.js .* \d(\.\d)? .* base\.js/ })
})

t.test('a branch is compared with a revision, in parts that are merged; the repository stays as it is', async (t) => {
  const perf = `import { fn } from 'hotpath'
import { sum } from './sum.js'
fn('sum', { inputs: [3], run: sum })
fn('sum again', { inputs: [5], run: sum })
`
  const folder = project(t, { 'sum.perf.js': perf, 'sum.js': `export const sum = (n) => { ${SUM} }\n` })
  const git = (/** @type {string[]} */ ...args) => execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: folder, encoding: 'utf8' })
  git('init', '--quiet')
  git('add', '.')
  git('commit', '--quiet', '-m', 'first')
  writeFileSync(join(folder, 'sum.js'), 'export const sum = (n) => -n\n')
  const [before, left] = [git('status', '--porcelain'), listLeftSides()]
  for (const part of ['1', '2']) {
    const { stdout } = await hotpath(folder, ['compare', '--base', 'HEAD', '--shard', `${part}/2`, '--json'])
    writeFileSync(join(folder, '.git', `${part}.json`), stdout)
  }
  const merged = await hotpath(folder, ['merge', '.git/1.json', '.git/2.json'])
  t.match(merged, { code: 1, said: /sum: .*answers.*sum again: .*answers/ })
  t.equal(git('status', '--porcelain'), before)
  t.equal(git('worktree', 'list').trim().split('\n').length, 1)
  t.same(listLeftSides().filter((name) => !left.includes(name)), [])
})
