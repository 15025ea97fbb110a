import t from 'tap'
import { hotpath, repository } from './compare.js'

// Layouts that people's repositories have: each side must be what its owner means.

const SUM = 'export const sum = (list) => { let all = 0; for (const one of list) all += one; return all }\n'
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
    'sum.js': `import './extra.js'\n${SUM.replace('return all', 'return -all')}`,
    'extra.js': '',
    'bench/lists.js': 'export const lists = [Array.from({ length: 5000 }, (_, index) => index)]\n',
    'bench/sum.perf.js': `import { lists } from './lists.js'\n${PERF.replace('./sum.js', '../sum.js').replace(/inputs: .*, run/, 'inputs: lists, run')}`,
  })
  const result = await compare(folder, ['--base', 'main'])
  t.match(result, { code: 1, benchmarks: [{ name: 'sum', verdict: 'different answers' }] }, 'base has a sum of its own')
  t.match(result.notes.join('\n'), /copied there: bench\/lists\.js$/m, 'what base imports itself stays base\'s')
  commit({ 'sum.js': SUM })
  t.match(await compare(folder, ['--base', 'main']), { code: 0, benchmarks: [{ verdict: 'undecided', reason: /^bench\/lists\.js of head also runs on base/ }] })
})

t.test('what base cannot run is never a pass', async (t) => {
  const { folder } = repository(t, { 'sum.js': SUM, 'old.perf.js': PERF }, {
    'sum.js': `${SUM}export const average = (list) => sum(list) / list.length\n`,
    'product.js': 'export const product = ([one, other]) => one * other\n',
    'product.perf.js': PERF.replaceAll('sum', 'product'),
    'average.perf.js': PERF.replaceAll('sum', 'average').replace('average.js', 'sum.js'),
  })
  t.match(await compare(folder, ['--base', 'main', 'product.perf.js', 'average.perf.js', '--undecided', 'fail']), {
    code: 3, verdict: 'undecided', benchmarks: [{ name: 'average', verdict: 'undecided' }, { name: 'product', verdict: 'undecided' }],
  })
})

t.test('the environment of the shell reaches both sides alike, and its values are in no result', async (t) => {
  const checks = "const { NODE_ENV, TOKEN, NODE_V8_COVERAGE } = process.env\nif (NODE_ENV !== 'production' || TOKEN !== 'se\\ncret' || NODE_V8_COVERAGE) throw new Error('another environment')\n"
  const { folder } = repository(t, { 'sum.js': SUM, 'sum.perf.js': `${checks}${PERF}` }, {})
  const result = await compare(folder, ['--base', 'main', '--env', 'TOKEN=se\ncret'], { NODE_ENV: 'production', NODE_V8_COVERAGE: `${folder}/coverage` })
  t.match(result, { code: 0, verdict: 'unchanged' })
  t.equal(result.notes.length, 1, 'the coverage that was taken away')
  t.notMatch(JSON.stringify(result), /cret|production/)
  t.equal((await compare(folder, ['--base', 'main'])).code, 2)
  t.equal((await compare(folder, ['--base', 'main', '--env', 'TOKEN'])).code, 2)
})

t.test('what NODE_OPTIONS loads is a part of the program; where only the perf file differs, nobody knows', async (t) => {
  const perf = (run) => `import { fn } from 'hotpath'\nfn('size', { run: () => ${run} })\n`
  const { folder, commit } = repository(t, { 'hook.mjs': 'globalThis.size = 1\n', 'size.perf.js': perf('globalThis.size') }, { 'hook.mjs': 'globalThis.size = 2\n' })
  const run = () => compare(folder, ['--base', 'main'], { NODE_OPTIONS: '--import=./hook.mjs' })
  t.match(await run(), { code: 1, verdict: 'different answers' })
  commit({ 'hook.mjs': 'globalThis.size = 1\n', 'size.perf.js': perf('2 * globalThis.size') })
  t.match(await run(), { code: 0, benchmarks: [{ verdict: 'undecided', reason: /^size\.perf\.js of head also runs on base/ }] })
})

t.test('mistakes in perf files are told before anything is installed', async (t) => {
  const { folder, commit } = repository(t, { 'package.json': '{ "type": "module", "dependencies": { "none": "file:./none.tgz" } }', 'sum.js': SUM, 'sum.perf.js': PERF }, {})
  const code = async (...more) => (await compare(folder, ['--base', 'main', ...more])).code
  t.equal(await code('--all'), 4, 'the install fails')
  t.equal(await code('--filter', 'product'), 2)
  commit({ 'sum.perf.js': `${PERF}fn(` })
  t.equal(await code(), 2)
  t.equal(await code('--install', 'exit 3'), 4, 'a command of the user may first make what is missing')
  commit({ 'sum.perf.js': `import 'none'\n${PERF}` })
  t.equal(await code(), 4, 'what is not installed is no mistake')
})
