import { Bench } from 'tinybench'

/** @import { Decide } from './worker.js' */

/** Warm-up in ms, tinybench's default. It is part of the time that tinybench gets for each function. */
const WARM_UP_MS = 250

/** @typedef {{ mean: number, moe: number }} Latency average in ms, and its margin of error (±, 99.9 %) */

/** @param {Latency} one @param {Latency} other @returns {boolean} true if the other one's interval lies above */
const isClearlyFaster = (one, other) => one.mean + one.moe < other.mean - other.moe

/**
 * tinybench 6 prints numbers and never says which function is faster. Its README shows the average latency with a margin of
 * error. Here a function counts as faster if the two intervals do not overlap.
 *
 * @type {Decide}
 */
export default async function ({ first, second, input, seconds }) {
  const bench = new Bench({ time: Math.max(100, seconds * 500 - WARM_UP_MS), warmupTime: WARM_UP_MS })
  bench.add('first', () => { first(input) }).add('second', () => { second(input) })
  await bench.run()
  const [one, other] = bench.tasks.map(({ result }) => /** @type {{ latency: Latency }} */ (result).latency)
  if (isClearlyFaster(one, other)) return 'first'
  return isClearlyFaster(other, one) ? 'second' : 'neither'
}
