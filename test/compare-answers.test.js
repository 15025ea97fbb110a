import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { hotpath, ofRun, ofServer, project } from './compare.js'

// What compare says of two programs before it measures: their answers differ, cannot be compared, or never come.

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

t.test('both sides have the same code: nothing runs, and that is said', async (t) => {
  const folder = project(t, { 'one.js': GOOD, 'same.js': GOOD })
  t.match(await hotpath(folder, ['compare', 'one.js', 'same.js']), { code: 0, said: /Same code .*: it\..*--all/ })
})

t.test('answers that differ from process to process are nobody\'s fault', async (t) => {
  const id = 'const id = process.pid\n'
  const served = ofServer('response.end(String(process.pid))')
  const deep = 'const make = (n) => { let o = {}; for (let i = 0; i < 90; i++) o = { o }; return o }\n'
  /** @type {[string, string, RegExp, number][]} */
  const cases = [
    [`${id}${ofRun('() => ({ id })')}`, `${id}${ofRun('() => ({ id: id })')}`, /it: .*\. base\.js .* 1 with \d+ first .* \d+ later \(.*\)\. A date/, 4],
    [served, `void 0\n${served}`, /it: .*\. base\.js answers GET \/ with "\d+" first .* "\d+" later/, 4],
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
  const { code, said, stderr } = await hotpath(project(t, { 'base.js': nobody, 'head.js': `void 0\n${nobody}` }), ['compare', 'base.js', 'head.js'])
  t.match(said, /base\.js .* 1 .*\(\)/)
  t.equal(stderr, 'it: cannot run\n')
  t.equal(code, 4)
})

t.test('a speedup that is claimed where nothing has changed is broken', async (t) => {
  const folder = project(t, { 'one.js': GOOD, 'same.js': GOOD })
  t.match(await hotpath(folder, ['compare', 'one.js', 'same.js', '--faster', '1.5']), { code: 1, said: /it: broken.* code/ })
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
