import { mean } from './sample.js'
import { meanInterval, meanIsAbove, medianIsAbove } from './tests.js'

/** P(holds | the claim is not true) over a whole run. */
export const FALSE_HOLDS = 1e-3
/** P(broken | the claim is true) over a whole run: ten times rarer, because a false alarm teaches people to ignore the gate. */
export const FALSE_BROKEN = 1e-4

/**
 * The numbers of pairs after which a verdict may be given. Two decide where the margin is 1.8 times the floor; above five each is
 * about 1.4 times the one before, so that no run goes on much longer than it must, and the error is split among few.
 */
export const LOOKS = [2, 3, 4, 5, 6, 8, 11, 16, 24, 36, 54]

/** From here on the sign test can reach its share (2^-16 < 1e-3 / 22) and takes half of what a look may spend. */
const SIGN_TEST_FROM = 16

/** How far apart two sides may be and still be called the same: 10 %. */
export const SAME_WITHIN = Math.log(1.1)

/**
 * @typedef {'holds' | 'broken' | 'undecided'} Verdict
 * @typedef {{ floor: number } | { same: true }} Target a ratio that must be exceeded, or sameness within SAME_WITHIN
 * @typedef {object} Judgement
 * @property {Verdict} verdict
 * @property {number} ratio base over against, the geometric mean of the pairs
 * @property {[number, number]} interval of the ratio, 95 %
 */

/**
 * Whether the values lie above the bound, at the error that this look may spend (Bonferroni over the looks, then over the two tests).
 *
 * @param {number[]} values
 * @param {number} bound
 * @param {number} error of the whole run
 */
function above (values, bound, error) {
  const share = error / LOOKS.length
  if (values.length < SIGN_TEST_FROM) return meanIsAbove(values, bound, share)
  return meanIsAbove(values, bound, share / 2) || medianIsAbove(values, bound, share / 2)
}

/** @param {number[]} values @param {number} bound @param {number} error */
function below (values, bound, error) {
  return above(values.map((value) => -value), -bound, error)
}

/**
 * The verdict on one claim at one look.
 *
 * @param {number[]} values log-ratios, one a pair, as many as one of LOOKS
 * @param {Target} target
 * @returns {Verdict}
 */
export function verdictAt (values, target) {
  if ('floor' in target) {
    const bound = Math.log(target.floor)
    if (above(values, bound, FALSE_HOLDS)) return 'holds'
    if (below(values, bound, FALSE_BROKEN)) return 'broken'
    return 'undecided'
  }
  // both one-sided tests must pass, so neither needs a smaller share (TOST: Schuirmann 1987)
  if (above(values, -SAME_WITHIN, FALSE_HOLDS) && below(values, SAME_WITHIN, FALSE_HOLDS)) return 'holds'
  if (above(values, SAME_WITHIN, FALSE_BROKEN / 2) || below(values, -SAME_WITHIN, FALSE_BROKEN / 2)) return 'broken'
  return 'undecided'
}

/**
 * Judges a claim on all its pairs so far. Undecided unless this is a planned look: peeking between looks is what error rates die of.
 *
 * @param {number[]} values log-ratios, one a pair
 * @param {Target} target
 * @returns {Judgement}
 */
export function judge (values, target) {
  const [low, high] = values.length > 1 ? meanInterval(values, 0.95) : [-Infinity, Infinity]
  return {
    verdict: LOOKS.includes(values.length) ? verdictAt(values, target) : 'undecided',
    ratio: Math.exp(mean(values)),
    interval: [Math.exp(low), Math.exp(high)],
  }
}
