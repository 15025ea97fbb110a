import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import t from 'tap'
import { isProcessRunning } from './procfs.js'
import { Watchdog } from './watchdog.js'

const skip = !existsSync('/proc/self/stat') && 'the system does not tell'

const WAITS = 'setInterval(() => {}, 1e6)'

/**
 * @param {any} t
 * @param {string} program
 * @param {{ ownMs: number, allMs: number, mostBytes?: number, printed?: () => number, answered?: () => number }} limits
 * @param {(pid: number) => void} [meanwhile]
 * @param {'spawn' | 'print'} [from] from when on it is watched
 */
async function waited (t, program, limits, meanwhile = () => {}, from = 'spawn') {
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'ignore'] })
  t.teardown(() => child.kill('SIGKILL'))
  await new Promise((resolve) => { from === 'spawn' ? child.once('spawn', resolve) : child.stdout.once('data', resolve) })
  const pid = Number(child.pid)
  meanwhile(pid)
  return new Promise((resolve) => { new Watchdog(pid, limits, resolve) }) // eslint-disable-line no-new
}

t.test('a process that waits or loops forever hangs', async (t) => {
  for (const program of [WAITS, 'for (;;);']) t.equal(await waited(t, program, { ownMs: 500, allMs: 60_000 }), 'hangs', program)
})

t.test('a stopped process starves', { skip }, async (t) => {
  t.equal(await waited(t, 'for (;;);', { ownMs: 2000, allMs: 2500 }, (pid) => process.kill(pid, 'SIGSTOP')), 'starved')
})

t.test('an endless loop that gets a fifth of a CPU hangs', { skip }, async (t) => {
  const why = await waited(t, 'for (;;);', { ownMs: 500, allMs: 15_000 }, (pid) => {
    let ticks = 0
    const timer = setInterval(() => { if (isProcessRunning(pid)) process.kill(pid, ticks++ % 5 ? 'SIGSTOP' : 'SIGCONT') }, 40)
    t.teardown(() => clearInterval(timer))
  })
  t.equal(why, 'hangs')
})

t.test('a process whose output is still being read does not hang, and one that prints without an end does', { skip }, async (t) => {
  let characters = 0
  const printed = () => ++characters
  t.equal(await waited(t, WAITS, { ownMs: 500, allMs: 2000, printed }), 'starved')
  t.equal(await waited(t, 'for (;;);', { ownMs: 500, allMs: 60_000, printed }), 'hangs')
})

t.test('growing memory ends the wait', { skip }, async (t) => {
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
  let started = Infinity
  // it answers for 1.5 s
  const answered = () => Math.min(15, Math.floor((performance.now() - started) / 100))
  t.equal(await waited(t, WAITS, { ownMs: 750, allMs: 60_000, answered }, () => { started = performance.now() }), 'hangs')
  t.ok(performance.now() - started > 1500)
})

t.test('a process that goes on answering is too slow in the end', async (t) => {
  let answers = 0
  // a process that starts can starve
  t.equal(await waited(t, `${WAITS}; console.log()`, { ownMs: 750, allMs: 1500, answered: () => ++answers }, undefined, 'print'), 'slow')
})
