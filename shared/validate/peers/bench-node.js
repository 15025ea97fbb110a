import { Suite, compareBenchmarks } from 'bench-node'
import { mean } from 'hotpath/stats'

/** @import { Decide } from './worker.js' */

/** As `ttest: true` sets it. */
const RUNS = 30
/** Its own default. */
const SAMPLES = 10

/**
 * bench-node 0.15 has a test: with `ttest: true` it runs each function 30 times and compares by Welch's t at 5 % (one star), as its README
 * explains under "Statistical Significance Testing". Its usual half second for each of 60 runs is cut to the time that there is.
 *
 * @type {Decide}
 */
export default async function ({ first, second, input, seconds }) {
  const maxTime = seconds / 2 / RUNS
  const suite = new Suite({ ttest: true, reporter: false })
  const time = { minTime: maxTime / SAMPLES, maxTime }
  suite.add('first', time, () => first(input))
  suite.add('second', time, () => second(input))
  const [one, other] = (await suite.run()).map((/** @type {any} */ { opsSecPerRun }) => opsSecPerRun)
  if (!compareBenchmarks(one, other, 0.05).significant) return 'neither'
  return mean(one) > mean(other) ? 'first' : 'second'
}
