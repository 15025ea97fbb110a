import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** Long enough for any machine; only a test that fails waits as long. */
export const MOST_WAIT_MS = 60_000

/** Ticks per second in /proc/PID/stat, on every Linux that Node runs on. */
const TICKS = 100

/** @param {string[]} args @returns {string} */
const ps = (args) => execFileSync('ps', args, { encoding: 'utf8' }).trim()

/** @param {number} parent @returns {number[]} its child processes */
export function listChildren (parent) {
  return ps(['-eo', 'pid=,ppid=']).split('\n').map((line) => line.trim().split(/\s+/).map(Number)).filter(([, ppid]) => ppid === parent).map(([pid]) => pid)
}

/** @param {import('node:child_process').ChildProcess} child @returns {boolean} */
export function hasEnded (child) {
  return child.exitCode !== null || child.signalCode !== null
}

/** @param {number} pid @returns {boolean} false for a zombie too, which has ended */
export function isRunning (pid) {
  try {
    process.kill(pid, 0)
    return !ps(['-o', 'stat=', '-p', String(pid)]).startsWith('Z')
  } catch {
    return false
  }
}

/** @param {number} pid @returns {number} CPU seconds that a process has used; 0 once it has ended */
export function readCpuSeconds (pid) {
  try {
    if (existsSync('/proc/self/stat')) {
      const [utime, stime] = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /, '').split(' ').slice(11, 13).map(Number)
      return (utime + stime) / TICKS
    }
    return ps(['-o', 'cputime=', '-p', String(pid)]).split(':').reduce((sum, part) => 60 * sum + Number(part), 0)
  } catch {
    return 0
  }
}

/** Waits for a condition instead of for a time. @param {() => boolean} condition @returns {Promise<boolean>} whether it came true */
export async function waitUntil (condition) {
  for (const started = performance.now(); performance.now() - started < MOST_WAIT_MS; await sleep(20)) if (condition()) return true
  return condition()
}
