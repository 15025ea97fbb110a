import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { hotpath, ofRun, ofServer, project } from './compare.js'

const SUM = 'let total = 0; for (let i = 0; i < 3000; i++) total += i % n; return total'

const ONCE = ofRun(`(n) => { ${SUM} }`)
const THRICE = ofRun(`(n) => { const sum = () => { ${SUM} }; sum(); sum(); return sum() }`)

t.test('a function that takes three times as long is slower, and the other way round as fast as is claimed', async (t) => {
  const folder = project(t, { 'once.js': ONCE, 'thrice.js': THRICE })
  const slower = await hotpath(folder, ['compare', 'once.js', 'thrice.js', '--junit', 'it.xml', '--markdown', 'it.md', '--cpu-prof', 'profiles'])
  t.match(slower, { code: 1, said: /it: thrice\.js .* \d(\.\d)? .* once\.js.* 1 .* 100/ })
  t.match(readFileSync(join(folder, 'it.xml'), 'utf8'), /<failure message="thrice\.js/)
  t.match(readFileSync(join(folder, 'it.md'), 'utf8'), /\| it \| slower \|/)
  t.same(readdirSync(join(folder, 'profiles')).sort(), ['it.base.cpuprofile', 'it.head.cpuprofile'])
  const { nodes } = JSON.parse(readFileSync(join(folder, 'profiles', 'it.head.cpuprofile'), 'utf8'))
  t.ok(nodes.some(({ callFrame }) => callFrame.url.endsWith('thrice.js')), 'of the thread that runs the benchmark')

  t.match(await hotpath(folder, ['compare', 'thrice.js', 'once.js', '--faster', '1.5']), { code: 0, said: /it: holds\./ })
  t.match(await hotpath(folder, ['compare', 'thrice.js', 'once.js', '--faster', '30']), { code: 1, said: /it: broken\./ })
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
  t.match(JSON.parse(errors.stdout), { benchmarks: [{ answer: { start: answer, bytes: answer.length }, remark: /errors/ }] })
  t.ok(control.length >= pairs / 2, 'the base ran against itself in every second round')
})

t.test('an async function is found slower by what its caller waits for', async (t) => {
  const wait = (ms) => ofRun(`async (n) => { await new Promise((resolve) => setTimeout(resolve, ${ms})); return n }`)
  const { code, said } = await hotpath(project(t, { 'base.js': wait(2), 'head.js': wait(8) }), ['compare', 'base.js', 'head.js'])
  t.match({ code, said }, { code: 1, said: /it: head\.js .* \d(\.\d)? .* base\.js/ })
})
