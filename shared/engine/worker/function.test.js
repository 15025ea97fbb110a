import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { MeasuredProcess } from '../process/measured-process.js'
import serializer from './serializer.cjs'

/** Long compared with a question and its answer. */
const STOPPED_MS = 1000

async function started (t, source, preload = '') {
  const folder = t.testdir({ 'variant.cjs': source, 'preload.cjs': preload })
  const file = join(folder, 'variant.cjs')
  const measured = new MeasuredProcess({ variant: 'one', worker: 'function.cjs', node: process.execPath, padding: 0, flags: ['--require', join(folder, 'preload.cjs')] })
  t.teardown(() => measured.stop())
  await measured.ask('load', { file })
  await measured.ask('inputs', { inputs: serializer.write([[1]]) })
  return measured
}

t.test('an answer that has changed after the last block is a failure', async (t) => {
  const measured = await started(t, 'let calls = 0; module.exports = () => ++calls > 10')
  await measured.ask('block', { calls: 5 })
  await measured.ask('checkAnswers')
  await measured.ask('block', { calls: 20 })
  await t.rejects(measured.ask('checkAnswers'), { code: 'ANSWER_CHANGED' })
})

t.test('an answer that is wrong for some calls only is a failure where answers are compared', async (t) => {
  const measured = await started(t, 'let calls = 0; module.exports = () => ++calls > 100 && calls < 2000')
  await measured.ask('block', { calls: 5000 })
  await measured.ask('checkAnswers')
  const fresh = await started(t, 'let calls = 0; module.exports = () => ++calls > 100 && calls < 2000')
  await t.rejects(fresh.ask('replay', { lengths: [1, 20, 500], mostMs: 1000 }), { code: 'ANSWER_CHANGED' })
})

t.test('arguments can come in the arrays of the call before', async (t) => {
  const measured = await started(t, 'const known = new WeakMap(); module.exports = (list) => known.get(Object(list)) ?? (known.set(Object(list), list.length), list.length)')
  const calls = serializer.encode([[[1, 2]], [[]], [[1, , 3, 4]]]) // eslint-disable-line no-sparse-arrays
  const answer = async (sameArrays) =>
    (await measured.ask('answers', { calls, sameArrays })).map(({ value, after }) => ({ value, after }))
  const right = await answer(false)
  t.same(right.map(({ value }) => value), [2, 0, 4])
  t.same(await answer(true), right.map(({ after }) => ({ value: 2, after })), 'with the same items and holes')
})

t.test('nothing looks at an answer before the last block', async (t) => {
  const measured = await started(t, `
    const looked = () => { throw new Error('looked at') }
    const traps = Object.fromEntries(Object.getOwnPropertyNames(Reflect).map((name) => [name, looked]))
    module.exports = () => new Proxy({ a: 1 }, traps)`)
  await measured.ask('stretch', { calls: 10 })
  for (let block = 0; block < 5; block++) await measured.ask('block', { calls: 10, leadIn: 5 })
  await t.rejects(measured.ask('checkAnswers'), /looked at/)
})

t.test('time without a CPU does not count', { skip: process.platform === 'win32' && 'there a process cannot be stopped and go on' }, async (t) => {
  const measured = await started(t, 'module.exports = (n) => { for (let i = 0; i < 5e6; i++) n = (n * 31 + i) % 1e6; return n }')
  const { ns: onceNs } = await measured.ask('block', { calls: 1 })
  const asked = performance.now()
  const answered = measured.ask('block', { calls: Math.ceil(400e6 / onceNs) })
  await sleep(50)
  measured.child.kill('SIGSTOP')
  await sleep(STOPPED_MS)
  measured.child.kill('SIGCONT')
  const { ns } = await answered
  t.ok(performance.now() - asked - ns / 1e6 > 0.9 * STOPPED_MS, 'the stopped time is not counted')
})

t.test('with a coarse CPU clock, wall-clock time counts', async (t) => {
  const measured = await started(t, 'module.exports = (n) => { for (let i = 0; i < 1e5; i++) n = (n * 31 + i) % 1e6; return n }', `
    const real = process.cpuUsage
    process.cpuUsage = () => {
      const { user, system } = real()
      return { user: Math.floor((user + system) / 15625) * 15625, system: 0 }
    }`)
  const costs = []
  for (let i = 0; i < 20; i++) costs.push((await measured.ask('block', { calls: 10 })).ns)
  t.ok(Math.min(...costs) > 1e5, 'a million iterations take more than 0.1 ms, even without a tick')
})
