import { createRequire } from 'node:module'
import { mean, sumOfSquares } from './sample.js'

const require = createRequire(import.meta.url)

/** Loaded when something is judged: it is large. */
const distributions = () => require('jstat').jStat

/** What is cut off at either end of the values, as a share of them: one of the first eight, so that one odd process may be among them. */
export const TRIMMED = 1 / 6

/**
 * @typedef {object} Estimate of what the values lie around
 * @property {number} centre
 * @property {number} error standard error of the centre
 * @property {number} degrees of freedom
 */

/**
 * A mean with the prior mixed into its standard error (moderated t: Smyth 2004).
 *
 * @param {number} centre
 * @param {number} squares the sum of the squared deviations
 * @param {number} count of the values in the mean
 * @param {import('./prior.js').Prior} prior
 * @returns {Estimate}
 */
function moderated (centre, squares, count, prior) {
  const degrees = prior.pairs + count - 1
  const variance = (prior.pairs * prior.sd ** 2 + squares) / degrees
  return { centre, error: Math.sqrt(variance / count), degrees }
}

/** @param {number[]} values log-ratios, one a pair; at least two @param {import('./prior.js').Prior} prior @returns {Estimate} by their mean */
export function meanOf (values, prior) {
  return moderated(mean(values), sumOfSquares(values), values.length, prior)
}

/**
 * The same by their trimmed mean, with the squares of the winsorized values (Tukey & McLaughlin 1963). A process that is slow all its life
 * widens the error of the mean until a dozen others have made up for it; here it is cut off.
 *
 * @param {number[]} values log-ratios, one a pair; at least two
 * @param {import('./prior.js').Prior} prior
 * @returns {Estimate}
 */
export function trimmedMeanOf (values, prior) {
  const cut = Math.floor(values.length * TRIMMED)
  const sorted = new Float64Array(values).sort()
  const kept = sorted.subarray(cut, sorted.length - cut)
  const ends = [kept[0], kept[kept.length - 1]]
  let sum = 0
  for (const value of kept) sum += value
  const centre = (sum + cut * (ends[0] + ends[1])) / values.length
  let squares = cut * ((ends[0] - centre) ** 2 + (ends[1] - centre) ** 2)
  for (const value of kept) squares += (value - centre) ** 2
  return moderated(sum / kept.length, squares, kept.length, prior)
}

/**
 * Whether what is estimated lies above the bound, at this risk of saying so by mistake. One-sided, one-sample, moderated t.
 *
 * @param {Estimate} estimate
 * @param {number} bound in the unit of the values
 * @param {number} risk a probability
 */
export function isAbove ({ centre, error, degrees }, bound, risk) {
  return centre - bound > criticalT(risk, degrees) * error
}

/** The same of below. @param {Estimate} estimate @param {number} bound @param {number} risk */
export function isBelow ({ centre, error, degrees }, bound, risk) {
  return bound - centre > criticalT(risk, degrees) * error
}

/**
 * @param {Estimate} estimate
 * @param {number} confidence 0..1
 * @returns {[number, number]}
 */
export function intervalOf ({ centre, error, degrees }, confidence) {
  const reach = criticalT((1 - confidence) / 2, degrees) * error
  return [centre - reach, centre + reach]
}

/** @type {Map<number, Map<number, number>>} critical values by risk and degrees: a run asks for few, and each takes longer to find than the rest of a look */
const CRITICAL = new Map()

/**
 * @param {number} risk a probability
 * @param {number} degrees of freedom
 * @returns {number} the value that Student's t exceeds with this probability
 */
export function criticalT (risk, degrees) {
  const byDegrees = CRITICAL.get(risk) ?? new Map()
  CRITICAL.set(risk, byDegrees)
  if (!byDegrees.has(degrees)) byDegrees.set(degrees, -distributions().studentt.inv(risk, degrees))
  return byDegrees.get(degrees)
}
