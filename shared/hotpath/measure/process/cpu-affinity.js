import { PinnableProcessors, listAllowedProcessors } from './processors.js'

/**
 * @import { Random } from '../../stats/random.js'
 * @import { MeasuredProcess } from './measured-process.js'
 */

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
    const { ids, canPin } = this.processors
    if (canPin) await Promise.all(listPids(sides).map((pid) => this.processors.pin(pid, ids)))
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
