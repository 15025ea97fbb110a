import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { listAllowedProcessors } from '../machine.js'

const FILE = JSON.stringify(fileURLToPath(new URL('threads.cjs', import.meta.url)))

/** Runs a program in a process of its own. */
function run (program) {
  return JSON.parse(execFileSync(process.execPath, ['-e', `
    const threads = require(${FILE})
    threads.watch()
    const before = threads.read()
    const report = () => {
      const after = threads.read()
      for (const key of ['mainNs', 'othersNs', 'started']) after[key] -= before[key]
      process.stdout.write(JSON.stringify(after), () => process.exit())
    }
    ${program}`], { encoding: 'utf8' }))
}

t.test('compiling and collecting garbage is no work of other threads', { skip: process.platform !== 'linux' }, async (t) => {
  const { mainNs, othersNs, started, running } = run(`
    const keep = []
    for (let i = 0; i < 1e6; i++) keep[i % 100_000] = { a: i, b: [i] }
    report()`)
  t.ok(mainNs > 1e6)
  // of the share from which on a program counts as parallel: docs/decisions/067
  t.ok(othersNs < 0.05 * mainNs, `${othersNs} of ${mainNs}`)
  t.same([started, running], [0, 0])
})

t.test('libuv\'s pool is work of other threads', { skip: process.platform !== 'linux' }, async (t) => {
  const { mainNs, othersNs } = run(`
    let left = 4
    for (let i = 0; i < 4; i++) require('crypto').pbkdf2('a', 'b', 50_000, 32, 'sha1', () => { if (--left === 0) report() })`)
  t.ok(othersNs > mainNs)
})

t.test('worker threads and child processes are known while they run', async (t) => {
  const worker = 'new (require(\'worker_threads\').Worker)(\'\', { eval: true })'
  t.match(run(`${worker}; report()`), { started: 1, running: 1 })
  t.match(run(`${worker}.on('exit', report)`), { started: 1, running: 0 })
  t.match(run('require(\'child_process\').spawn(process.execPath, [\'-v\']); report()'), { started: 1, running: 1 })
  t.match(run('require(\'child_process\').execFileSync(process.execPath, [\'-v\']); report()'), { started: 0, running: 0 })
})

t.test('a thread that ends while it is read does not change how the others are read', { skip: process.platform !== 'linux' }, async (t) => {
  const { mainNs, exactFromNs } = JSON.parse(execFileSync(process.execPath, ['-e', `
    const fs = require('fs')
    const { readFileSync } = fs
    let files = 0
    fs.readFileSync = (path, ...rest) => readFileSync(String(path).endsWith('schedstat') && files++ > 0 ? '/no/such/thread' : path, ...rest)
    process.stdout.write(JSON.stringify(require(${FILE}).read()))`], { encoding: 'utf8' }))
  t.ok(mainNs > 0)
  t.equal(exactFromNs, 0)
})

t.test('a program that computes beside busy ones, on one CPU, does not seem to wait', { skip: process.platform !== 'linux' }, async (t) => {
  const meter = JSON.stringify(fileURLToPath(new URL('meter.cjs', import.meta.url)))
  const spin = 'const end = Date.now() + 200; while (Date.now() < end);'
  const [cpus, waits] = JSON.parse(execFileSync('taskset', ['-c', String(listAllowedProcessors()[0]), process.execPath, '-e', `
    const { spawn, execFileSync } = require('child_process')
    const meter = require(${meter})
    const count = (work) => {
      const [counted, start] = [meter.startCountingCpus(), process.hrtime.bigint()]
      work()
      return counted(Number(process.hrtime.bigint() - start))
    }
    // another signal would wait for JavaScript, where a test runner catches it
    for (let i = 0; i < 3; i++) spawn(process.execPath, ['-e', 'for (;;);'], { timeout: 600, killSignal: 'SIGKILL', stdio: 'ignore' })
    console.log(JSON.stringify([count(() => { ${spin} }), count(() => execFileSync('sleep', ['0.2']))]))`], { encoding: 'utf8' }))
  // below half of a CPU a program counts as one that waits
  t.ok(cpus > 0.5, `${cpus} CPUs`)
  t.ok(waits < 0.5, `${waits} CPUs`)
})
