import { Bench } from 'tinybench'

/** @import { Decide } from './worker.js' */

/** Warm-up in ms, tinybench's default; the rest of the time is measured. */
const WARM_UP_MS = 250

/**
 * tinybench 6 prints numbers and never says which function is faster. Its README shows the average latency with a margin of
 * error (±, 99.9 %). Here a function counts as faster if the two intervals do not overlap.
 *
 * @type {Decide}
 */
export default async function ({ first, second, input, seconds }) {
  const bench = new Bench({ time: Math.max(100, seconds * 500 - WARM_UP_MS), warmupTime: WARM_UP_MS })
  bench.add('first', () => { first(input) }).add('second', () => { second(input) })
  await bench.run()
  const [one, other] = bench.tasks.map(({ result }) => /** @type {any} */ (result).latency)
  if (one.mean + one.moe < other.mean - other.moe) return 'first'
  if (other.mean + other.moe < one.mean - one.moe) return 'second'
  return 'neither'
}
