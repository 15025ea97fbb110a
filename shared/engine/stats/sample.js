/** @param {number[]} values @returns {number} */
export function mean (values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/** @param {number[]} values @returns {number} the sum of their squared deviations from their mean */
export function sumSquaredDeviations (values) {
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
