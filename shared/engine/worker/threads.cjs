'use strict'

/* eslint-disable n/no-unsupported-features/node-builtins, n/no-unsupported-features/es-builtins, n/no-unsupported-features/es-syntax
   -- used only where Node has them */

const fs = require('fs')
const meter = require('./meter.cjs')
const primordials = require('./primordials.cjs')

/**
 * Node before 15.1 has no such module, and before 16.18 it reports no threads: then only the system's times tell that they work.
 * @type {typeof import('diagnostics_channel') | null}
 */
let channels = null
try {
  channels = require('diagnostics_channel')
} catch (error) {}

const readdirSync = fs.readdirSync
const readFileSync = fs.readFileSync

/** Threads of Node and V8 that start before all others: one for delayed tasks, four that compile and collect garbage, one for signals. */
const OWN_THREADS = 6

/** Higher than each thread's number, which Linux assigns in order and begins anew at its end. */
const NUMBERS = 4194304

/** Weak references to the worker threads and child processes that have been started. @type {any[]} */
let watched = []
let started = 0

/** Watches which worker threads and child processes a program starts. Node reports no synchronous child processes. */
function watch () {
  if (!channels || typeof WeakRef === 'undefined') return
  /** @param {any} message */
  const onStarted = (message) => {
    const one = message.worker || message.process
    // Node's own thread, for the hooks of module.register
    if (!one || one.constructor.name === 'InternalWorker') return
    started++
    watched[watched.length] = new WeakRef(one)
    if (watched.length > 100) countRunning()
  }
  channels.channel('worker_threads').subscribe(onStarted)
  channels.channel('child_process').subscribe(onStarted)
}

/** @returns {number} of worker threads and child processes */
function countRunning () {
  const running = []
  for (let i = 0; i < watched.length; i++) {
    const one = watched[i].deref()
    const isRunning = one && ('threadId' in one ? one.threadId !== -1 : one.exitCode === null && one.signalCode === null)
    if (isRunning) running[running.length] = watched[i]
  }
  watched = running
  return running.length
}

/**
 * Reads how long this process's threads have worked, without those of V8's compilers and collectors.
 *
 * @returns {{ mainNs: number, waitNs: number, othersNs: number, exactFromNs: number, started: number, running: number }}
 *   `mainNs` and `waitNs`: main thread on a CPU, and waiting for one; `othersNs`: libuv's pool, worker threads and addons; `exactFromNs`:
 *   time from which on these are exact; `started`, `running`: worker threads and child processes
 */
function read () {
  const usage = { mainNs: 0, waitNs: 0, othersNs: 0, exactFromNs: 0, started: started, running: countRunning() }
  try {
    const threads = listThreads()
    for (let i = 0; i < threads.length; i++) {
      if (i > 0 && i <= OWN_THREADS) continue
      const times = readTimes(threads[i])
      if (i > 0) {
        usage.othersNs += times ? times[0] : 0
        continue
      }
      // a kernel without these figures has no file, or zeros
      if (!times || times[0] === 0) throw new Error('no times')
      usage.mainNs = times[0]
      usage.waitNs = times[1]
    }
  } catch (error) {
    // other systems tell only the time of all threads
    usage.mainNs = primordials.cpuMs() * 1e6
    usage.exactFromNs = meter.EXACT_FROM_NS
  }
  return usage
}

/**
 * @param {number} thread
 * @returns {number[] | null} ns on a CPU and in the run queue (Linux, Documentation/scheduler/sched-stats); null of a thread that has ended
 */
function readTimes (thread) {
  try {
    return readFileSync('/proc/self/task/' + thread + '/schedstat', 'latin1').split(' ').map(Number)
  } catch (error) {
    return null
  }
}

/** @returns {number[]} in the order of their start, the main thread first */
function listThreads () {
  const age = (/** @type {number} */ thread) => (thread - process.pid + NUMBERS) % NUMBERS
  return readdirSync('/proc/self/task').map(Number).sort((a, b) => age(a) - age(b))
}

module.exports = { read: read, watch: watch }
