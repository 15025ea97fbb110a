import { isLatency } from '../../lab/manifest.js'
import { Processors, processorsHere } from './processors.js'

/**
 * Where the processes of a pair run while their blocks are measured: all sides on one processor, which is drawn anew for each pair, and whoever
 * asks them on the others. So no side has the better neighbour. Until then they are free, and warm up beside each other.
 */
export class Seats {
  /**
   * @param {number[]} ids of processors; with fewer than two nothing is placed
   * @param {import('../../stats/random.js').Random} random
   * @param {number[]} [askers] processes besides this one that work for the sides: a database, a server downstream
   */
  constructor (ids, random, askers = []) {
    this.processors = new Processors(ids)
    this.random = random
    this.askers = [process.pid, ...askers]
  }

  /** Whether sides sit together. */
  get areTaken () {
    return this.processors.canPlace
  }

  /** Whether all that a pair is runs on one processor: because its sides sit there, or because there is no other. */
  get areOne () {
    return this.areTaken || this.processors.ids.length === 1
  }

  /**
   * @template T
   * @param {import('./process.js').MeasuredProcess[]} sides
   * @param {() => Promise<T>} work while they sit together
   * @returns {Promise<T>}
   */
  async together (sides, work) {
    const { ids, canPlace } = this.processors
    if (!canPlace) return work()
    const seat = ids[this.random.int(0, ids.length - 1)]
    const others = ids.filter((id) => id !== seat)
    const place = (/** @type {number[]} */ pids, /** @type {number[]} */ where) => pids.map((pid) => this.processors.place(pid, where))
    await Promise.all([...place(pidsOf(sides), [seat]), ...place(this.askers, others)])
    try {
      return await work()
    } finally {
      await Promise.all(place(this.askers, ids))
    }
  }

  /** Sides that sat together may go wherever they like again. @param {import('./process.js').MeasuredProcess[]} sides */
  async release (sides) {
    const { ids, canPlace } = this.processors
    if (canPlace) await Promise.all(pidsOf(sides).map((pid) => this.processors.place(pid, ids)))
  }
}

/**
 * The seats of a lab: where it measures latency, each of its sides, this process and each service must have a processor of its own, or they wait for
 * each other. With fewer all are free.
 *
 * @param {Pick<import('../../lab/manifest.js').Manifest, 'claims'>} manifest
 * @param {import('../../stats/random.js').Random} random
 * @param {Pick<import('../services.js').Services, 'pids' | 'elsewhere'>} services
 * @param {number[]} [processors]
 * @returns {Seats}
 */
export function seatsFor ({ claims }, random, { pids, elsewhere }, processors = processorsHere()) {
  const waits = claims.some(({ metric }) => isLatency(metric))
  const needed = waits ? 2 + pids.length + elsewhere : 2
  return new Seats(processors.length >= needed || processors.length === 1 ? processors : [], random, pids)
}

/** @param {import('./process.js').MeasuredProcess[]} sides @returns {number[]} */
function pidsOf (sides) {
  return [...new Set(sides)].flatMap(({ child }) => child.pid ?? [])
}
