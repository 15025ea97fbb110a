import { bench, do_not_optimize as keep, run, summary } from 'mitata'

/** @import { Decide } from './worker.js' */

/**
 * mitata 1 prints "N× faster than" in its `summary`: the ratio of two averages with two decimals, without an uncertainty.
 * Its README tells readers to use this ratio; here 1.00× means neither. Its time is fixed: 0.64 s of CPU or more per function.
 *
 * @type {Decide}
 */
export default async function ({ first, second, input }) {
  summary(() => {
    bench('first', () => keep(first(input)))
    bench('second', () => keep(second(input)))
  })
  const { benchmarks } = await run({ format: 'quiet', throw: true })
  const [one, other] = benchmarks.map(({ runs }) => /** @type {{ avg: number }} */ (runs[0].stats).avg)
  if (Number((Math.max(one, other) / Math.min(one, other)).toFixed(2)) === 1) return 'neither'
  return one < other ? 'first' : 'second'
}
