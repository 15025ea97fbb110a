import { fitTheilSenSlope } from '../stats/sample.js'
import { settleAllOrThrow } from '../process/measured-process.js'
import { ServerSubject } from './server.js'

/**
 * @import { FiguresBySide } from '../figures.js'
 * @import { ServerUnderLoad } from '../load/server-under-load.js'
 * @import { MeasuredProcess } from '../process/measured-process.js'
 * @import { Load, Processes, Session, Subject } from '../measure.js'
 * @import { Prior } from '../stats/rule.js'
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

/** Key for the number of operations that all programs share, in a session's map by side. */
const SHARED_OPERATION_COUNT_KEY = 'all'

/** Number of requests in a warm-up series, as a share of the requests in a measured series. */
const WARM_UP_SHARE = 2 / 3

/** Heap growth in bytes that counts as no growth: heaps without a leak grew by 20 to 100 KB, 1 heap in 10 by more. */
export const HEAP_NOISE_BYTES = 100_000

/** The assumed noise of differences in bytes counts as much as this number of measured pairs. */
const PRIOR_PAIRS = 2

/** Constants that influence measured values. Changing a value invalidates recorded verdicts: CONTRIBUTING.md, "Checks". */
const CONSTANTS = { WARM_UP_SHARE, HEAP_NOISE_BYTES }

/**
 * @typedef {object} Growing a program that is measured while its heap grows
 * @property {MeasuredProcess} measured
 * @property {(operations: number) => Promise<{ seconds: number }>} run calls or requests
 */

/**
 * Measures how much a program's heap grows per operation.
 *
 * @param {Growing} growing
 * @param {number} operations of a measured series
 * @param {{ series: typeof SETTINGS, onSeries?: (figures: Record<string, number[]>) => void }} how
 * @returns {Promise<Record<string, number[]>>} `heap` in bytes left behind per operation, at least the growth that counts as none
 */
async function measureGrowth ({ measured, run }, operations, { series: { warmUpStretches, stretches }, onSeries }) {
  const heap = async () => (await measured.ask('heap')).bytes
  const opsPerSecond = []
  const before = await heap()
  for (let stretch = 0; stretch < warmUpStretches; stretch++) {
    await run(Math.ceil(operations * WARM_UP_SHARE))
    await heap()
  }
  /** @type {[number, number][]} */
  const readings = [[0, await heap()]]
  for (let stretch = 1; stretch <= stretches; stretch++) {
    const { seconds } = await run(operations)
    opsPerSecond.push(operations / seconds)
    readings.push([stretch * operations, await heap()])
    onSeries?.({ opsPerSecond, heapBytesBefore: [before], heapBytesAfter: [readings[stretch][1]] })
  }
  const { cpuMs } = await measured.ask('cpuTime')
  const bytesPerOperation = fitTheilSenSlope(readings)
  return {
    heap: [Math.max(bytesPerOperation, HEAP_NOISE_BYTES / (operations * stretches))],
    heapBytesPerOp: [bytesPerOperation],
    heapBytesBefore: [before],
    heapBytesAfter: [readings[stretches][1]],
    opsPerSecond,
    cpuSeconds: [cpuMs / 1000],
    operations: [measured.operations],
  }
}

/** Fewest requests in a series, however slow they are. */
const FEWEST_REQUESTS = 5

/** A request's time is known when a series takes this long, but not from the first series, which is slow on every server. */
const TELLING_MS = 100

/** @param {ServerUnderLoad} load @returns {Promise<number>} ms from one answer to the next */
async function timeRequest (load) {
  await load.send(FEWEST_REQUESTS)
  for (let requests = FEWEST_REQUESTS; ; requests *= 2) {
    const { seconds } = await load.send(requests)
    if (1000 * seconds >= TELLING_MS) return 1000 * seconds / requests
  }
}

/** V8 must not discard bytecode, because that would look like freed memory. */
const NODE_FLAGS = ['--no-flush-bytecode']

/** A server: the memory that a request leaves behind. */
export class HeapSubject extends ServerSubject {
  /** @override */
  static VALUES = [SETTINGS, CONSTANTS]

  nodeFlags = NODE_FLAGS

  /**
   * @param {Omit<ServerOptions, 'compared' | 'settings'> & { requests: number, settings?: Partial<typeof SETTINGS> }} options
   *   `requests`: number in a measured series; a slow server gets fewer if `mostPairMs` limits the time
   */
  constructor ({ requests, settings, ...options }) {
    super({ ...options, compared: [] })
    this.requests = requests
    this.series = { ...SETTINGS, ...settings }
  }

  /** @override @returns {number} */
  countRequestsOfPair () {
    const { warmUpStretches, stretches } = this.series
    return warmUpStretches * Math.ceil(this.requests * WARM_UP_SHARE) + stretches * this.requests
  }

  /**
   * Measures how much each server's heap grows per request.
   *
   * @override
   * @param {Session} session
   * @param {Processes} processes
   * @param {string[]} sides
   * @returns {Promise<FiguresBySide>}
   */
  async measure (session, processes, sides) {
    // sends requests to both servers at the same time, because heap growth does not depend on speed
    const loads = new Map(sides.map((side) => [side, this.putUnderLoad(processes, side)]))
    try {
      if (this.mostPairMs < Infinity) session.operationsPerBlock ??= await this.#chooseRequests([...loads.values()])
      this.requests = session.operationsPerBlock?.get(SHARED_OPERATION_COUNT_KEY) ?? this.requests
      const grown = await settleAllOrThrow([...loads].map(([side, load]) => {
        const growing = { measured: load.measured, run: (/** @type {number} */ requests) => load.send(requests) }
        const onSeries = (/** @type {Record<string, number[]>} */ figures) => session.onBlock(side, figures)
        return measureGrowth(growing, this.requests, { series: this.series, onSeries })
      }))
      await this.drawn.check(processes)
      return new Map(sides.map((side, index) => [side, grown[index]]))
    } finally {
      for (const load of loads.values()) load.close()
    }
  }

  /**
   * Chooses the number of requests in a series that fits into a pair's time.
   *
   * @param {ServerUnderLoad[]} loads
   * @returns {Promise<Map<string, number>>}
   */
  async #chooseRequests (loads) {
    const slowestMs = Math.max(...await settleAllOrThrow(loads.map(timeRequest)))
    const { warmUpStretches, stretches } = this.series
    const fitting = Math.floor(this.mostPairMs / slowestMs / (warmUpStretches * WARM_UP_SHARE + stretches))
    return new Map([[SHARED_OPERATION_COUNT_KEY, Math.max(FEWEST_REQUESTS, Math.min(this.requests, fitting))]])
  }

  /** @returns {Prior} the assumed noise, in bytes per request */
  findPrior () {
    return { sd: HEAP_NOISE_BYTES / (this.requests * this.series.stretches), pairs: PRIOR_PAIRS }
  }
}

/** Time in ns of a series of calls at most. */
const MOST_SERIES_NS = 250e6

/** Fewest calls in a series, however slow they are. */
const FEWEST_CALLS = 20

/**
 * A function: the memory that a call leaves behind.
 *
 * @implements {Subject}
 */
export class FunctionHeapSubject {
  nodeFlags = NODE_FLAGS

  /** growth per call that counts as none; the first pair tells how many calls there are */
  noiseBytes = HEAP_NOISE_BYTES

  /** @param {{ calls: number }} options of a measured series; slow functions get fewer */
  constructor ({ calls }) {
    this.calls = calls
  }

  /**
   * @param {Session} session
   * @param {Processes} processes
   * @param {string[]} sides
   * @returns {Promise<FiguresBySide>} as of a server, and `allocated`: bytes that a call allocates
   */
  async measure (session, processes, sides) {
    const growing = await settleAllOrThrow(sides.map(async (side) => {
      const measured = /** @type {MeasuredProcess} */ (processes.get(side))
      await measured.ask('inputs')
      const run = async (/** @type {number} */ calls) => {
        const { wallNs } = await measured.ask('stretch', { calls })
        measured.operations += calls
        return { seconds: wallNs / 1e9 }
      }
      return { measured, run, seconds: (await run(FEWEST_CALLS)).seconds }
    }))
    const slowest = Math.max(...growing.map(({ seconds }) => 1e9 * seconds / FEWEST_CALLS))
    const fitting = Math.floor(MOST_SERIES_NS / slowest)
    session.operationsPerBlock ??= new Map([[SHARED_OPERATION_COUNT_KEY, Math.max(FEWEST_CALLS, Math.min(this.calls, fitting))]])
    const grown = await settleAllOrThrow(growing.map(async (one) => {
      const figures = await measureGrowth(one, this.#callsOf(session), { series: SETTINGS })
      const { bytes } = await one.measured.ask('allocated')
      return { ...figures, ...bytes !== null && { allocated: [bytes] } }
    }))
    this.noiseBytes = HEAP_NOISE_BYTES / (this.#callsOf(session) * SETTINGS.stretches)
    return new Map(sides.map((side, index) => [side, grown[index]]))
  }

  /** @returns {Prior} the assumed noise, in bytes per call */
  findPrior () {
    return { sd: this.noiseBytes, pairs: PRIOR_PAIRS }
  }

  /** @param {Session} session @returns {number} */
  #callsOf (session) {
    return Number(session.operationsPerBlock?.get(SHARED_OPERATION_COUNT_KEY))
  }
}
