'use strict'

const fs = require('fs')
const collections = require('./collections.cjs')
const primordials = require('./primordials.cjs')

/**
 * Resolution of the system's CPU clock (one tick) in ms: microseconds on Linux and macOS. On Windows and in some sandboxes a tick is
 * longer than a timed block of calls.
 */
const CPU_TICK_MS = readCpuTickMs()

const readdirSync = fs.readdirSync
const readFileSync = fs.readFileSync

/** Ticks of the CPU clock after which a share of CPU time is exact to some percent. */
const TICKS = 20

function readCpuTickMs () {
  let least = Infinity
  // measures the tick twice, because the first result includes V8's work on new code
  for (let i = 0; i < 2; i++) {
    const from = primordials.cpuMs()
    let to = from
    while (to === from) to = primordials.cpuMs()
    least = Math.min(least, to - from)
  }
  return least
}

/**
 * Starts both clocks. On a busy machine wall-clock time alone measured a cost ratio of 40 to 50 instead of 23: docs/decisions/044. CPU
 * time alone is too coarse, because Linux's CPU clock may stand still for microseconds: it measured 0.4 µs for a function of 3 µs.
 *
 * @returns {() => { wallNs: number, cpuNs: number, from: number, to: number }} stops them; `from` and `to` in ms, for the garbage
 *   collections between them: they exclude a collection that `hrtime` causes
 */
function startClocks () {
  const usedMs = primordials.cpuMs()
  const start = primordials.hrtime()
  const from = collections.now()
  return () => {
    const to = collections.now()
    const elapsed = primordials.hrtime(start)
    const cpuNs = (primordials.cpuMs() - usedMs) * 1e6
    const wallNs = elapsed[0] * 1e9 + elapsed[1]
    return { wallNs: wallNs, cpuNs: cpuNs + CPU_TICK_MS * 1e6, from: from, to: to }
  }
}

/**
 * Share of the CPU time from which on a program's other threads do its work, so that their waits count. V8's compilers and collectors use
 * less than this.
 */
const OTHERS_WORK = 0.4

const NO_THREADS = { usedNs: 0, waitNs: 0 }

/**
 * Counts the CPUs that this process uses.
 *
 * @param {boolean} [withThreads] true: if other threads than the main thread do the work, the time in which they wait for a CPU counts,
 *   too. On a busy machine parallel code uses one CPU and waits for another. Reading these times takes long: docs/decisions/066
 * @returns {(wallNs: number) => number | null} of the time since the start; null where the CPU clock is too coarse
 */
function startCountingCpus (withThreads) {
  const readThreads = withThreads ? readOtherThreads : () => NO_THREADS
  const before = readThreads()
  const usedMs = primordials.cpuMs()
  return (wallNs) => {
    const usedNs = (primordials.cpuMs() - usedMs) * 1e6
    if (wallNs < TICKS * CPU_TICK_MS * 1e6) return null
    const now = readThreads()
    const waitNs = now.usedNs - before.usedNs > OTHERS_WORK * usedNs ? Math.max(0, now.waitNs - before.waitNs) : 0
    return (usedNs + waitNs) / wallNs
  }
}

/** @returns {{ usedNs: number, waitNs: number }} of all threads but the main one; 0 where the system does not tell it */
function readOtherThreads () {
  const sum = { usedNs: 0, waitNs: 0 }
  try {
    const threads = readdirSync('/proc/self/task')
    for (let i = 0; i < threads.length; i++) {
      if (threads[i] === String(process.pid)) continue
      // time on a CPU, and time in the run queue (Linux, Documentation/scheduler/sched-stats)
      const fields = readFileSync('/proc/self/task/' + threads[i] + '/schedstat', 'latin1').split(' ')
      sum.usedNs += Number(fields[0])
      sum.waitNs += Number(fields[1])
    }
  } catch (error) {}
  return sum
}

module.exports = { CPU_TICK_MS: CPU_TICK_MS, startClocks: startClocks, startCountingCpus: startCountingCpus }
