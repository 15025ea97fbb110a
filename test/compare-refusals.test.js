import t from 'tap'
import { checkRefusals, hotpath, ofRun, ofServer, project } from './compare.js'

// What compare cannot do anything with: perf files, command lines, repositories, places to write.

const GOOD = ofRun('(n) => n + 1')

t.test('a wrong perf file and a wrong command line are one line each, with exit code 2', async (t) => {
  const folder = project(t, {
    'good.js': GOOD,
    'empty.js': '',
    'other.js': GOOD.replace("'it'", "'another'"),
    'server.js': ofServer('response.end("x")'),
    'path.js': ofServer('response.end("x")').replace("['/']", "['users']"),
  })
  /** @type {[string[], RegExp][]} */
  const cases = [
    [['good.js', 'empty.js'], /^empty\.js/],
    [['good.js', 'other.js'], /head .*: good\.js .*, other\.js/],
    [['good.js', 'server.js'], /^it: good\.js .* server\.js/],
    [['server.js', 'path.js'], /expected a path that starts with \//],
    [['good.js'], /--base, --package or --node/],
    [['good.js', 'good.js', '--filter', 'thing'], /^--filter/],
    [['good.js', 'good.js', '--margin', '5'], /Expected a percentage, such as 5%\.$/],
    [['good.js', 'good.js', '--faster', '0.5'], /1 to 1000/],
    [['--base', 'main', '--node', '22', '24'], /^--base.*--node/],
    [['--node', '22'], /^--node needs two versions/],
  ]
  await checkRefusals(t, folder, cases.map(([args, words]) => [['compare', ...args], words]))
})

t.test('init writes a perf file that runs, and never over another one', async (t) => {
  const folder = project(t, {})
  t.match(await hotpath(folder, ['init', '--yes']), { code: 0, stdout: /^first\.perf\.js/ })
  t.match(await hotpath(folder, ['compare', 'first.perf.js', 'first.perf.js']), { code: 0, said: /Same code .*: sum/ })
  t.match(await hotpath(folder, ['init', '--yes']), { code: 2, stderr: /first\.perf\.js/ })
})

t.test('what keeps a perf file from loading is named', async (t) => {
  const folder = project(t, {
    'good.js': GOOD,
    'exits.js': 'process.exit(0)\n',
    'bad.json': '{}',
    'syntax.js': 'import { fn } from "hotpath"\nfn(',
    'imports.js': 'import "./syntax.js"\n',
  })
  await checkRefusals(t, folder, [
    [['compare', 'good.js', 'exits.js'], /^exits\.js .* 0: .* process\.exit\?/],
    [['compare', 'good.js', 'bad.json'], /^bad\.json .* JavaScript file/],
    [['compare', 'good.js', 'good.js', '--import', 'nosuchmod'], /1: Error \[ERR_MODULE_NOT_FOUND\]/],
    [['compare', 'good.js', 'imports.js'], /^imports\.js .* \(syntax\.js:2\)/],
    [['merge', 'nofile'], /hotpath compare … --json/],
    [['init', 'extra'], /hotpath init$/],
  ])
  t.match(await hotpath(folder, ['--version']), { code: 0, stdout: /^\d+\.\d+\.\d+\n$/ })
  t.match(await hotpath(folder, ['compare', 'good.js', 'good.js', '--junit', 'no/such.xml']), { code: 4, stderr: /no\/such\.xml .* it/ })
})
