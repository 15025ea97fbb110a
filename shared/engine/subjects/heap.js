import { fitTheilSenSlope } from '../stats/sample.js'
import { settleAllOrThrow } from '../settle-all-or-throw.js'
import { ServerSubject } from './server.js'

/**
 * @import { FiguresBySide } from '../figures.js'
 * @import { ServerUnderLoad } from '../load/server-under-load.js'
 * @import { Processes, Session } from '../session.js'
 * @import { ServerOptions } from './server.js'
 */

/** Settings for measuring heap growth. */
const SETTINGS = {
  /**
   * Number of warm-up series of requests. A garbage collection follows each series: V8 frees 0.5 MB of code after a number of collections,
   * not after a number of requests.
   */
  warmUpStretches: 6,

  /** Number of measured series of requests. The heap's size is read after each series. */
  stretches: 6,
}

/** Number of requests in a warm-up series, as a share of the requests in a measured series. */
const WARM_UP_SHARE = 2 / 3

/** Heap growth in bytes that counts as no growth: heaps without a leak grew by 20 to 100 KB, 1 heap in 10 by more. */
export const HEAP_NOISE_BYTES = 100_000

/** Constants that influence measured values. Changing a value invalidates recorded verdicts: CONTRIBUTING.md, "Checks". */
const CONSTANTS = { WARM_UP_SHARE, HEAP_NOISE_BYTES }

/** A server: the memory that a request leaves behind. */
export class HeapSubject extends ServerSubject {
  /** @override */
  static VALUES = [SETTINGS, CONSTANTS]

  /** V8 must not discard bytecode, because that would look like freed memory. */
  nodeFlags = ['--no-flush-bytecode']

  /**
   * @param {Omit<ServerOptions, 'compared' | 'settings'> & { requests: number, settings?: Partial<typeof SETTINGS> }} options
   *   `requests`: of a measured series
   */
  constructor ({ requests, settings, ...options }) {
    super({ ...options, compared: [] })
    this.requests = requests
    this.series = { ...SETTINGS, ...settings }
  }

  /**
   * Measures how much each server's heap grows per request.
   *
   * @override
   * @param {Session} session
   * @param {Processes} processes
   * @param {string[]} sides
   * @returns {Promise<FiguresBySide>} `heap` in bytes left behind per request, at least the growth that counts as none
   */
  async measure (session, processes, sides) {
    session.onFirstBlock()
    // sends requests to both servers at the same time, because heap growth does not depend on speed
    const grown = await settleAllOrThrow(sides.map((side) => this.#measureGrowth(session, this.putUnderLoad(processes, side), side)))
    return new Map(sides.map((side, index) => [side, grown[index]]))
  }

  /** @param {Session} session @param {ServerUnderLoad} load @param {string} side */
  async #measureGrowth (session, load, side) {
    const { requests, series: { warmUpStretches, stretches } } = this
    const heap = async () => (await load.measured.ask('heap')).bytes
    const opsPerSecond = []
    try {
      const before = await heap()
      for (let stretch = 0; stretch < warmUpStretches; stretch++) {
        await load.send(Math.ceil(requests * WARM_UP_SHARE))
        await heap()
      }
      /** @type {[number, number][]} */
      const readings = [[0, await heap()]]
      for (let stretch = 1; stretch <= stretches; stretch++) {
        const { seconds } = await load.send(requests)
        opsPerSecond.push(requests / seconds)
        readings.push([stretch * requests, await heap()])
        session.onBlock?.(side, { opsPerSecond, heapBytesBefore: [before], heapBytesAfter: [readings[stretch][1]] })
      }
      const { us } = await load.measured.ask('cpu')
      const bytesPerRequest = fitTheilSenSlope(readings)
      return {
        heap: [Math.max(bytesPerRequest, this.noiseBytesPerRequest)],
        heapBytesPerOp: [bytesPerRequest],
        heapBytesBefore: [before],
        heapBytesAfter: [readings[stretches][1]],
        opsPerSecond,
        cpuSeconds: [us / 1e6],
        operations: [load.measured.operations],
      }
    } finally {
      load.close()
    }
  }

  /** @returns {number} growth that counts as none */
  get noiseBytesPerRequest () {
    return HEAP_NOISE_BYTES / (this.requests * this.series.stretches)
  }
}
