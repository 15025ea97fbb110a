import { execFile } from 'node:child_process'
import os from 'node:os'
import { promisify } from 'node:util'
import { readProcFile, isProcessRunning } from './process/procfs.js'

/**
 * @import { Random } from './stats/random.js'
 * @import { MeasuredProcess } from './process/measured-process.js'
 */

/** @returns {string} today's date, such as 2026-01-31 */
export const formatTodaysDate = () => new Date().toISOString().slice(0, 10)

/** Describes this machine (processor, cores, system), for a result. @returns {{ cpu: string, cores: number, os: string }} */
export function describeMachine () {
  const cpus = os.cpus()
  return { cpu: cpus[0]?.model.trim() ?? 'unknown', cores: os.availableParallelism(), os: `${os.type()} ${os.release()} ${os.arch()}` }
}

const run = promisify(execFile)

/** Time limit in ms for the command `taskset`, which takes 2 ms, and longer on a busy processor. Later it would unpin a whole run. */
const TASKSET_MS = 20_000

/**
 * Pins processes to CPUs. Ratios of equal functions scatter by 2.8 % on one CPU and by 22 % without pinning, because other virtual machines
 * on the same host slow one CPU more than another (Intel Sapphire Rapids, two cores).
 */
export class PinnableProcessors {
  /** @param {number[]} ids */
  constructor (ids) {
    this.ids = ids
    this.canPin = ids.length > 1
    this.hasPinned = false
  }

  /**
   * Pins a process with all its threads, including those of V8's compiler and collector.
   *
   * @param {number} pid
   * @param {number[]} ids of CPUs
   * @returns {Promise<boolean>} false where that failed; then nothing is pinned any more
   */
  async pin (pid, ids) {
    // unpins processes even if pinning has failed meanwhile, because some may still be pinned
    const isBack = this.hasPinned && ids.length === this.ids.length
    if (!this.canPin && !isBack) return false
    try {
      await run('taskset', ['-a', '-c', '-p', ids.join(), String(pid)], { timeout: TASKSET_MS })
      this.hasPinned = true
      return true
    } catch {
      // ignores an exited process, because the code that started the process reports its exit
      if (!isProcessRunning(pid)) return false
      // stops pinning for good, because `taskset` fails on this machine even for a running process
      this.canPin = false
      return false
    }
  }
}

/** @returns {number[]} CPUs that this process may use; none where the kernel does not say (macOS, Windows) */
export function listAllowedProcessors () {
  const [, list = ''] = readProcFile('self', 'status').match(/^Cpus_allowed_list:\s*(\S+)$/m) ?? []
  return parseCpuList(list)
}

/** @param {string} list such as 0-3,8 @returns {number[]} */
export function parseCpuList (list) {
  return list.split(',').filter(Boolean).flatMap((range) => {
    const [first, last = first] = range.split('-').map(Number)
    return Array.from({ length: last - first + 1 }, (_, index) => first + index)
  })
}

/**
 * Pins all processes of a pair to one random CPU while they are timed, because one CPU may be busier than another. The load generator uses
 * the other CPUs. Processes that warm up are not pinned.
 */
export class CpuAffinity {
  /**
   * @param {number[]} ids of CPUs; with fewer than two nothing is pinned
   * @param {Random} random
   * @param {number[]} [helpers] other processes that work for the sides, such as a database
   */
  constructor (ids, random, helpers = []) {
    this.processors = new PinnableProcessors(ids)
    this.random = random
    this.helpers = [process.pid, ...helpers]
  }

  /** True if the measured processes are pinned to one CPU. */
  get isPinning () {
    return this.processors.canPin
  }

  /** True if the measured processes share one CPU, because they are pinned or because the machine has only one CPU. */
  get sharesOneCpu () {
    return this.isPinning || this.processors.ids.length === 1
  }

  /**
   * Runs `work` while all measured processes are pinned to one random CPU.
   *
   * @template T
   * @param {MeasuredProcess[]} sides
   * @param {() => Promise<T>} work
   * @returns {Promise<T>}
   */
  async runPinned (sides, work) {
    const { ids, canPin } = this.processors
    if (!canPin) return work()
    const cpu = ids[this.random.int(0, ids.length - 1)]
    const others = ids.filter((id) => id !== cpu)
    const pin = (/** @type {number[]} */ pids, /** @type {number[]} */ where) => pids.map((pid) => this.processors.pin(pid, where))
    await Promise.all([...pin(listPids(sides), [cpu]), ...pin(this.helpers, others)])
    try {
      return await work()
    } finally {
      await Promise.all(pin(this.helpers, ids))
    }
  }

  /** Allows the measured processes to use all CPUs again. @param {MeasuredProcess[]} sides */
  async unpin (sides) {
    const { ids } = this.processors
    await Promise.all(listPids(sides).map((pid) => this.processors.pin(pid, ids)))
  }
}

/**
 * Decides whether to pin processes. To measure latency, one CPU is needed for the measured processes, one for this process and one for
 * each service. With fewer CPUs nothing is pinned, because the processes would wait for each other.
 *
 * @param {Random} random
 * @param {{ waits: boolean, pids: number[], elsewhere: number }} what `waits`: true if latency is measured; `pids` of services that
 *   must not run on the measured processes' CPU; `elsewhere`: number of services that another program has started on this machine
 * @param {number[]} [processors]
 * @returns {CpuAffinity}
 */
export function chooseCpuAffinity (random, { waits, pids, elsewhere }, processors = listAllowedProcessors()) {
  const needed = waits ? 2 + pids.length + elsewhere : 2
  return new CpuAffinity(processors.length >= needed || processors.length === 1 ? processors : [], random, pids)
}

/** @param {MeasuredProcess[]} sides @returns {number[]} */
function listPids (sides) {
  return [...new Set(sides)].flatMap(({ child }) => child.pid ?? [])
}
