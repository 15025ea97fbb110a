import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { MeasuredProcess } from '../process/measured-process.js'
import { readProcessStateAndCpuTime } from '../process/procfs.js'
import serializer from './serializer.cjs'

async function started (t, source, runs = [['a'], ['b']]) {
  const file = join(t.testdir({ 'cli.mjs': source }), 'cli.mjs')
  const measured = new MeasuredProcess({ variant: 'one', worker: 'command.mjs', startsProcesses: true, node: process.execPath, padding: 0 })
  t.teardown(() => measured.stop())
  await measured.ask('load', { file })
  await measured.ask('inputs', { inputs: serializer.write(runs) })
  return measured
}

async function runOnce (t, source, words = []) {
  const measured = await started(t, source)
  const [{ value, stack }] = await measured.ask('answers', { calls: serializer.encode([words]) })
  return { answer: serializer.decode(value), stack }
}

t.test('an answer is the output, the exit code and the signal', async (t) => {
  const { answer } = await runOnce(t, 'console.log(process.argv.slice(2).join()); console.error("aside")', ['a b', '--c', ''])
  t.same(answer, { code: 0, signal: null, stdout: 'a b,--c,\n' })
  const { answer: failed, stack } = await runOnce(t, 'throw new TypeError("no such note")')
  t.same(failed, { code: 1, signal: null, stdout: '' })
  t.match(stack, /^TypeError: no such note$/m)
  t.same((await runOnce(t, 'process.kill(process.pid, "SIGTERM"); await new Promise((resolve) => setTimeout(resolve, 5000))')).answer.signal, 'SIGTERM')
})

t.test('a command that waits for input gets none', async (t) => {
  const { answer } = await runOnce(t, 'for await (const chunk of process.stdin) console.log(chunk); console.log("end")')
  t.equal(answer.stdout, 'end\n')
})

t.test('a command that prints without an end is stopped', async (t) => {
  await t.rejects(runOnce(t, 'import { writeSync } from "node:fs"; const text = "x".repeat(65536); for (;;) writeSync(1, text)'), /prints more than 64 MB/)
})

t.test('a command writes into the folder for temporary files only, and starts no process', async (t) => {
  const outside = mkdtempSync(join(tmpdir(), 'outside-'))
  t.teardown(() => rmSync(outside, { recursive: true }))
  const { answer } = await runOnce(t, `
    import { spawn } from 'node:child_process'
    import { writeFileSync } from 'node:fs'
    import { tmpdir } from 'node:os'
    import { join } from 'node:path'
    const attempt = (work) => { try { work(); return 'yes' } catch ({ code }) { return code } }
    console.log(attempt(() => writeFileSync(join(tmpdir(), 'kept'), 'x')))
    console.log(attempt(() => writeFileSync('here', 'x')))
    console.log(attempt(() => writeFileSync(process.argv[2], 'x')))
    console.log(attempt(() => spawn(process.execPath, ['-e', '0'], { detached: true }).unref()))`, [join(outside, 'kept')])
  t.same(answer.stdout.split('\n'), ['yes', 'yes', 'ERR_ACCESS_DENIED', 'ERR_ACCESS_DENIED', ''])
  t.same(readdirSync(outside), [])
})

t.test('each worker has a folder of its own, which ends with it', async (t) => {
  const where = async () => {
    const measured = await started(t, 'import { tmpdir } from "node:os"; console.log(tmpdir())')
    const [{ value }] = await measured.ask('answers', { calls: serializer.encode([[]]) })
    return { measured, folder: serializer.decode(value).stdout.trim() }
  }
  const [one, two] = [await where(), await where()]
  t.not(one.folder, two.folder)
  t.ok(existsSync(one.folder))
  await one.measured.stop()
  t.notOk(existsSync(one.folder))
  t.ok(existsSync(two.folder))
})

t.test('each timed run has other words than the run before, and all answers are kept', async (t) => {
  const measured = await started(t, 'console.log(process.argv[2])', [['a'], ['b'], ['c']])
  await measured.ask('stretch', { calls: 1 })
  const { ns } = await measured.ask('block', { calls: 2, leadIn: 3 })
  t.ok(ns > 0)
  const answers = await measured.ask('freshAnswers')
  t.same(answers.map((answer) => serializer.decode(answer).stdout.trim()), ['a', 'b', 'c'], 'without a run that is not timed')
})

t.test('a run ends with its worker', { skip: process.platform !== 'linux' && 'only Linux lists the children of a process' }, async (t) => {
  const measured = await started(t, 'setInterval(() => {}, 1000)')
  const asked = t.rejects(measured.ask('block', { calls: 1 }))
  const { pid } = measured.child
  const listChildren = () => readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
  while (listChildren().length === 0) await sleep(10)
  const [child] = listChildren()
  await measured.stop()
  await asked
  // the kernel ends a killed process a moment later, and its new parent may not have noticed yet
  const isRunning = () => (readProcessStateAndCpuTime(child)?.state ?? 'Z') !== 'Z'
  for (let i = 0; isRunning() && i < 100; i++) await sleep(20)
  t.notOk(isRunning())
})
