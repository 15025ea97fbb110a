/** @param {number[]} values @returns {number} */
export function mean (values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/** @param {number[]} values @returns {number} the sample standard deviation (n − 1) */
export function standardDeviation (values) {
  const centre = mean(values)
  return Math.sqrt(values.reduce((sum, value) => sum + (value - centre) ** 2, 0) / (values.length - 1))
}

/**
 * @param {ArrayLike<number>} values
 * @param {number} p 0..1
 * @returns {number} linear between the order statistics (Hyndman & Fan 1996, type 7)
 */
export function quantile (values, p) {
  const sorted = Float64Array.from(values).sort()
  const position = (sorted.length - 1) * p
  const below = Math.floor(position)
  const above = Math.ceil(position)
  return sorted[below] + (sorted[above] - sorted[below]) * (position - below)
}

/** @param {ArrayLike<number>} values @returns {number} */
export function median (values) {
  return quantile(values, 0.5)
}

/**
 * The slope of y over x as the median of the slopes of all pairs of points: one odd point in four does not move it.
 * Source: Theil 1950, Sen 1968.
 *
 * @param {[number, number][]} points at least two, of different x
 * @returns {number} in units of y per unit of x
 */
export function theilSenSlope (points) {
  const slopes = points.flatMap(([x, y], index) => points.slice(index + 1).map(([otherX, otherY]) => (otherY - y) / (otherX - x)))
  return median(slopes)
}
