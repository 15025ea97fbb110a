import jstat from 'jstat'
import { mean, standardDeviation } from './sample.js'

const { jStat } = jstat

/**
 * What is believed of the noise before the first pair: a standard deviation of 5 %, as firmly as two pairs would show it.
 * Pairs on a shared two-core machine have 1 to 8 %; with this two or three of them decide what is clear, and three that agree by chance decide nothing.
 * By simulation the error rates of the rule hold up to a noise of 10 %, and double at 20 %.
 */
export const PRIOR = { sd: 0.05, pairs: 2 }

/**
 * The standard error of the mean with the prior mixed in, and its degrees of freedom (moderated t: Smyth 2004).
 *
 * @param {number[]} values
 */
function moderated (values) {
  const degrees = values.length - 1
  const variance = (PRIOR.pairs * PRIOR.sd ** 2 + degrees * standardDeviation(values) ** 2) / (PRIOR.pairs + degrees)
  return { error: Math.sqrt(variance / values.length), degrees: PRIOR.pairs + degrees }
}

/**
 * How surprising these values would be if their true mean were `bound` or less. One-sided, one-sample, moderated t.
 *
 * @param {number[]} values log-ratios, one a pair; at least two
 * @param {number} bound in the same unit
 * @returns {number} a probability
 */
export function probabilityAbove (values, bound) {
  const { error, degrees } = moderated(values)
  return jStat.studentt.cdf((bound - mean(values)) / error, degrees)
}

/**
 * The sign test: how surprising it would be that so many values lie above `bound` if their median were there or below.
 * It needs no shape of the noise, and so still decides where bursts have widened the t test.
 *
 * @param {number[]} values
 * @param {number} bound
 * @returns {number} a probability; exact (binomial)
 */
export function signProbabilityAbove (values, bound) {
  const above = values.filter((value) => value > bound).length
  if (above === 0) return 1
  return jStat.ibeta(0.5, above, values.length - above + 1)
}

/**
 * @param {number[]} values log-ratios; at least two
 * @param {number} confidence 0..1
 * @returns {[number, number]} of their mean, moderated t
 */
export function meanInterval (values, confidence) {
  const { error, degrees } = moderated(values)
  const reach = jStat.studentt.inv((1 + confidence) / 2, degrees) * error
  return [mean(values) - reach, mean(values) + reach]
}
