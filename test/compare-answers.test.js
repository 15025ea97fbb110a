import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { hotpath, ofRun, ofServer, project } from './compare.js'

// What compare says of two programs before it measures, where it takes processes: shared/hotpath/compare/answers.test.js has the rest.

const GOOD = ofRun('(n) => n + 1')

const NOBODY = "import { server } from 'hotpath'\nserver('it', { listen: () => 1, requests: ['/'] })\n"
const BY_PROCESS = ofServer('response.end(String(process.pid))')

const OF_PORT = ofServer("response.end(String('http://127.0.0.1:' + request.socket.localPort + '/'))")

/** @param {string} printed */
const ofCommand = (printed) => `import { command } from 'hotpath'\ncommand('it', { run: ['node', '-p', '${printed}'] })\n`

/** Text of the base, of the head, and what is said. @type {Record<string, [string, string, RegExp][]>} */
const ROWS = {
  'different answers': [
    [ofServer('response.end("hello")'), ofServer('response.end("goodbye")'), /GET \/: base\.js answers "hello", head\.js answers "goodbye"/],
  ],
  'cannot run': [
    [ofCommand('process.hrtime.bigint()'), ofCommand('1'), /base\.js answers with "\d+n.*" first .*answer: \(\{ code, stdout \}\)/],
    [ofServer('response.end(String(process.hrtime.bigint()))'), ofServer('response.end("now")'), /answers GET \/ with "\d+" first .* "\d+" later/],
    [ofServer('response.writeHead(500).end("boom")'), ofServer('response.end("boom")'), /base\.js answers GET \/ .* 500: boom/],
    [ofServer('response.end("x")').replace('listen(0)', 'listen(34567)'), ofServer('response.end("x")'), /listens on port 34567, but base and head run at the same time\. Listen on port 0/],
    // what differs from process to process is nobody's fault
    [ofRun('() => ({ id: process.pid })'), ofRun('() => ({ id: Number(process.pid) })'), /base\.js .* 1 with \d+ first .* \d+ later \(.*\)\. A date/],
    [BY_PROCESS, BY_PROCESS.replace('String', 'void 0, String'), /base\.js answers GET \/ with "\d+" first .* "\d+" later/],
    [OF_PORT, OF_PORT.replace('String', 'void 0, String'), /The answer has the port of the server/],
    [NOBODY, NOBODY.replace('=> 1', '=> 1.0'), /base\.js .* 1 .*\(\)/],
  ],
}

t.test('answers come before any time: what differs, or cannot be compared, is named', async (t) => {
  const rows = Object.entries(ROWS).flatMap(([verdict, some]) => some.map((row) => /** @type {const} */ ([verdict, ...row])))
  const join = (/** @type {1 | 2} */ side) => rows.reduce((text, row, index) => {
    const own = row[side].replaceAll(/^import .*\n/gm, '').replace("'it'", `'${index}'`)
    return `${text}{\n${own}}\n`
  }, "import { createServer } from 'node:http'\nimport { command, fn, server } from 'hotpath'\n")
  const { code, stdout, stderr } = await hotpath(project(t, { 'base.js': join(1), 'head.js': join(2) }), ['compare', 'base.js', 'head.js', '--json'])
  const { benchmarks } = JSON.parse(stdout)
  t.equal(code, 1)
  t.equal(benchmarks.length, rows.length)
  t.notMatch(stderr, / after [\d.]+ s$/m, 'a log gets no time of what was not timed')
  for (const [index, [verdict, , , words]] of rows.entries()) {
    t.match(benchmarks.find(({ name }) => name === String(index)), { verdict, reason: words, pairs: 0 }, String(words))
  }
})

t.test('a server that never listens is a failure of head', async (t) => {
  const silent = "import { server } from 'hotpath'\nserver('it', { listen: () => new Promise(() => {}), requests: ['/'] })\n"
  // the time to listen is counted in ticks of 100 ms
  const quick = 'const { setInterval } = globalThis\nglobalThis.setInterval = (tick, ms, ...more) => setInterval(tick, ms === 100 ? 1 : ms, ...more)\n'
  const folder = project(t, { 'base.js': ofServer('response.end("x")'), 'head.js': silent, 'quick.js': quick })
  const { code, stdout } = await hotpath(folder, ['compare', 'base.js', 'head.js', '--import', './quick.js', '--json'])
  t.match({ code, ...JSON.parse(stdout) }, { code: 1, benchmarks: [{ verdict: 'failed', reason: /^head\.js .*\(\) .* 10/ }] })
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
  writeFileSync(join(folder, 'slower.json'), first.stdout.replace('"verdict":"different answers","reason"', '"verdict":"slower","reason"'))
  t.match(await hotpath(folder, ['compare', 'base.js', 'head.js', '--again', 'slower.json']), { code: 3, said: /different answers here, but slower in slower\.json/ })
  writeFileSync(join(folder, 'green.json'), JSON.stringify({ ...JSON.parse(first.stdout), benchmarks: [] }))
  t.match(await hotpath(folder, ['compare', 'base.js', 'head.js', '--again', 'green.json']), { code: 0, stdout: '', stderr: /^No benchmark is red in green\.json/ })
})

t.test('both sides have the same code: nothing runs, and that is said', async (t) => {
  const folder = project(t, { 'one.js': GOOD, 'same.js': GOOD })
  t.match(await hotpath(folder, ['compare', 'one.js', 'same.js']), { code: 0, said: /Same code .*: it\..*--all/ })
})

t.test('a speedup that is claimed where nothing has changed is broken', async (t) => {
  const folder = project(t, { 'one.js': GOOD, 'same.js': GOOD })
  t.match(await hotpath(folder, ['compare', 'one.js', 'same.js', '--faster', '1.5']), { code: 1, said: /it: .*broken.* code/ })
})
