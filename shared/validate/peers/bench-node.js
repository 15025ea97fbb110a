import { Suite, compareBenchmarks } from 'bench-node'
import { mean } from '@hotpath-labs/engine/stats/sample.js'

/** @import { Decide } from './worker.js' */

/** Number of runs per function that bench-node's option `ttest: true` sets. */
const RUNS = 30
/** Number of samples per run, bench-node's default. */
const SAMPLES = 10

/**
 * bench-node 0.15 has a test: with `ttest: true` it runs each function 30 times and compares by Welch's t at 5 %. Its README
 * explains this under "Statistical Significance Testing". Its half second for each of 60 runs is shortened to the available time.
 *
 * @type {Decide}
 */
export default async function ({ first, second, input, seconds }) {
  const maxTime = seconds / 2 / RUNS
  const suite = new Suite({ ttest: true, reporter: false })
  const time = { minTime: maxTime / SAMPLES, maxTime }
  suite.add('first', time, () => first(input))
  suite.add('second', time, () => second(input))
  const [one, other] = (await suite.run()).map(({ opsSecPerRun }) => /** @type {number[]} */ (opsSecPerRun))
  if (!compareBenchmarks(one, other, 0.05).significant) return 'neither'
  return mean(one) > mean(other) ? 'first' : 'second'
}
