/**
 * Assumed noise between pairs: a standard deviation, and its weight in pairs (moderated t: Smyth 2004).
 *
 * @typedef {{ sd: number, pairs: number }} Prior
 */

/** Prior without an assumption: gives plain Student's t, which is exact for any noise. @type {Prior} */
export const NO_PRIOR = { sd: 0, pairs: 0 }

/** Weight of the prior, in pairs: docs/decisions/061 */
const PAIRS = 4

/** Smallest assumed scatter of pairs: for both sides on one processor, and for a processor each: docs/decisions/061 */
const LEAST = { together: 0.04, apart: 0.24 }

/** Assumed scatter of pairs, as a multiple of the scatter of blocks within a pair: docs/decisions/061 */
const TIMES_SPREAD = 1.7

/** All numbers of the prior. Recorded pairs store them, and must be recorded again after a change. */
export const PRIOR_SETTINGS = { PAIRS, LEAST, TIMES_SPREAD }

/**
 * @param {number[]} [spreads] standard errors of the pairs so far, each from the scatter of its blocks
 * @param {boolean} [together] true if both sides of each pair ran on one processor
 * @returns {Prior}
 */
export function estimatePrior (spreads = [], together = true) {
  const least = together ? LEAST.together : LEAST.apart
  const squares = spreads.reduce((sum, spread) => sum + spread ** 2, 0) / Math.max(1, spreads.length)
  return { sd: Math.hypot(least, TIMES_SPREAD * Math.sqrt(squares)), pairs: PAIRS }
}
