import { spawnSync } from 'node:child_process'
import { existsSync, openSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { CLEAN_ENV, ROOT } from './cli.js'
import { checkRefusals, hotpath, ofRun, ofServer, project } from './compare.js'

const GOOD = ofRun('(n) => n + 1')

t.test('answers that differ from process to process are nobody\'s fault', async (t) => {
  const id = 'const id = process.pid\n'
  const served = ofServer('response.end(String(process.pid))')
  const deep = 'const make = (n) => { let o = {}; for (let i = 0; i < 90; i++) o = { o }; return o }\n'
  /** @type {[string, string, RegExp, number][]} */
  const cases = [
    [`${id}${ofRun('() => ({ id })')}`, `${id}${ofRun('() => ({ id: id })')}`, /it: .*\. base\.js .* 1 with \d+ first .* \d+ later \(.*\)\. A date/, 4],
    [served, `// other bytes\n${served}`, /it: .*\. base\.js answers GET \/ with "\d+" first .* "\d+" later/, 4],
    [ofRun('() => new Date(5)'), ofRun('() => new Date(6)'), /base\.js answers 1970-01-01T00:00:00\.005Z, head\.js answers 1970-01-01T00:00:00\.006Z/, 1],
    [`${deep}${ofRun('make')}`, `${deep}${ofRun('(n) => ({ o: JSON.parse(JSON.stringify(make(n)).replace("{}", "1")) })')}`, /\(at [o. ]{100,120}…\)/, 1],
  ]
  for (const [base, head, words, expected] of cases) {
    const { code, said } = await hotpath(project(t, { 'base.js': base, 'head.js': head }), ['compare', 'base.js', 'head.js'])
    t.match(said, words)
    t.equal(code, expected, said)
  }
})

t.test('a port where nobody listens is explained, and a log gets no time of what was not timed', async (t) => {
  const nobody = 'import { server } from \'hotpath\'\nserver(\'it\', { listen: () => 1, requests: [\'/\'] })\n'
  const { code, said, stderr } = await hotpath(project(t, { 'base.js': nobody, 'head.js': `//\n${nobody}` }), ['compare', 'base.js', 'head.js'])
  t.match(said, /base\.js .* 1 .*\(\)/)
  t.equal(stderr, 'it: cannot run\n')
  t.equal(code, 4)
})

t.test('a result that cannot be written is no pass', { skip: !existsSync('/dev/full') && 'needs /dev/full' }, async (t) => {
  const folder = project(t, { 'a.js': GOOD })
  const { status, stderr } = spawnSync(process.execPath, [join(ROOT, 'shared/hotpath/cli/hotpath.js'), 'compare', 'a.js', 'a.js', '--json'], {
    cwd: folder, env: CLEAN_ENV, encoding: 'utf8', stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'],
  })
  t.equal(status, 4, stderr)
  t.match(stderr, /ENOSPC/)
})

t.test('what keeps a perf file from loading is named', async (t) => {
  const folder = project(t, {
    'good.js': GOOD,
    'exits.js': 'process.exit(0)\n',
    'loops.js': 'for (;;);\n',
    'bad.json': '{}',
    'syntax.js': 'import { fn } from "hotpath"\nfn(',
    'imports.js': 'import "./syntax.js"\n',
  })
  await checkRefusals(t, folder, [
    [['compare', 'good.js', 'exits.js'], /^exits\.js .* 0: .* process\.exit\?/],
    [['compare', 'good.js', 'loops.js'], /^loops\.js .* 10/],
    [['compare', 'good.js', 'bad.json'], /^bad\.json .* JavaScript file/],
    [['compare', 'good.js', 'good.js', '--import', 'nosuchmod'], /1: Error \[ERR_MODULE_NOT_FOUND\]/],
    [['compare', 'good.js', 'imports.js'], /^imports\.js .* \(syntax\.js:2\)/],
    [['merge', 'nofile'], /hotpath compare … --json/],
    [['init', 'extra'], /hotpath init$/],
  ])
  t.match(await hotpath(folder, ['--version']), { code: 0, stdout: /^\d+\.\d+\.\d+\n$/ })
  t.match(await hotpath(folder, ['compare', 'good.js', 'good.js', '--junit', 'no/such.xml']), { code: 4, stderr: /no\/such\.xml .* it/ })
})

t.test('a speedup that is claimed where nothing has changed is broken', async (t) => {
  const folder = project(t, { 'one.js': GOOD, 'same.js': GOOD })
  t.match(await hotpath(folder, ['compare', 'one.js', 'same.js', '--faster', '1.5']), { code: 1, said: /it: broken.* bytes/ })
})

t.test('a repository without a commit is called one', async (t) => {
  const folder = project(t, { 'it.perf.js': GOOD })
  spawnSync('git', ['init', '--quiet'], { cwd: folder })
  t.match(await hotpath(folder, ['compare', '--base', 'HEAD']), { code: 2, stderr: /compare .* git/ })
})

t.test('a promise that never settles is called one', async (t) => {
  const folder = project(t, { 'base.js': ofRun('() => new Promise(() => { setInterval(() => {}, 1000) })'), 'good.js': GOOD })
  t.match(await hotpath(folder, ['compare', 'base.js', 'good.js']), { code: 4, said: /base\.js .* 10/ })
})

t.test('a server that never listens is reported after ten seconds', async (t) => {
  const silent = 'import { server } from \'hotpath\'\nserver(\'it\', { listen: () => new Promise(() => {}), requests: [\'/\'] })\n'
  const folder = project(t, { 'good.js': ofServer('response.end("x")'), 'silent.js': silent })
  t.match(await hotpath(folder, ['compare', 'good.js', 'silent.js']), { code: 1, said: /it: silent\.js .*\(\) .* 10/ })
})
