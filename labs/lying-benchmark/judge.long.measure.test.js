import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { isProcessRunning } from '@hotpath-labs/engine/process/procfs.js'
import { check, judge } from './judge.js'

const [template, solution] = ['naive.cjs', 'solution.cjs'].map((name) => join(import.meta.dirname, name))

/** Longest wait for a whole answer, on a real clock: an attendee waits for it, as for `mine` of any other lab. */
const MOST_SECONDS = 15

async function judgeInTime (t, file) {
  const started = performance.now()
  const pairs = await judge(file)
  const seconds = (performance.now() - started) / 1000
  t.ok(seconds <= MOST_SECONDS, `${seconds} s`)
  return pairs
}

t.test('the naive benchmark is wrong about the pairs that the steps explain', async (t) => {
  const pairs = await judgeInTime(t, template)
  const wrong = pairs.filter(({ holds }) => !holds).map(({ name }) => name)
  for (const name of ['dead-code', 'drift', 'pause', 'shared-helper']) t.ok(wrong.includes(name), `${name}: ${JSON.stringify(pairs)}`)
})

t.test('the solution is right about all pairs', async (t) => {
  const pairs = await judgeInTime(t, solution)
  t.ok(pairs.every(({ holds }) => holds), JSON.stringify(pairs))
})

/** @type {[string, string, RegExp][]} */
const MISTAKES = [
  ['never ends', 'module.exports = (a, b, seconds) => { for (;;); }', /^did not answer within 2\.6 s$/],
  ['never settles', 'module.exports = (a, b, seconds) => new Promise((resolve) => setInterval(resolve, 1e9))', /^did not answer within 2\.6 s$/],
  ['answers NaN', 'module.exports = (a, b, seconds) => { console.log("x"); return NaN }', /^answers NaN for the pair equal: expected a ratio, which is a number above 0$/],
  ['answers a negative number', 'module.exports = (a, b, seconds) => -1', /^answers -1 for the pair equal/],
  ['answers a string', 'module.exports = (a, b, seconds) => "2"', /^answers '2' for the pair equal/],
  ['answers nothing', 'module.exports = (a, b, seconds) => {}', /^answers undefined for the pair equal/],
  ['throws', 'module.exports = (a, b, seconds) => { throw new Error("no") }', /^failed: no$/],
  ['exits', 'module.exports = (a, b, seconds) => process.exit()', /^exited with code 0$/],
  ['exports nothing', '', /^expected module\.exports to be a function compare \(a, b, seconds\), but it is object$/],
]

for (const [name, text, expected] of MISTAKES) {
  t.test(`a benchmark that ${name} fails with one line`, async (t) => {
    const file = join(t.testdir(), 'mine.cjs')
    writeFileSync(file, text)
    await t.rejects(judge(file), { what: expected })
  })
}

t.test('a process that a hanging benchmark has started ends with it', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'benchmark-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  const [file, pid] = [join(folder, 'mine.cjs'), join(folder, 'pid')]
  writeFileSync(join(folder, 'busy.cjs'), 'for (;;);')
  writeFileSync(file, `module.exports = (a, b, seconds) => new Promise(() => {
    const { pid } = require('child_process').fork(${JSON.stringify(join(folder, 'busy.cjs'))})
    require('fs').writeFileSync(${JSON.stringify(pid)}, String(pid))
  })`)
  await t.rejects(judge(file))
  t.ok(existsSync(pid))
  const child = Number(readFileSync(pid, 'utf8'))
  // a killed process stays in the process table until init collects it
  for (let waits = 0; isProcessRunning(child) && waits < 20; waits++) await new Promise((resolve) => setTimeout(resolve, 100))
  t.notOk(isProcessRunning(child))
})

t.test('a check ends with its signal', async (t) => {
  const file = join(t.testdir(), 'mine.cjs')
  writeFileSync(file, 'module.exports = () => { for (;;); }')
  await t.rejects(check(file, AbortSignal.timeout(500)), { what: /^(?!did not answer)/ })
})
