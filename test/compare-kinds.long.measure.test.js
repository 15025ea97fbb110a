import { availableParallelism } from 'node:os'
import t from 'tap'
import { compareAsJson, repository } from './compare.js'

// Whatever can be called, requested or started is judged by the figure that its user feels, in the seconds that were given.

/** Compares with more and more seconds until each benchmark has a verdict: on a slow or busy machine the first are too few. */
async function decide (folder, args, seconds) {
  const result = await compareAsJson(folder, [...args, '--seconds', String(seconds)])
  const isOpen = result.benchmarks.some(({ verdict }) => verdict === 'undecided')
  return isOpen && seconds < MOST_SECONDS ? decide(folder, args, 3 * seconds) : result
}

/** A slowdown that is not found in so many seconds is not found. */
const MOST_SECONDS = 60

/** Pairs that a slowdown and its confirmation take, however long one is. */
const FEWEST_PAIRS = 4

/** Program that works for seven times as long as its process took to start, however slow the machine is. */
const BUSY = 'const end = 8 * performance.now()\nwhile (performance.now() < end);\n'

t.test('synchronous code that waits for a child is judged by the wall clock, in the seconds that were given', async (t) => {
  const perf = "import { execFileSync } from 'node:child_process'\nimport { fn } from 'hotpath'\nfn('start', { run: () => execFileSync(process.execPath, ['cli.js'], { encoding: 'utf8' }) })\n"
  const busy = `${BUSY}console.log('1.0.0')\n`
  const { folder } = repository(t, { 'cli.js': "console.log('1.0.0')\n", 'cli.perf.js': perf }, { 'cli.js': busy })
  const { code, benchmarks: [one] } = await compareAsJson(folder, ['--base', 'main', '--seconds', '20'])
  t.match({ code, ...one }, { code: 1, verdict: 'slower', timing: { clock: 'wall', pins: true } })
  t.ok(one.seconds <= 1.2 * 20 || one.pairs <= FEWEST_PAIRS, `${one.seconds} s`)
})

t.test('code on several processors is not pinned to one', { skip: availableParallelism() < 2 }, async (t) => {
  const derive = "import { scrypt } from 'node:crypto'\nimport { promisify } from 'node:util'\nconst derive = promisify(scrypt)\nconst one = async (name) => (await derive(name, 'salt', 32, { N: 4096 })).toString('hex')\n"
  const perf = "import { fn } from 'hotpath'\nimport { keys } from './keys.js'\nfn('keys', { inputs: [['a', 'b', 'c', 'd']], run: (names) => keys(names) })\n"
  const inTurn = `${derive}export async function keys (names) {\n  const all = []\n  for (const name of names) all.push(await one(name))\n  return all\n}\n`
  const { folder } = repository(t, { 'keys.js': inTurn, 'keys.perf.js': perf }, { 'keys.js': `${derive}export const keys = (names) => Promise.all(names.map(one))\n` })
  const { benchmarks: [{ timing, difference }], disturbances } = await compareAsJson(folder, ['--base', 'main', '--seconds', '4'])
  t.match(timing, { clock: 'wall', pins: false, isParallel: true })
  // other programs take the second processor
  t.ok(difference < 1 || disturbances.length > 0, `the head is faster: ${difference}`)
})

t.test('a rare input that became far slower is named; named inputs have a verdict each', async (t) => {
  const f = 'export const f = (text) => text.length < 10 ? text.length : text.split("").reverse().join("").length\n'
  const slow = f.replace('? text.length', '? JSON.parse(JSON.stringify(Array(50).fill(text)))[0].length')
  const perf = (inputs) => `import { fn } from 'hotpath'\nimport { f } from './f.js'\nfn('f', { inputs: ${inputs}, run: f })\n`
  const { folder } = repository(t, { 'f.js': f }, { 'f.js': slow, 'a.perf.js': perf("['short', ...Array.from({ length: 19 }, (_, index) => 'y'.repeat(2000 + index))]"), 'b.perf.js': perf("{ short: 'short', long: 'y'.repeat(2000) }") })
  t.match(await compareAsJson(folder, ['--base', 'main', 'a.perf.js', '--seconds', '2']), { benchmarks: [{ slowInputs: [{ input: 1 }] }] })
  t.match(await compareAsJson(folder, ['--base', 'main', 'b.perf.js', '--seconds', '8']), { code: 1, benchmarks: [{ name: 'f (short)', verdict: 'slower' }, { name: 'f (long)', verdict: /not slower|undecided/ }] })
})

t.test('a command is compared by its output, its exit code and its time, each time in a fresh process', async (t) => {
  const perf = "import { command } from 'hotpath'\ncommand('cli', { run: ['node', 'cli.js'], env: { WHO: 'you' } })\n"
  const cli = "console.log('hello', process.env.WHO)\n"
  const busy = `${BUSY}${cli}`
  const { folder, commit } = repository(t, { 'cli.js': cli, 'cli.perf.js': perf }, { 'cli.js': busy })
  const slower = await decide(folder, ['--base', 'main'], 20)
  t.match(slower, { code: 1, benchmarks: [{ kind: 'command', verdict: 'slower', timing: { clock: 'wall' } }] })
  t.match(slower.benchmarks[0].answer.start, /hello you/)
  commit({ 'cli.js': `${cli}process.exitCode = 3\n` })
  t.match(await compareAsJson(folder, ['--base', 'main']), { code: 1, benchmarks: [{ verdict: 'different answers' }] })
  commit({ 'cli.js': cli, 'cli.perf.js': perf.replace("'node'", "'nodde'") })
  t.match(await compareAsJson(folder, ['--base', 'main', '--all']), { code: 4, benchmarks: [{ verdict: 'cannot run', reason: /there is no such program/ }] })
})

t.test('a server whose requests are slow keeps to the seconds, for its time and for its memory', async (t) => {
  const perf = `import { createServer } from 'node:http'
import { heap, server } from 'hotpath'
import { work } from './work.js'
const listen = () => createServer((request, response) => { work(); response.end('hello') }).listen(0)
server('time', { listen, requests: ['/'] })
heap('memory', { listen, requests: ['/'], requestsPerReading: 300 })
`
  const work = (ms) => `const kept = []\nexport const work = () => { const end = performance.now() + ${ms}; while (performance.now() < end); ${ms > 5 ? 'kept.push(new Array(10_000).fill(0)) ' : ''}}\n`
  const { folder } = repository(t, { 'work.js': work(5), 'a.perf.js': perf }, { 'work.js': work(20) })
  const { benchmarks } = await compareAsJson(folder, ['--base', 'main', '--seconds', '28'])
  t.match(benchmarks, [{ name: 'time', verdict: 'slower' }, { name: 'memory', verdict: 'slower' }])
  const seconds = benchmarks.reduce((sum, one) => sum + one.seconds, 0)
  // in fewer seconds the four pairs that a slowdown takes would not fit
  t.ok(seconds <= 1.2 * 28, `${seconds} s`)
})

t.test('what calls of a function leave behind is compared', async (t) => {
  const perf = "import { heap } from 'hotpath'\nimport { find } from './find.js'\nheap('find', { inputs: [1, 2, 3], run: (id) => find(id), callsPerReading: 1000 })\n"
  const { folder } = repository(t, { 'find.js': 'export const find = (id) => ({ id })\n', 'find.perf.js': perf }, { 'find.js': 'const seen = []\nexport const find = (id) => { const found = { id }; seen.push(found); return found }\n' })
  t.match(await decide(folder, ['--base', 'main'], 8), { code: 1, benchmarks: [{ kind: 'heap', operation: 'call', verdict: 'slower' }] })
})

t.test('at a fixed rate, the waits of requests show stalls that cost no CPU', async (t) => {
  const perf = "import { createServer } from 'node:http'\nimport { server } from 'hotpath'\nimport { work } from './work.js'\nserver('app', { rate: 500, listen: () => createServer((request, response) => { work(); response.end('hello') }).listen(0), requests: ['/'] })\n"
  const stall = 'let calls = 0\nconst cell = new Int32Array(new SharedArrayBuffer(4))\nexport const work = () => { if (++calls % 200 === 0) Atomics.wait(cell, 0, 0, 30) }\n'
  const { folder, commit } = repository(t, { 'work.js': 'export const work = () => {}\n', 'a.perf.js': perf }, { 'work.js': stall })
  t.match(await decide(folder, ['--base', 'main', '--filter', 'app at 500/s'], 6), { code: 1, benchmarks: [{ name: 'app at 500/s', kind: 'server', rate: 500, verdict: 'slower' }] })
  commit({ 'a.perf.js': perf.replace('500', '500000') })
  t.match(await compareAsJson(folder, ['--base', 'main', '--filter', 'app at 500000/s', '--seconds', '6']), { code: 4, benchmarks: [{ failure: { code: 'RATE_TOO_HIGH' } }] })
})
