/**
 * Noise that is assumed before anything is measured: a standard deviation `sd`, which counts as much as `pairs` measured pairs of processes
 * (moderated t: Smyth 2004).
 *
 * @typedef {{ sd: number, pairs: number }} Prior
 */

/** No assumption about noise: tests are then plain Student's t-tests, which are exact for noise of any size. @type {Prior} */
export const NO_NOISE_PRIOR = { sd: 0, pairs: 0 }

/** The assumed noise counts as much as this number of measured pairs of processes: docs/decisions/061 */
const PAIRS = 4

/** Smallest assumed standard deviation of log-ratios: if both processes of a pair share a CPU, or have one CPU each: docs/decisions/061 */
const LEAST = { together: 0.04, apart: 0.24 }

/**
 * The same if both sides compute on all processors in turn, as code with threads does: twice the scatter of 61 pairs of equal programs on
 * a quiet machine. Not in NOISE_PRIOR_SETTINGS, because no recorded lab has such code.
 */
const LEAST_ON_ALL = 0.09

/** Pairs of processes are assumed to scatter by this multiple of the standard error within one pair: docs/decisions/061 */
const TIMES_SPREAD = 1.7

/** All settings of the assumed noise. Recordings of measured ratios store these settings, and must be repeated if a setting changes. */
export const NOISE_PRIOR_SETTINGS = { PAIRS, LEAST, TIMES_SPREAD }

/** @typedef {'together' | 'apart' | 'on all'} Placement both sides of a pair on one processor, on one each, or each in turn on all */

/**
 * @param {number[]} [spreads] standard errors of the pairs so far, each from the scatter of its blocks
 * @param {Placement} [placement]
 * @returns {Prior}
 */
export function estimateNoisePrior (spreads = [], placement = 'together') {
  const least = placement === 'on all' ? LEAST_ON_ALL : LEAST[placement]
  const squares = spreads.reduce((sum, spread) => sum + spread ** 2, 0) / Math.max(1, spreads.length)
  return { sd: Math.hypot(least, TIMES_SPREAD * Math.sqrt(squares)), pairs: PAIRS }
}
