import { fitTheilSenSlope } from '../stats/sample.js'
import { settleAllOrThrow } from './settle-all-or-throw.js'
import { ServerUnderLoad } from './load/server-under-load.js'

/**
 * @import { FiguresBySide } from './figures.js'
 * @import { MeasuredProcess } from './process/measured-process.js'
 * @import { Run } from './run.js'
 */

export { compareAnswers, countServerCalls, WORKER_FILE_NAME } from './server.js'

/** Flags with which Node runs labs that measure the heap: V8 must not discard bytecode, because that would look like freed memory. */
export const NODE_FLAGS = ['--no-flush-bytecode']

/** Settings for measuring heap growth. */
export const HEAP_MEASURING_SETTINGS = {
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
export const HEAP_MEASURING_CONSTANTS = { WARM_UP_SHARE, HEAP_NOISE_BYTES }

export { HEAP_MEASURING_SETTINGS as MEASURING_SETTINGS, HEAP_MEASURING_CONSTANTS as MEASURING_CONSTANTS }

/**
 * Measures how much each server's heap grows per request.
 *
 * @param {Run} run
 * @param {Map<string, MeasuredProcess>} processes
 * @param {string[]} sides
 * @returns {Promise<FiguresBySide>} `heap` in bytes left behind per request, at least the growth that counts as none
 */
export async function measureSides (run, processes, sides) {
  const requests = /** @type {any} */ (run.lab.manifest).requests
  run.onFirstBlock()
  // sends requests to both servers at the same time, because heap growth does not depend on speed
  const grown = await settleAllOrThrow(sides.map((side) => {
    const server = new ServerUnderLoad(run, processes, side)
    return measureGrowth(run, server, side, requests)
  }))
  return new Map(sides.map((side, index) => [side, grown[index]]))
}

/** @param {Run} run @param {ServerUnderLoad} subject @param {string} side @param {number} requests in a stretch */
async function measureGrowth (run, subject, side, requests) {
  const { warmUpStretches, stretches } = /** @type {typeof HEAP_MEASURING_SETTINGS} */ (run.settings)
  const heap = async () => (await subject.measured.ask('heap')).bytes
  const opsPerSecond = []
  try {
    const before = await heap()
    for (let stretch = 0; stretch < warmUpStretches; stretch++) {
      await subject.send(Math.ceil(requests * WARM_UP_SHARE))
      await heap()
    }
    /** @type {[number, number][]} */
    const readings = [[0, await heap()]]
    for (let stretch = 1; stretch <= stretches; stretch++) {
      const { seconds } = await subject.send(requests)
      opsPerSecond.push(requests / seconds)
      readings.push([stretch * requests, await heap()])
      run.onBlock?.(side, { opsPerSecond, heapBytesBefore: [before], heapBytesAfter: [readings[stretch][1]] })
    }
    const { us } = await subject.measured.ask('cpu')
    const bytesPerRequest = fitTheilSenSlope(readings)
    const resolved = Math.max(bytesPerRequest, HEAP_NOISE_BYTES / (requests * stretches))
    return {
      heap: [resolved],
      heapBytesPerOp: [bytesPerRequest],
      heapBytesBefore: [before],
      heapBytesAfter: [readings[stretches][1]],
      opsPerSecond,
      cpuSeconds: [us / 1e6],
      operations: [subject.measured.operations],
    }
  } finally {
    subject.close()
  }
}
