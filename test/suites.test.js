import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { ROOT, projectFiles } from './files.js'
import { hashLabs } from './passed-labs.js'
import { chooseTests, suiteOf, suitesIn } from './suites.js'

t.test('a suffix decides how a test runs', async (t) => {
  const paths = ['define.test.js', 'run.measure.test.js', 'labs/cache-queue/lab.test.js', 'site.long.test.js', 'curve.long.measure.test.js', 'define.js']
  t.same(paths.map(suiteOf), ['beside', 'measure', 'measure', 'long beside', 'long measure', undefined])
})

t.test('a test with an unknown suffix is named, in a line each', async (t) => {
  t.throws(() => suitesIn(['test/a.slow.test.js', 'test/b.js', 'test/c.long.js', 'test/d.spec.js', 'test/e-test.js']), { message: /^test\/a\.slow\.test\.js.*\ntest\/c\.long\.js: .*\ntest\/d\.spec\.js: .*\ntest\/e-test\.js: [^\n]*$/ })
})

t.test('a lab is measured again when its files or the engine changed; CI measures all', async (t) => {
  const files = { 'pnpm-lock.yaml': '', 'shared/engine/a.js': 'a', 'shared/stage/b.js': 'b', 'labs/one/lab.test.js': '', 'labs/one/slow.js': '1', 'labs/one/README.md': '', 'labs/two/lab.test.js': '', 'labs/two/slow.js': '2' }
  const hash = (changed) => hashLabs(Object.keys(files), (path) => Buffer.from({ ...files, ...changed }[path] ?? ''))
  const listChanged = (changed) =>
    Object.entries(hash(changed)).filter(([lab, value]) => value !== hash({})[lab]).map(([lab]) => lab)
  t.same(listChanged({ 'labs/one/slow.js': '3' }), ['labs/one'])
  t.same(listChanged({ 'labs/one/README.md': 'text', 'shared/stage/b.js': '' }), [])
  for (const path of ['shared/engine/a.js', 'pnpm-lock.yaml']) t.same(listChanged({ [path]: 'other' }), ['labs/one', 'labs/two'])
  const choose = (...options) => chooseTests(options, Object.keys(files), (path) => path === 'labs/one/lab.test.js').measure
  t.same(choose(), ['labs/two/lab.test.js'])
  t.same(choose('--labs'), ['labs/one/lab.test.js', 'labs/two/lab.test.js'])
})

t.test('CI runs every test file of the repository', { skip: spawnSync('git', ['--version']).status !== 0 && 'git is not installed' }, async (t) => {
  const commands = readFileSync(join(ROOT, '.ci/run'), 'utf8')
  const options = [['', /^bare npx -y pnpm@12 test --labs$/m], ['--long', /^bare npx -y pnpm@12 run test:long$/m]].flatMap(([option, command]) => commands.match(command) ? [String(option)] : [])
  const run = options.flatMap((option) => Object.values(chooseTests([option], projectFiles())).flat())
  const tracked = spawnSync('git', ['ls-files', '*.test.js', ':!templates'], { cwd: ROOT, encoding: 'utf8' }).stdout.trim().split('\n')
  t.ok(tracked.length > 100)
  t.same(tracked.filter((file) => !run.includes(file)), [])
  t.equal(new Set(run).size, run.length, 'each of them once')
})
