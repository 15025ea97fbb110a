import { theilSenSlope } from '../stats/sample.js'
import { allOrFirstFailure } from './all-or-first-failure.js'
import { LoadedServer } from './load/loaded-server.js'

/**
 * @import { Byside } from './figures.js'
 * @import { MeasuredProcess } from './process/measured-process.js'
 * @import { Run } from './run.js'
 */

export { compare, count, worker } from './server.js'

/** Bytecode that V8 throws away between two readings would look like memory given back. */
export const flags = ['--no-flush-bytecode']

/** What `pnpm validate grid` compares with other settings. */
export const SETTINGS = {
  /**
   * Short stretches of requests before the first reading, each followed by a collection: half a megabyte of code and feedback comes and
   * goes while a server warms up, and what V8 no longer needs of it goes after a number of collections, not of requests.
   */
  warmUpStretches: 6,

  /** Stretches of requests after it, each followed by a reading. */
  stretches: 6,
}

/** A stretch of the warm-up, as a share of a stretch between two readings. */
const WARM_UP_SHARE = 2 / 3

/**
 * Growth below this is not told from none: between the first and the last reading the heap of a server that leaks nothing grew by 20 to 100 KB
 * (code and feedback that were still coming), once in ten by more.
 */
export const NOISE_BYTES = 100_000

/** What decides what a reading says, for whoever keeps answers. */
export const PACE = { WARM_UP_SHARE, NOISE_BYTES }

/**
 * @param {Run} run
 * @param {Map<string, MeasuredProcess>} processes
 * @param {string[]} sides
 * @returns {Promise<Byside>} `heap` in bytes that every request leaves behind, as far as they can be told
 */
export async function measure (run, processes, sides) {
  const requests = /** @type {any} */ (run.lab.manifest).requests
  run.onFirstBlock()
  // memory is no matter of time, so the sides need not take turns
  const grown = await allOrFirstFailure(sides.map((side) => growth(run, new LoadedServer(run, processes, side), side, requests)))
  return new Map(sides.map((side, index) => [side, grown[index]]))
}

/** @param {Run} run @param {LoadedServer} subject @param {string} side @param {number} requests in a stretch */
async function growth (run, subject, side, requests) {
  const { warmUpStretches, stretches } = /** @type {typeof SETTINGS} */ (run.settings)
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
    const bytesPerRequest = theilSenSlope(readings)
    const resolved = Math.max(bytesPerRequest, NOISE_BYTES / (requests * stretches))
    return { heap: [resolved], heapBytesPerOp: [bytesPerRequest], heapBytesBefore: [before], heapBytesAfter: [readings[stretches][1]], opsPerSecond, cpuSeconds: [us / 1e6], operations: [subject.measured.operations] }
  } finally {
    subject.close()
  }
}
