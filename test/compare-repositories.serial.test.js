import { availableParallelism } from 'node:os'
import t from 'tap'
import { hotpath, repository } from './compare.js'

// Layouts that people's repositories have: each side must be what its owner means.

const SUM = 'export const sum = (list) => { let all = 0; for (const one of list) all += one; return all }\n'
const SLOW_SUM = 'export const sum = (list) => list.map((one) => [one]).flat().reduce((all, one) => all + one, 0)\n'
const PERF = `import { fn } from 'hotpath'
import { sum } from './sum.js'
fn('sum', { inputs: [Array.from({ length: 1000 }, (_, index) => index)], run: (list) => sum(list) })
`

/** @param {string} folder @param {string[]} args @param {Record<string, string>} [env] @returns {Promise<any>} its result and exit code */
async function compare (folder, args, env = {}) {
  const { code, stdout, stderr } = await hotpath(folder, ['compare', ...args, '--json'], { env })
  return stdout ? { ...JSON.parse(stdout), code } : { code, stderr }
}

t.test('a new perf file brings its imports along to the base', async (t) => {
  const { folder, commit } = repository(t, { 'sum.js': SUM }, {
    'sum.js': `import './extra.js'\n${SLOW_SUM}`,
    'extra.js': '',
    'bench/lists.js': 'export const lists = [Array.from({ length: 5000 }, (_, index) => index)]\n',
    'bench/sum.perf.js': `import { lists } from './lists.js'\n${PERF.replace('./sum.js', '../sum.js').replace(/inputs: .*, run/, 'inputs: lists, run')}`,
  })
  const result = await compare(folder, ['--base', 'main'])
  t.match(result, { code: 1, benchmarks: [{ name: 'sum', verdict: 'slower' }] })
  t.match(result.notes.join('\n'), /copied there: bench\/lists\.js$/m, 'what base imports itself stays base\'s')
  commit({ 'sum.js': SUM })
  t.match(await compare(folder, ['--base', 'main', '--all', '--seconds', '1']), { benchmarks: [{ verdict: /not slower|undecided/ }] })
})

t.test('what base cannot run is never a pass', async (t) => {
  const { folder } = repository(t, { 'sum.js': SUM, 'old.perf.js': PERF }, {
    'sum.js': `${SUM}export const average = (list) => sum(list) / list.length\n`,
    'product.js': 'export const product = ([one, other]) => one * other\n',
    'product.perf.js': PERF.replaceAll('sum', 'product'),
    'average.perf.js': PERF.replaceAll('sum', 'average').replace('average.js', 'sum.js'),
  })
  const verdicts = [{ name: 'average', verdict: 'undecided' }, { name: 'product', verdict: 'undecided' }]
  t.match(await compare(folder, ['--base', 'main', 'product.perf.js', 'average.perf.js']), { code: 0, verdict: 'undecided', benchmarks: verdicts })
  t.match(await compare(folder, ['--base', 'main', 'product.perf.js', 'average.perf.js', '--undecided', 'fail']), { code: 3, benchmarks: verdicts })
})

t.test('the environment of the shell reaches both sides alike, and its values are in no result', async (t) => {
  const checks = "const { NODE_ENV, TOKEN, NODE_V8_COVERAGE } = process.env\nif (NODE_ENV !== 'production' || TOKEN !== 'se\\ncret' || NODE_V8_COVERAGE) throw new Error('another environment')\n"
  const { folder } = repository(t, { 'sum.js': SUM, 'sum.perf.js': `${checks}${PERF}` }, {})
  const result = await compare(folder, ['--base', 'main', '--env', 'TOKEN=se\ncret'], { NODE_ENV: 'production', NODE_V8_COVERAGE: `${folder}/coverage` })
  t.match(result, { code: 0, verdict: 'unchanged' })
  for (const name of ['NODE_ENV', 'TOKEN']) t.ok(result.environment.includes(name), name)
  t.equal(result.notes.length, 1, 'the coverage that was taken away')
  t.notMatch(JSON.stringify(result), /cret|production/)
  t.equal((await compare(folder, ['--base', 'main'])).code, 2)
  t.equal((await compare(folder, ['--base', 'main', '--env', 'TOKEN'])).code, 2)
})

t.test('mistakes in perf files are told before anything is installed', async (t) => {
  const { folder, commit } = repository(t, { 'package.json': '{ "type": "module", "dependencies": { "none": "file:./none.tgz" } }', 'sum.js': SUM, 'sum.perf.js': PERF }, {})
  const code = async (/** @type {string[]} */ ...more) => (await compare(folder, ['--base', 'main', ...more])).code
  t.equal(await code(), 4, 'the install fails')
  t.equal(await code('--filter', 'product'), 2)
  commit({ 'sum.perf.js': `${PERF}fn(` })
  t.equal(await code(), 2)
  t.equal(await code('--install', 'exit 3'), 4, 'a command of the user may first make what is missing')
  commit({ 'sum.perf.js': `import 'none'\n${PERF}` })
  t.equal(await code(), 4, 'what is not installed is no mistake')
})

t.test('synchronous code that waits for a child is judged by the wall clock', async (t) => {
  const perf = "import { execFileSync } from 'node:child_process'\nimport { fn } from 'hotpath'\nfn('start', { run: () => execFileSync(process.execPath, ['cli.js'], { encoding: 'utf8' }) })\n"
  const busy = "const end = performance.now() + 100\nwhile (performance.now() < end);\nconsole.log('1.0.0')\n"
  const { folder } = repository(t, { 'cli.js': "console.log('1.0.0')\n", 'cli.perf.js': perf }, { 'cli.js': busy })
  t.match(await compare(folder, ['--base', 'main', '--all']), { code: 1, benchmarks: [{ verdict: 'slower', timing: { clock: 'wall', pins: true } }] })
})

t.test('code on several processors is not pinned to one', { skip: availableParallelism() < 2 }, async (t) => {
  const derive = "import { scrypt } from 'node:crypto'\nimport { promisify } from 'node:util'\nconst derive = promisify(scrypt)\nconst one = async (name) => (await derive(name, 'salt', 32, { N: 4096 })).toString('hex')\n"
  const perf = "import { fn } from 'hotpath'\nimport { keys } from './keys.js'\nfn('keys', { inputs: [['a', 'b', 'c', 'd']], run: (names) => keys(names) })\n"
  const inTurn = `${derive}export async function keys (names) {\n  const all = []\n  for (const name of names) all.push(await one(name))\n  return all\n}\n`
  const { folder } = repository(t, { 'keys.js': inTurn, 'keys.perf.js': perf }, { 'keys.js': `${derive}export const keys = (names) => Promise.all(names.map(one))\n` })
  const { benchmarks: [{ timing, difference }] } = await compare(folder, ['--base', 'main'])
  t.same(timing, { clock: 'wall', pins: false })
  t.ok(difference < 1, `the head is faster: ${difference}`)
})

t.test('a rare input that became far slower is named; named inputs have a verdict each', async (t) => {
  const f = 'export const f = (text) => text.length < 10 ? text.length : text.split("").reverse().join("").length\n'
  const slow = f.replace('? text.length', '? JSON.parse(JSON.stringify(Array(50).fill(text)))[0].length')
  const perf = (/** @type {string} */ inputs) => `import { fn } from 'hotpath'\nimport { f } from './f.js'\nfn('f', { inputs: ${inputs}, run: f })\n`
  const { folder } = repository(t, { 'f.js': f }, { 'f.js': slow, 'a.perf.js': perf("['short', ...Array.from({ length: 19 }, (_, index) => 'y'.repeat(2000 + index))]"), 'b.perf.js': perf("{ short: 'short', long: 'y'.repeat(2000) }") })
  t.match(await compare(folder, ['--base', 'main', 'a.perf.js', '--seconds', '4']), { benchmarks: [{ slowInputs: [{ input: 1 }] }] })
  t.match(await compare(folder, ['--base', 'main', 'b.perf.js']), { code: 1, benchmarks: [{ name: 'f (short)', verdict: 'slower' }, { name: 'f (long)', verdict: /not slower|undecided/ }] })
})

t.test('a command is compared by its output, its exit code and its time, each time in a fresh process', async (t) => {
  const perf = "import { command } from 'hotpath'\ncommand('cli', { run: ['node', 'cli.js'], env: { WHO: 'you' } })\n"
  const cli = "console.log('hello', process.env.WHO)\n"
  const busy = `const end = performance.now() + 60\nwhile (performance.now() < end);\n${cli}`
  const { folder, commit } = repository(t, { 'cli.js': cli, 'cli.perf.js': perf }, { 'cli.js': busy })
  const slower = await compare(folder, ['--base', 'main', '--all'])
  t.match(slower, { code: 1, benchmarks: [{ kind: 'command', verdict: 'slower', timing: { clock: 'wall' } }] })
  t.match(slower.benchmarks[0].answer.start, /hello you/)
  commit({ 'cli.js': `${cli}process.exitCode = 3\n` })
  t.match(await compare(folder, ['--base', 'main', '--all']), { code: 1, benchmarks: [{ verdict: 'different answers' }] })
  commit({ 'cli.js': cli, 'cli.perf.js': perf.replace("'node'", "'nodde'") })
  t.match(await compare(folder, ['--base', 'main', '--all']), { code: 4, benchmarks: [{ verdict: 'cannot run', reason: /there is no such program/ }] })
})

t.test('the seconds that were given are kept, also by slow operations', async (t) => {
  const wait = (/** @type {number} */ ms) => `export const work = () => { const end = performance.now() + ${ms}; while (performance.now() < end); return 1 }\n`
  const perf = "import { fn } from 'hotpath'\nimport { work } from './work.js'\nfn('work', { run: () => work() })\n"
  const { folder } = repository(t, { 'work.js': wait(200), 'work.perf.js': perf }, { 'work.js': wait(500) })
  const { benchmarks: [{ verdict, seconds }] } = await compare(folder, ['--base', 'main', '--seconds', '20'])
  t.equal(verdict, 'slower')
  t.ok(seconds <= 1.2 * 20, `${seconds} s`)
})
