import { bench, do_not_optimize as keep, run, summary } from 'mitata'

/** @import { Decide } from './worker.js' */

/**
 * mitata 1 prints in its `summary` "N× faster than": the ratio of two averages with two decimals, without an uncertainty. That is what
 * its README tells readers to look at; 1.00× is taken as neither. Its time cannot be set, it is 0.64 s of CPU and more for each.
 *
 * @type {Decide}
 */
export default async function ({ first, second, input }) {
  summary(() => {
    bench('first', () => keep(first(input)))
    bench('second', () => keep(second(input)))
  })
  const { benchmarks } = await run({ format: 'quiet', throw: true })
  const [one, other] = benchmarks.map(({ runs }) => /** @type {any} */ (runs[0].stats).avg)
  if (Number((Math.max(one, other) / Math.min(one, other)).toFixed(2)) === 1) return 'neither'
  return one < other ? 'first' : 'second'
}
