import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import t from 'tap'
import { isProcessRunning } from './procfs.js'
import { Watchdog } from './watchdog.js'

/**
 * @param {any} t
 * @param {string} program
 * @param {{ ownMs: number, allMs: number, mostBytes?: number, printed?: () => number }} limits
 * @param {(pid: number) => void} [meanwhile]
 */
async function waited (t, program, limits, meanwhile = () => {}) {
  const child = spawn(process.execPath, ['-e', program], { stdio: 'ignore' })
  t.teardown(() => child.kill('SIGKILL'))
  await new Promise((resolve) => child.once('spawn', resolve))
  const pid = Number(child.pid)
  meanwhile(pid)
  return new Promise((resolve) => { new Watchdog(pid, limits, resolve) }) // eslint-disable-line no-new
}

t.test('a process that waits forever hangs', async (t) => {
  t.equal(await waited(t, 'setInterval(() => {}, 1e6)', { ownMs: 500, allMs: 60_000 }), 'hangs')
})

t.test('a process that loops forever hangs', async (t) => {
  t.equal(await waited(t, 'for (;;);', { ownMs: 500, allMs: 60_000 }), 'hangs')
})

t.test('a stopped process starves', { skip: !existsSync('/proc/self/stat') && 'the system does not tell' }, async (t) => {
  t.equal(await waited(t, 'for (;;);', { ownMs: 2000, allMs: 2500 }, (pid) => process.kill(pid, 'SIGSTOP')), 'starved')
})

t.test('an endless loop that gets a fifth of a CPU hangs', { skip: !existsSync('/proc/self/stat') && 'the system does not tell' }, async (t) => {
  const why = await waited(t, 'for (;;);', { ownMs: 500, allMs: 15_000 }, (pid) => {
    let ticks = 0
    const timer = setInterval(() => { if (isProcessRunning(pid)) process.kill(pid, ticks++ % 5 ? 'SIGSTOP' : 'SIGCONT') }, 40)
    t.teardown(() => clearInterval(timer))
  })
  t.equal(why, 'hangs')
})

t.test('a process whose output is still being read does not hang, and one that prints without an end does', { skip: !existsSync('/proc/self/stat') && 'the system does not tell' }, async (t) => {
  let characters = 0
  const printed = () => ++characters
  t.equal(await waited(t, 'setInterval(() => {}, 1e6)', { ownMs: 500, allMs: 2000, printed }), 'starved')
  t.equal(await waited(t, 'for (;;);', { ownMs: 500, allMs: 60_000, printed }), 'hangs')
})

t.test('growing memory ends the wait', { skip: !existsSync('/proc/self/status') && 'the system does not tell' }, async (t) => {
  const program = 'const all = []; setInterval(() => all.push(Buffer.alloc(2e7, 1)), 50)'
  t.equal(await waited(t, program, { ownMs: 60_000, allMs: 60_000, mostBytes: 3e8 }), 'swells')
})

t.test('an ended watchdog stays silent', async (t) => {
  const watchdog = new Watchdog(process.pid, { ownMs: 300, allMs: 300 }, () => t.fail('the watchdog fired'))
  watchdog.end()
  await new Promise((resolve) => setTimeout(resolve, 700))
  t.pass('it stayed silent')
})

t.test('a process that goes on answering does not hang', async (t) => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'], { stdio: 'ignore' })
  t.teardown(() => child.kill('SIGKILL'))
  await new Promise((resolve) => child.once('spawn', resolve))
  const started = performance.now()
  // it answers for 1.5 s
  const answered = () => Math.min(15, Math.floor((performance.now() - started) / 100))
  const limits = { ownMs: 750, allMs: 60_000, answered }
  const why = await new Promise((resolve) => { new Watchdog(Number(child.pid), limits, resolve) }) // eslint-disable-line no-new
  t.equal(why, 'hangs')
  t.ok(performance.now() - started > 1500)
})

t.test('a process that goes on answering is too slow in the end', async (t) => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6); console.log()'], { stdio: ['ignore', 'pipe', 'ignore'] })
  t.teardown(() => child.kill('SIGKILL'))
  // a process that starts can starve
  await new Promise((resolve) => child.stdout.once('data', resolve))
  let answers = 0
  t.equal(await new Promise((resolve) => { new Watchdog(Number(child.pid), { ownMs: 750, allMs: 1500, answered: () => ++answers }, resolve) }), 'slow') // eslint-disable-line no-new
})
