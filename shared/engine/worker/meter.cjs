'use strict'

const fs = require('fs')
const collections = require('./collections.cjs')
const primordials = require('./primordials.cjs')

/**
 * Resolution of the system's CPU clock (one tick) in ms: microseconds on Linux and macOS. On Windows and in some sandboxes a tick is
 * longer than a timed block of calls.
 */
const CPU_TICK_MS = readCpuTickMs()

/** Time after which a share of CPU time is exact to some percent: twenty ticks. */
const EXACT_FROM_NS = 20 * CPU_TICK_MS * 1e6

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

const readSync = fs.readSync
const toText = Function.prototype.call.bind(Buffer.prototype.toString)

/** The main thread's times on Linux. Stays open, because opening it for each series of calls makes garbage. */
const TIMES_FILE = openTimes()
const bytes = Buffer.alloc(64)

function openTimes () {
  try {
    return fs.openSync('/proc/self/schedstat', 'r')
  } catch (error) {
    return -1
  }
}

/** @returns {number} ns that the main thread has waited for a CPU; 0 where the system does not say */
function readWaitNs () {
  try {
    return TIMES_FILE < 0 ? 0 : Number(toText(bytes, 'latin1', 0, readSync(TIMES_FILE, bytes, 0, bytes.length, 0)).split(' ')[1])
  } catch (error) {
    return 0
  }
}

/**
 * Counts the CPUs that this process uses, without the time in which its main thread waits for a CPU: beside three busy programs on one CPU
 * a function that computes would seem to wait.
 *
 * @returns {(wallNs: number) => number | null} of the time since the start; null where the CPU clock is too coarse
 */
function startCountingCpus () {
  const waitedNs = readWaitNs()
  const usedMs = primordials.cpuMs()
  return (wallNs) => {
    const usedNs = (primordials.cpuMs() - usedMs) * 1e6
    return wallNs < EXACT_FROM_NS ? null : usedNs / Math.max(1, wallNs - readWaitNs() + waitedNs)
  }
}

module.exports = { CPU_TICK_MS: CPU_TICK_MS, EXACT_FROM_NS: EXACT_FROM_NS, startClocks: startClocks, startCountingCpus: startCountingCpus }
