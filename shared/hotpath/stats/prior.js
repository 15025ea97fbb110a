/**
 * What is believed of the noise between pairs before there are many of them: a standard deviation, as firmly as so many pairs would show it
 * (moderated t: Smyth 2004). Two or three pairs then decide what is clear, and three that agree by chance decide nothing.
 *
 * @typedef {{ sd: number, pairs: number }} Prior
 */

/** What pairs alone say: Student's t, which is exact whatever their noise. @type {Prior} */
export const NO_PRIOR = { sd: 0, pairs: 0 }

/** As firmly as two pairs: with fewer a clear claim takes four, with more a noisy machine is believed to be a quiet one. */
const PAIRS = 2

/**
 * The least that pairs are taken to scatter by. With both sides of a pair on one processor equal functions scattered by 1 to 2 % on an Intel Sapphire
 * Rapids, equal servers by 2 to 4 %, one core busy or not. Where each has a processor of its own they did by up to 28 %, in states that lasted.
 */
const LEAST = { together: 0.05, apart: 0.15 }

/**
 * How many times the scatter of a pair's blocks its pairs are taken to scatter by. In the labs it was 0.5 to 3 times. By simulation the error rates
 * and the interval hold up to a noise of 30 % as long as the blocks show a third of it; without this one claim in 400 was falsely held at 20 %.
 */
const TIMES_SPREAD = 1.5

/** What is believed, for whoever keeps answers. */
export const BELIEVED = { PAIRS, LEAST, TIMES_SPREAD }

/**
 * @param {number[]} [spreads] standard errors of the pairs so far, each by the scatter of its blocks
 * @param {boolean} [together] whether both sides of a pair ran on one processor
 * @returns {Prior}
 */
export function priorOf (spreads = [], together = true) {
  const least = together ? LEAST.together : LEAST.apart
  const squares = spreads.reduce((sum, spread) => sum + spread ** 2, 0) / Math.max(1, spreads.length)
  return { sd: Math.hypot(least, TIMES_SPREAD * Math.sqrt(squares)), pairs: PAIRS }
}
