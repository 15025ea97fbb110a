import { median } from 'hotpath/stats'

/** Ages of a drawing lie so far apart. */
const APART = 1.15

/** @typedef {{ cpuSeconds: number, operations: number, cost: number, least: number, most: number }} UsualPoint over the pairs */

/**
 * One curve of several pairs, of which none has its points where another has them.
 *
 * @param {import('./record.js').RecordedPoint[][]} curves
 * @param {number[]} [ages] at which it is told; else from the first that any has to the last that any has
 * @returns {UsualPoint[]}
 */
export function usualCurve (curves, ages = agesOf(curves)) {
  return ages.flatMap((age) => {
    const there = curves.flatMap((points) => {
      const point = at(points, age)
      return point ? [point] : []
    })
    if (there.length === 0) return []
    const costs = there.map(([, , cost]) => cost)
    return [{ cpuSeconds: age, operations: median(there.map(([, operations]) => operations)), cost: median(costs), least: Math.min(...costs), most: Math.max(...costs) }]
  })
}

/** @param {import('./record.js').RecordedPoint[][]} curves @returns {number[]} */
export function agesOf (curves) {
  const first = Math.min(...curves.map(([[cpuSeconds]]) => cpuSeconds))
  const last = Math.max(...curves.map((points) => points[points.length - 1][0]))
  const ages = [first]
  while (ages[ages.length - 1] * APART < last) ages.push(ages[ages.length - 1] * APART)
  return ages
}

/** Between two points of a curve, as on logarithmic axes. @param {import('./record.js').RecordedPoint[]} points @param {number} age @returns {import('./record.js').RecordedPoint | undefined} */
function at (points, age) {
  const next = points.findIndex(([cpuSeconds]) => cpuSeconds >= age)
  if (next < 0) return undefined
  if (next === 0) return points[0][0] <= age * APART ? points[0] : undefined
  const [before, after] = [points[next - 1], points[next]]
  const share = Math.log(age / before[0]) / Math.log(after[0] / before[0])
  const between = (/** @type {number} */ index) => Math.exp(Math.log(before[index]) + share * Math.log(after[index] / before[index]))
  return [age, between(1), between(2)]
}
