import { createRequire } from 'node:module'

/** @import { Prior } from './rule.js' */

/** @param {number[]} values @returns {number} */
export function mean (values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/** @param {number[]} values @returns {number} the sum of their squared deviations from their mean */
function sumSquaredDeviations (values) {
  const centre = mean(values)
  return values.reduce((sum, value) => sum + (value - centre) ** 2, 0)
}

/** @param {number[]} values @returns {number} the sample standard deviation (n − 1: Bessel's correction) */
export function standardDeviation (values) {
  return Math.sqrt(sumSquaredDeviations(values) / (values.length - 1))
}

/**
 * Interpolates a quantile linearly between two sorted values (Hyndman & Fan 1996, type 7).
 *
 * @param {ArrayLike<number>} values
 * @param {number} p 0..1
 * @returns {number}
 */
export function quantile (values, p) {
  if (values.length === 1) return values[0]
  const sorted = Float64Array.from(values).sort()
  const position = (sorted.length - 1) * p
  const below = Math.floor(position)
  const above = Math.ceil(position)
  return sorted[below] + (sorted[above] - sorted[below]) * (position - below)
}

/**
 * Averages the largest values: the expected shortfall, which a rare stall moves although it moves no percentile below it.
 *
 * @param {number[]} values
 * @param {number} share of the values, above 0 and at most 1
 * @returns {number}
 */
export function averageSlowest (values, share) {
  return mean(values.toSorted((a, b) => b - a).slice(0, Math.max(1, Math.round(share * values.length))))
}

/** @param {ArrayLike<number>} values @returns {number} */
export function median (values) {
  return quantile(values, 0.5)
}

/** Standard deviation of normally distributed values, as a multiple of their median absolute deviation (Hampel 1974: 1 / Φ⁻¹(3/4)). */
const DEVIATION_OVER_MAD = 1.4826

/** Standard error of a median, as a multiple of a mean's standard error, for normally distributed values (Laplace 1818: √(π/2)). */
const MEDIAN_OVER_MEAN = Math.sqrt(Math.PI / 2)

/** @param {ArrayLike<number>} values @returns {number} the standard deviation, estimated so that outliers do not move it */
function robustDeviation (values) {
  const centre = median(values)
  return DEVIATION_OVER_MAD * median(Array.from(values, (value) => Math.abs(value - centre)))
}

/** @param {ArrayLike<number>} values @returns {number} the standard error of their median; 0 for one value */
export function standardErrorOfMedian (values) {
  return MEDIAN_OVER_MEAN * robustDeviation(values) / Math.sqrt(values.length)
}

/**
 * Fits a slope of y over x: the median slope of all pairs of points (Theil 1950, Sen 1968). Even if one point in four is wrong, this slope
 * changes little.
 *
 * @param {[number, number][]} points at least two, of different x
 * @returns {number} in units of y per unit of x
 */
export function fitTheilSenSlope (points) {
  const slopes = points.flatMap(([x, y], index) => points.slice(index + 1).map(([otherX, otherY]) => (otherY - y) / (otherX - x)))
  return median(slopes)
}

const require = createRequire(import.meta.url)

/** Loads the library jStat only when a claim is judged, because jStat is large. */
const distributions = () => require('jstat').jStat

/** Share of values that the trimmed mean drops at each end, rounded down: one of eight values, so that one odd process does no harm. */
export const TRIMMED_SHARE = 1 / 6

/**
 * @typedef {object} Estimate of the value that a sample lies around
 * @property {number} centre
 * @property {number} error standard error of the centre
 * @property {number} degrees of freedom
 */

/**
 * Combines the measured standard error of a mean with the assumed noise (moderated t: Smyth 2004).
 *
 * @param {number} centre
 * @param {number} squares the sum of the squared deviations
 * @param {number} count of the values in the mean
 * @param {Prior} prior
 * @returns {Estimate}
 */
function moderate (centre, squares, count, prior) {
  const degrees = prior.pairs + count - 1
  const variance = (prior.pairs * prior.sd ** 2 + squares) / degrees
  return { centre, error: Math.sqrt(variance / count), degrees }
}

/** @param {number[]} values log-ratios, one a pair; at least two @param {Prior} prior @returns {Estimate} */
export function estimateByMean (values, prior) {
  return moderate(mean(values), sumSquaredDeviations(values), values.length, prior)
}

/**
 * Estimates the ratio by the trimmed mean, which drops extreme values, and its error by winsorized squares (Tukey & McLaughlin 1963). With
 * the plain mean, one slow process would widen the interval until a dozen more processes are measured.
 *
 * @param {number[]} values log-ratios, one a pair; at least two
 * @param {Prior} prior
 * @returns {Estimate}
 */
export function estimateByTrimmedMean (values, prior) {
  const cut = Math.floor(values.length * TRIMMED_SHARE)
  const sorted = new Float64Array(values).sort()
  const kept = sorted.subarray(cut, sorted.length - cut)
  const ends = [kept[0], kept[kept.length - 1]]
  let sum = 0
  for (const value of kept) sum += value
  const centre = (sum + cut * (ends[0] + ends[1])) / values.length
  let squares = cut * ((ends[0] - centre) ** 2 + (ends[1] - centre) ** 2)
  for (const value of kept) squares += (value - centre) ** 2
  return moderate(sum / kept.length, squares, kept.length, prior)
}

/**
 * Tests whether the estimated value is significantly above `bound` (one-sided one-sample moderated t).
 *
 * @param {Estimate} estimate
 * @param {number} bound in the unit of the values
 * @param {number} risk probability of a false yes
 */
export function isSignificantlyAbove ({ centre, error, degrees }, bound, risk) {
  return centre - bound > findCriticalT(risk, degrees) * error
}

/**
 * Tests whether the estimated value is significantly below `bound` (one-sided).
 *
 * @param {Estimate} estimate
 * @param {number} bound
 * @param {number} risk probability of a false yes
 */
export function isSignificantlyBelow ({ centre, error, degrees }, bound, risk) {
  return bound - centre > findCriticalT(risk, degrees) * error
}

/** @param {Estimate} estimate @param {number} confidence 0..1 @returns {[number, number]} */
export function computeConfidenceInterval ({ centre, error, degrees }, confidence) {
  const reach = findCriticalT((1 - confidence) / 2, degrees) * error
  return [centre - reach, centre + reach]
}

/**
 * Cache of critical values of Student's t, by error rate and degrees of freedom. Computing a value is the slowest part of a test.
 *
 * @type {Map<number, Map<number, number>>}
 */
const CRITICAL = new Map()

/**
 * @param {number} risk a probability
 * @param {number} degrees of freedom
 * @returns {number} the value that Student's t exceeds with this probability
 */
export function findCriticalT (risk, degrees) {
  const byDegrees = CRITICAL.get(risk) ?? new Map()
  CRITICAL.set(risk, byDegrees)
  if (!byDegrees.has(degrees)) byDegrees.set(degrees, -distributions().studentt.inv(risk, degrees))
  return byDegrees.get(degrees)
}
