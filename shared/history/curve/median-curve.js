import { median } from 'hotpath/stats'

/** @import { RecordedPoint } from './curve-file.js' */

/** Points of a median curve lie 15 % of their age apart. */
const SPACING = 1.15

/** @typedef {{ cpuSeconds: number, operations: number, cost: number, least: number, most: number }} MedianPoint over the pairs */

/**
 * Joins the curves of several pairs, whose points have different ages, into their median.
 *
 * @param {RecordedPoint[][]} curves
 * @param {number[]} [ages] default: from the first point of all curves to the last
 * @returns {MedianPoint[]}
 */
export function medianCurve (curves, ages = spreadAges(curves)) {
  return ages.flatMap((age) => {
    const points = curves.flatMap((curve) => interpolate(curve, age) ?? [])
    if (points.length === 0) return []
    const costs = points.map(({ cost }) => cost)
    return [{ cpuSeconds: age, operations: median(points.map(({ operations }) => operations)), cost: median(costs), least: Math.min(...costs), most: Math.max(...costs) }]
  })
}

/** @param {RecordedPoint[][]} curves @returns {number[]} */
export function spreadAges (curves) {
  const last = Math.max(...curves.map((points) => points[points.length - 1][0]))
  const ages = [Math.min(...curves.map(([[cpuSeconds]]) => cpuSeconds))]
  while (ages[ages.length - 1] * SPACING < last) ages.push(ages[ages.length - 1] * SPACING)
  return ages
}

/** Interpolates on logarithmic axes. @param {RecordedPoint[]} points @param {number} age @returns {{ operations: number, cost: number } | undefined} */
function interpolate (points, age) {
  const next = points.findIndex(([cpuSeconds]) => cpuSeconds >= age)
  if (next < 0 || (next === 0 && points[0][0] > age * SPACING)) return undefined
  const [before, after] = [points[Math.max(0, next - 1)], points[next]]
  const share = next === 0 ? 0 : Math.log(age / before[0]) / Math.log(after[0] / before[0])
  const between = (/** @type {1 | 2} */ field) => Math.exp(Math.log(before[field]) + share * Math.log(after[field] / before[field]))
  return { operations: between(1), cost: between(2) }
}
