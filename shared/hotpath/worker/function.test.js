import { join } from 'node:path'
import t from 'tap'
import { MeasuredProcess } from '@hotpath-labs/engine/process/measured-process.js'
import { FunctionBenchmark } from './function.mjs'

const WORKER = new URL('worker.mjs', import.meta.url)
const PERF_FILE = new URL('../perf-file.js', import.meta.url).href

t.test('nothing looks at an answer before the last block, and odd answers are one sentence after it', async (t) => {
  const look = () => { throw new Error('looked at') }
  let calls = 0
  /** @type {[() => unknown, RegExp][]} what makes an answer, and what comparing it says */
  const cases = [
    [() => new Proxy({}, Object.fromEntries(Object.getOwnPropertyNames(Reflect).map((name) => [name, (_, key) => { if (key !== 'then') look() }]))), /looked at/],
    [() => ({ get a () { return look() } }), /looked at/],
    [() => new (class Odd { toJSON () { look() } })(), /looked at/],
    [() => ({ of: ++calls }), /changed during the measurement/],
  ]
  for (const [run, words] of cases) {
    const benchmark = new FunctionBenchmark({ run }, 1)
    await benchmark.inputs()
    await benchmark.stretch({ calls: 10 })
    for (let block = 0; block < 5; block++) await benchmark.block({ calls: 10, leadIn: 5 })
    await t.rejects(benchmark.checkAnswers(), words, String(run))
  }
})

t.test('a program that freezes what all objects have is measured', async (t) => {
  const folder = t.testdir({
    'odd.perf.mjs': `import { fn } from ${JSON.stringify(PERF_FILE)}
      fn('freezes', { run: () => { Object.freeze(Object.prototype); Object.freeze(Array.prototype); return { a: Math.random() } } })`,
  })
  const measured = new MeasuredProcess({ variant: 'freezes', worker: WORKER, node: process.execPath, padding: 0, cwd: folder })
  t.teardown(() => measured.stop())
  await measured.ask('load', { file: join(folder, 'odd.perf.mjs'), name: 'freezes', seed: 1 })
  await measured.ask('inputs')
  await measured.ask('block', { calls: 10, leadIn: 5 })
  await t.rejects(measured.ask('checkAnswers'), /changed during the measurement/)
})

t.test('a cycle and 200,000 keys, more than a call takes arguments, are compared', async (t) => {
  const benchmark = new FunctionBenchmark({
    run () {
      const all = /** @type {Record<string, unknown>} */ ({})
      for (let i = 0; i < 2e5; i++) all[`key${i}`] = i
      all.self = all
      return all
    },
  }, 1)
  await benchmark.inputs()
  await benchmark.block({ calls: 1 })
  await t.resolves(benchmark.checkAnswers())
})

t.test('a block of whole passes times the last input too', async (t) => {
  const spin = (ms) => { for (const end = performance.now() + ms; performance.now() < end;); }
  const benchmark = new FunctionBenchmark({ inputs: [1, 30], run: spin }, 1)
  benchmark.wholePasses = true
  await benchmark.inputs()
  t.ok((await benchmark.stretch({ calls: 1 })).wallNs >= 31e6)
})
