import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { checkRefusals, hotpath, ofRun, ofServer, project } from './compare.js'

const GOOD = ofRun('(n) => n + 1')

t.test('answers come before any time: what differs is named, with both answers', async (t) => {
  const folder = project(t, {
    'good.js': GOOD,
    'different.js': ofRun('(n) => n === 2 ? { sum: 3 } : n + 1'),
    'throws.js': ofRun('(n) => { if (n === 3) throw new RangeError("too much"); return n + 1 }'),
    'hello.js': ofServer('response.end("hello")'),
    'goodbye.js': ofServer('response.end("goodbye")'),
  })
  const different = await hotpath(folder, ['compare', 'good.js', 'different.js'])
  t.match(different, { code: 1, said: /it: .* 2: good\.js answers 3, different\.js answers \{ sum: 3 \}/ })
  const throws = await hotpath(folder, ['compare', 'good.js', 'throws.js'])
  t.match(throws, { code: 1, said: /input 3: good\.js .*, throws\.js throws RangeError/ })
  const servers = await hotpath(folder, ['compare', 'hello.js', 'goodbye.js'])
  t.match(servers, { code: 1, said: /GET \/: hello\.js answers "hello", goodbye\.js answers "goodbye"/ })
})

t.test('a benchmark that cannot be compared says why, and what to do', async (t) => {
  /** @type {[string, string, RegExp][]} text of the base, of the head, and what is said */
  const cases = [
    [ofRun('(n) => { throw new Error("no luck") }'), GOOD, /base\.js .* \(input 1\)/],
    [ofRun('() => ({ at: process.hrtime.bigint() })'), GOOD, /base\.js .* 1 with "\d+" first .* "\d+" later \(.*\)\. A/],
    [ofRun('(list) => list.sort().length', '[[3, 1]]'), ofRun('(list) => list.length', '[[3, 1]]'), /base\.js: .* 1/],
    [ofRun('(n) => ({ then: [() => n] })'), GOOD, /answer\.then\[0\]/],
    [ofRun('(n) => n', '[1, 2]'), ofRun('(n) => n', '[1, 3]'), /the two sides have different inputs/],
    [ofRun('(n) => n', '() => [Math.random()]'), ofRun('(n) => n + 0', '() => [Math.random()]'), /the list differs from call to call/],
    [ofServer('response.end(String(process.hrtime.bigint()))'), ofServer('response.end("now")'), /answers GET \/ with "\d+" first .* "\d+" later/],
    [ofServer('response.writeHead(500).end("boom")'), ofServer('response.end("boom")'), /base\.js answers GET \/ .* 500: boom/],
    [ofServer('response.end("x")').replace('listen(0)', 'listen(34567)'), ofServer('response.end("x")'), /listens on port 34567, but base and head run at the same time\. Listen on port 0/],
  ]
  for (const [base, head, words] of cases) {
    const { code, said } = await hotpath(project(t, { 'base.js': base, 'head.js': head }), ['compare', 'base.js', 'head.js'])
    t.match(said, words)
    t.equal(code, 4, said)
  }
})

t.test('a wrong perf file and a wrong command line are one line each, with exit code 2', async (t) => {
  const folder = project(t, {
    'good.js': GOOD,
    'empty.js': '',
    'throws.js': 'const nothing = null\nnothing.at()\n',
    'syntax.js': 'import { fn } from "hotpath"\nfn(',
    'option.js': ofRun('(n) => n').replace('inputs', 'input'),
    'margin.js': ofRun('(n) => n').replace('inputs', 'margin: 0.1, inputs'),
    'twice.js': `${GOOD}fn('it', { run () {} })\n`,
    'other.js': GOOD.replace("'it'", "'another'"),
    'server.js': ofServer('response.end("x")'),
    'path.js': ofServer('response.end("x")').replace("['/']", "['users']"),
  })
  /** @type {[string[], RegExp][]} */
  const cases = [
    [['good.js', 'empty.js'], /^empty\.js/],
    [['good.js', 'throws.js'], /^throws\.js .* null \(.*\) \(throws\.js:2\)/],
    [['good.js', 'syntax.js'], /^syntax\.js/],
    [['good.js', 'option.js'], /fn\('it'\): there is no option input; expected run, inputs/],
    [['good.js', 'margin.js'], /margin: expected a percentage from 1% to 1000%, such as '10%', but it is 0\.1 /],
    [['good.js', 'twice.js'], /two benchmarks have this name/],
    [['good.js', 'other.js'], /head .*: good\.js .*, other\.js/],
    [['good.js', 'server.js'], /^it: good\.js .* server\.js/],
    [['server.js', 'path.js'], /expected a path that starts with \//],
    [['good.js', 'missing.js'], /missing\.js/],
    [['good.js'], /--base, --package or --node/],
    [['good.js', 'good.js', '--filter', 'thing'], /^--filter/],
    [['good.js', 'good.js', '--margin', '5'], /Expected a percentage, such as 5%\.$/],
    [['good.js', 'good.js', '--faster', '0.5'], /1 to 1000/],
    [['--base', 'main'], /is not in a git repository/],
    [['--base', 'main', '--node', '22', '24'], /^--base.*--node/],
    [['--node', '22'], /^--node needs two versions/],
  ]
  await checkRefusals(t, folder, cases.map(([args, words]) => [['compare', ...args], words]))
})

t.test('what an earlier result calls red is compared again, and a margin of its own is in the result', async (t) => {
  const fails = (/** @type {string} */ name, /** @type {string} */ run) => `fn('${name}', { margin: '10%', run: ${run} })\n`
  const both = (/** @type {string} */ run) => `import { fn } from 'hotpath'\n${fails('it', run)}${fails('other', '() => process.hrtime.bigint()')}`
  const folder = project(t, { 'base.js': both('() => 1'), 'head.js': both('() => 2') })
  const first = await hotpath(folder, ['compare', 'base.js', 'head.js', '--json'])
  t.match(JSON.parse(first.stdout).benchmarks, [{ name: 'it', verdict: 'different answers', margin: 0.1 }, { name: 'other', verdict: 'cannot run' }])
  writeFileSync(join(folder, 'first.json'), first.stdout)
  const again = await hotpath(folder, ['compare', 'base.js', 'head.js', '--again', 'first.json', '--json'])
  t.same(JSON.parse(again.stdout).benchmarks.map(({ name }) => name), ['it'])
  t.equal(again.code, 1)
  writeFileSync(join(folder, 'green.json'), JSON.stringify({ ...JSON.parse(first.stdout), benchmarks: [] }))
  t.match(await hotpath(folder, ['compare', 'base.js', 'head.js', '--again', 'green.json']), { code: 0, stdout: '', stderr: /^No benchmark is red in green\.json/ })
})

t.test('both sides load the same bytes: nothing runs, and that is said', async (t) => {
  const folder = project(t, { 'one.js': GOOD, 'same.js': GOOD })
  t.match(await hotpath(folder, ['compare', 'one.js', 'same.js']), { code: 0, said: /bytes: it\..*--all/ })
})

t.test('init writes a perf file that runs, and never over another one', async (t) => {
  const folder = project(t, {})
  t.match(await hotpath(folder, ['init', '--yes']), { code: 0, stdout: /^first\.perf\.js/ })
  t.match(await hotpath(folder, ['compare', 'first.perf.js', 'first.perf.js']), { code: 0, said: /bytes: sum/ })
  t.match(await hotpath(folder, ['init', '--yes']), { code: 2, stderr: /first\.perf\.js/ })
})
