import { join } from 'node:path'
import t from 'tap'
import { createRandom } from '@hotpath-labs/engine/stats/random.js'
import { FunctionBenchmark } from '../worker/function.mjs'
import { compareFunctions } from './answers.js'
import { listBenchmarks } from './benchmarks.js'
import { judgeBenchmarkAnswers } from './judge-benchmark.js'

// Both benchmarks are in this process: what takes processes is in test/compare-answers.test.js.

/** @param {object} options of `fn` @returns {any} in place of a process that has loaded this benchmark */
function load (options) {
  const benchmark = /** @type {any} */ (new FunctionBenchmark({ inputs: [1, 2, 3], ...options }, 1))
  return {
    async ask (question, details) {
      return JSON.parse(JSON.stringify(await benchmark[question](details)))
    },
  }
}

function compare (base, head) {
  const sides = /** @type {any} */ ({ base: { label: 'base.js' }, head: { label: 'head.js' } })
  return compareFunctions(/** @type {any} */ ({ kind: 'fn', tolerance: 0 }), sides, { base: load(base), head: load(head), startLater: async () => load(base) })
}

const next = (n) => n + 1

const nest = (inside) => Array.from({ length: 90 }).reduce((o) => ({ o }), inside)

/**
 * Makes an input of a class whose objects keep the same content in fields of another name, as two versions of a package may.
 *
 * @type {(name: string) => object}
 */
const own = (name) => new (class Id { constructor () { Object.assign(this, { [name]: 1 }) } toJSON () { return 1 } })()

t.test('a difference is told with its input, both answers and its place', async (t) => {
  /** @type {[object, object, RegExp][]} */
  const rows = [
    [{ run: next }, { run: (n) => n === 2 ? { sum: 3 } : n + 1 }, /^input 2: base\.js answers 3, head\.js answers \{ sum: 3 \}$/],
    [{ run: next }, { run (n) { if (n === 3) throw new RangeError('too much'); return n + 1 } }, /^input 3: head\.js throws RangeError.*; base\.js throws nothing/],
    [{ run: () => new Date(5) }, { run: () => new Date(6) }, /answers 1970-01-01T00:00:00\.005Z, head\.js answers 1970-01-01T00:00:00\.006Z/],
    [{ run: () => 'x'.repeat(1000) }, { run: () => `${'x'.repeat(700)}y${'x'.repeat(299)}` }, /base\.js answers …x{30,}…, head\.js answers …x{30}yx+…/],
    [{ inputs: [own('text')], run: () => 1 }, { inputs: [own('parts')], run: () => 2 }, /^input 1: base\.js answers 1, head\.js answers 2$/],
    [{ run: () => nest({}) }, { run: () => nest(1) }, /\(at [o. ]{100,120}…\)$/],
  ]
  for (const [base, head, words] of rows) t.match(await compare(base, head), { difference: words, cannot: null })
})

t.test('what cannot be compared is told with what to do', async (t) => {
  const same = (n) => n
  /** @type {[object, object, RegExp][]} */
  const rows = [
    [{ run: () => ({ at: String(process.hrtime.bigint()) }) }, { run: next }, /^base\.js answers input 1 with "\d+" first .* "\d+" later \(at at\)\. A date/],
    [{ inputs: [[3, 1]], run: (list) => list.sort().length }, { inputs: [[3, 1]], run: (list) => list.length }, /^base\.js: run changes input 1/],
    [{ inputs: [1, 2], run: same }, { inputs: [1, 3], run: same }, /different inputs: input 2 is 2 for base\.js, and 3 for head\.js/],
    [{ inputs: [1, 2], run: same }, { inputs: [1], run: same }, /^base\.js has 2 inputs, and head\.js 1\./],
  ]
  for (const [base, head, words] of rows) t.match(await compare(base, head), { difference: null, cannot: words })
  await t.rejects(compare({ run () { throw new Error('no luck') } }, { run: next }), { code: 'THREW', part: 'base', message: /no luck \(input 1\)/ })
  await t.rejects(compare({ run: (n) => ({ then: [() => n] }) }, { run: next }), /answer\.then\[0\]/)
  await t.rejects(compare({ inputs: () => [Math.random()], run: same }, { run: same }), /the list differs from call to call/)
})

t.test('a file and a call that never end are told', async (t) => {
  const folder = t.testdir({
    'loops.mjs': 'for (;;);\n',
    'waits.mjs': "import { fn } from 'hotpath'\nfn('it', { run: () => new Promise(() => { setInterval(() => {}, 1000) }) })\n",
  })
  const both = (file) => {
    const side = { label: file, folder, perfFiles: [join(folder, file)] }
    return { base: side, head: side, notes: [], async remove () {} }
  }
  const how = { random: createRandom(1), flags: [], seed: 1 }
  await t.rejects(listBenchmarks(both('loops.mjs'), { ...how, hangsAfterMs: 1000 }), { code: 'BAD_PERF_FILE', message: /^loops\.mjs does not load: did not load within 1 s/ })
  const { benchmarks: [benchmark] } = await listBenchmarks(both('waits.mjs'), how)
  const { result } = await judgeBenchmarkAnswers(benchmark, both('waits.mjs'), { ...how, hangsAfterMs: 500 })
  t.match(result, { verdict: 'cannot run', failure: { code: 'TIMED_OUT' }, reason: /^waits\.mjs did not end a call of the perf file's run within 0\.5 s/ })
})
