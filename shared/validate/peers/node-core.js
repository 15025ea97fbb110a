import { mean } from '@hotpath-labs/engine/stats/sample.js'
import ttest from 'ttest'
import { startChildScript } from './child.js'

/** @import { Decide } from './worker.js' */

/** Number of runs per program, the default of Node core's benchmark/compare.js. */
const RUNS = 30

/**
 * Repeats the method of Node core's benchmark/compare.js, which is not on npm: 30 fresh processes per program take turns. Each process
 * makes a fixed number of calls, and Welch's t-test compares the calls per second. p < 0.05 counts as a difference.
 *
 * @type {Decide}
 */
export default async function ({ files, input, seconds }) {
  /** @type {number[][]} */
  const rates = [[], []]
  // in compare.js the benchmark itself sets the number of calls; here a trial run finds how many calls fit into the time
  const aimMs = Math.max(5, seconds * 1000 / RUNS / 2 - 60)
  const calls = Math.max(1, Math.round(await rateOf(files[0], input, 2000) * aimMs / 1000))
  for (let run = 0; run < RUNS; run++) {
    for (const [index, file] of files.entries()) rates[index].push(await rateOf(file, input, calls))
  }
  if (ttest(rates[0], rates[1], { varEqual: false }).pValue() >= 0.05) return 'neither'
  return mean(rates[0]) > mean(rates[1]) ? 'first' : 'second'
}

/** @param {string} file @param {unknown} input @param {number} calls @returns {Promise<number>} calls a second, in a fresh process */
async function rateOf (file, input, calls) {
  return (await startChildScript('sample.cjs', [], { file, input, calls })).answer
}
