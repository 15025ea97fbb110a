import { median } from 'hotpath/stats'

/** @import { RecordedPoint } from './summary.js' */

/** CPU time at a point of a median curve, divided by the CPU time at the point before. */
const SPACING = 1.15

/** @typedef {{ cpuSeconds: number, cost: number, least: number, most: number }} MedianPoint over the pairs */

/**
 * Combines a program's curves from several processes into one median curve. Interpolates each curve, because each process was
 * measured at different CPU times.
 *
 * @param {RecordedPoint[][]} curves
 * @param {number[]} [ages] default: from the first point of all curves to the last
 * @returns {MedianPoint[]}
 */
export function computeMedianCurve (curves, ages = chooseCurveAges(curves)) {
  return ages.flatMap((age) => {
    const costs = curves.flatMap((points) => interpolate(points, age) ?? [])
    return costs.length ? [{ cpuSeconds: age, cost: median(costs), least: Math.min(...costs), most: Math.max(...costs) }] : []
  })
}

/** @param {RecordedPoint[][]} curves @returns {number[]} */
export function chooseCurveAges (curves) {
  const last = Math.max(...curves.map((points) => points[points.length - 1][0]))
  const ages = [Math.min(...curves.map(([[cpuSeconds]]) => cpuSeconds))]
  while (ages[ages.length - 1] * SPACING < last) ages.push(ages[ages.length - 1] * SPACING)
  return ages
}

/**
 * Estimates the cost once the process has used `age` CPU seconds, by interpolation on logarithmic axes.
 * @param {RecordedPoint[]} points @param {number} age @returns {number | undefined}
 */
function interpolate (points, age) {
  const next = points.findIndex(([cpuSeconds]) => cpuSeconds >= age)
  if (next < 0) return undefined
  const [after,, cost] = points[next]
  if (next === 0) return after <= age * SPACING ? cost : undefined
  const [before,, costBefore] = points[next - 1]
  return costBefore * (cost / costBefore) ** (Math.log(age / before) / Math.log(after / before))
}
