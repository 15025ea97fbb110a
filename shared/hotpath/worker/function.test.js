import { join } from 'node:path'
import t from 'tap'
import { MeasuredProcess } from '@hotpath-labs/engine/process/measured-process.js'

const WORKER = new URL('worker.mjs', import.meta.url)
const PERF_FILE = new URL('../perf-file.js', import.meta.url).href

t.test('nothing looks at an answer before the last block, and odd answers are one sentence after it', async (t) => {
  /** @type {Record<string, [string, RegExp]>} what makes an answer, and what comparing it says */
  const cases = {
    proxy: ["new Proxy({}, Object.fromEntries(Object.getOwnPropertyNames(Reflect).map((name) => [name, (_, key) => { if (key !== 'then') throw new Error('looked at') }])))", /looked at/],
    getter: ["({ get a () { throw new Error('looked at') } })", /looked at/],
    toJSON: ["new (class Odd { toJSON () { throw new Error('looked at') } })()", /looked at/],
    changes: ['globalThis.kept ??= { calls: 0 }, { of: ++globalThis.kept.calls }', /changed during the measurement/],
    freezes: ['(Object.freeze(Object.prototype), Object.freeze(Array.prototype), { a: Math.random() })', /changed during the measurement/],
  }
  const declared = Object.entries(cases).map(([name, [answer]]) => `fn('${name}', { run: () => { const answer = (${answer}); return answer } })\n`)
  const folder = t.testdir({ 'odd.perf.mjs': `import { fn } from ${JSON.stringify(PERF_FILE)}\n${declared.join('')}` })
  for (const [name, [, words]] of Object.entries(cases)) {
    const measured = new MeasuredProcess({ variant: name, worker: WORKER, node: process.execPath, padding: 0, cwd: folder })
    t.teardown(() => measured.stop())
    await measured.ask('load', { file: join(folder, 'odd.perf.mjs'), name, seed: 1 })
    await measured.ask('inputs')
    await measured.ask('stretch', { calls: 10 })
    for (let block = 0; block < 5; block++) await measured.ask('block', { calls: 10, leadIn: 5 })
    await t.rejects(measured.ask('checkAnswers'), words, name)
  }
})

t.test('a cycle and 200,000 keys, more than a call takes arguments, are compared', async (t) => {
  const folder = t.testdir({
    'large.perf.mjs': `import { fn } from ${JSON.stringify(PERF_FILE)}
      fn('large', { run: () => { const all = {}; for (let i = 0; i < 2e5; i++) all['key' + i] = i; all.self = all; return all } })`,
  })
  const measured = new MeasuredProcess({ variant: 'large', worker: WORKER, node: process.execPath, padding: 0, cwd: folder, hangsAfterMs: 60_000 })
  t.teardown(() => measured.stop())
  await measured.ask('load', { file: join(folder, 'large.perf.mjs'), name: 'large', seed: 1 })
  await measured.ask('inputs')
  await measured.ask('block', { calls: 1 })
  await t.resolves(measured.ask('checkAnswers'))
})

t.test('a block of whole passes times the last input too', async (t) => {
  const folder = t.testdir({
    'two.perf.mjs': `import { fn } from ${JSON.stringify(PERF_FILE)}
      const spin = (ms) => { for (const end = performance.now() + ms; performance.now() < end;); }
      fn('two', { inputs: [1, 30], run: spin })`,
  })
  const measured = new MeasuredProcess({ variant: 'two', worker: WORKER, node: process.execPath, padding: 0, cwd: folder })
  t.teardown(() => measured.stop())
  await measured.ask('load', { file: join(folder, 'two.perf.mjs'), name: 'two', seed: 1, wholePasses: true })
  await measured.ask('inputs')
  t.ok((await measured.ask('stretch', { calls: 1 })).wallNs >= 31e6)
})
