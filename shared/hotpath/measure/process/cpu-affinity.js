import { isLatency } from '../../lab/manifest.js'
import { Processors, allowedProcessors } from './processors.js'

/**
 * @import { Manifest } from '../../lab/manifest.js'
 * @import { Random } from '../../stats/random.js'
 * @import { Services } from '../services.js'
 * @import { MeasuredProcess } from './measured-process.js'
 */

/**
 * Where the processes of a pair run while their blocks are measured: all sides on one processor, which is drawn anew for each pair, and whoever
 * asks them on the others. So no side has the better neighbour. Until then they are free, and warm up beside each other.
 */
export class CpuAffinity {
  /**
   * @param {number[]} ids of processors; with fewer than two nothing is placed
   * @param {Random} random
   * @param {number[]} [helpers] processes besides this one that work for the sides: a database, a server downstream
   */
  constructor (ids, random, helpers = []) {
    this.processors = new Processors(ids)
    this.random = random
    this.helpers = [process.pid, ...helpers]
  }

  /** Whether sides sit together. */
  get isPinning () {
    return this.processors.canPin
  }

  /** Whether all that a pair is runs on one processor: because its sides sit there, or because there is no other. */
  get sharesOneCpu () {
    return this.isPinning || this.processors.ids.length === 1
  }

  /**
   * @template T
   * @param {MeasuredProcess[]} sides
   * @param {() => Promise<T>} work while they sit together
   * @returns {Promise<T>}
   */
  async runPinned (sides, work) {
    const { ids, canPin } = this.processors
    if (!canPin) return work()
    const cpu = ids[this.random.int(0, ids.length - 1)]
    const others = ids.filter((id) => id !== cpu)
    const pin = (/** @type {number[]} */ pids, /** @type {number[]} */ where) => pids.map((pid) => this.processors.pin(pid, where))
    await Promise.all([...pin(pidsOf(sides), [cpu]), ...pin(this.helpers, others)])
    try {
      return await work()
    } finally {
      await Promise.all(pin(this.helpers, ids))
    }
  }

  /** Sides that sat together may go wherever they like again. @param {MeasuredProcess[]} sides */
  async unpin (sides) {
    const { ids, canPin } = this.processors
    if (canPin) await Promise.all(pidsOf(sides).map((pid) => this.processors.pin(pid, ids)))
  }
}

/**
 * The seats of a lab: where it measures latency, each of its sides, this process and each service must have a processor of its own, or they wait for
 * each other. With fewer all are free.
 *
 * @param {Pick<Manifest, 'claims'>} manifest
 * @param {Random} random
 * @param {Pick<Services, 'pids' | 'elsewhere'>} services
 * @param {number[]} [processors]
 * @returns {CpuAffinity}
 */
export function affinityFor ({ claims }, random, { pids, elsewhere }, processors = allowedProcessors()) {
  const waits = claims.some(({ metric }) => isLatency(metric))
  const needed = waits ? 2 + pids.length + elsewhere : 2
  return new CpuAffinity(processors.length >= needed || processors.length === 1 ? processors : [], random, pids)
}

/** @param {MeasuredProcess[]} sides @returns {number[]} */
function pidsOf (sides) {
  return [...new Set(sides)].flatMap(({ child }) => child.pid ?? [])
}
