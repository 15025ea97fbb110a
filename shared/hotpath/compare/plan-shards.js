import { dealToShard } from '@hotpath-labs/terminal/shards.js'

/** @import { CompareResult } from './result.js' */

/**
 * @typedef {object} Plan
 * @property {number} shards
 * @property {number} longest seconds of the machine that takes longest
 * @property {number} together seconds of all machines
 * @property {string | null} tooLong name of a benchmark that alone takes longer than wished
 */

/**
 * Finds the smallest number of machines on which no machine takes longer than wished, from the seconds of an earlier run.
 *
 * @param {CompareResult[]} results of one run, one for each machine
 * @param {number} wished seconds
 * @returns {Plan}
 */
export function planShards (results, wished) {
  const measured = results.flatMap(({ benchmarks }) => benchmarks).filter(({ seconds }) => seconds > 0)
  const sum = (/** @type {{ seconds: number }[]} */ some) => some.reduce((total, { seconds }) => total + seconds, 0)
  // each machine loads the perf files and compares answers
  const overhead = Math.max(0, ...results.map(({ seconds, benchmarks }) => seconds - sum(benchmarks)))
  const longest = (/** @type {number} */ of) => {
    const each = Array.from({ length: of }, (_, place) => sum(dealToShard(measured, { index: place + 1, of })))
    return overhead + Math.max(...each)
  }
  const most = Math.max(1, measured.length)
  const shards = Array.from({ length: most }, (_, place) => place + 1).find((of) => longest(of) <= wished) ?? most
  const tooLong = measured.find(({ seconds }) => overhead + seconds > wished)?.name ?? null
  return { shards, longest: longest(shards), together: shards * overhead + sum(measured), tooLong }
}
