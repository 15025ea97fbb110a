import { LARGEST_EQUAL_LOG_RATIO } from '@hotpath-labs/engine/stats/same.js'
import { median } from '@hotpath-labs/engine/stats/sample.js'

/**
 * @import { FiguresBySide } from '@hotpath-labs/engine/figures.js'
 * @import { Age } from '@hotpath-labs/lab/report/result-schema.js'
 */

/**
 * @typedef {{ side: string, metric: string }} Track one curve: the cost of a side
 * @typedef {Age & { cost: number }} Point
 * @typedef {'flat' | 'warms up' | 'slows down' | 'never steady'} ShapeClass
 * @typedef {object} Curve of one process
 * @property {Point[]} points
 * @property {ShapeClass} class
 * @property {number} steadyFrom the index from which on the cost stays within 10 % of its last level
 * @property {number} gets first level divided by the last
 */

/** A cost is steady if it did not change in this last share of a run (Barrett and others, OOPSLA 2017: a quarter of the iterations). */
const STEADY_SHARE = 0.25

/** Points on each side whose median replaces a point, so that one or two odd points change nothing. */
const NEIGHBOURS = 2

/** A steady ratio is the median ratio of at least this many rounds. In each round, every program is measured once. */
const FEWEST_ROUNDS = 5

/** CPU time at a point of a median curve, divided by the CPU time at the point before. */
const SPACING = 1.15

/** Classes of curves by shape, the worst first. */
const WORST_FIRST = /** @type {const} */ (['never steady', 'slows down', 'warms up', 'flat'])

/** @param {Track} track @returns {string} such as cpu of slow@echo */
export const formatCurveName = ({ side, metric }) => `${metric} of ${side}`

/** @param {FiguresBySide} figures of a pair, with a value per point @param {Track} track @returns {Curve} */
export function readCurve (figures, { side, metric }) {
  const { [metric]: costs, cpuSeconds, operations } = /** @type {Record<string, number[]>} */ (figures.get(side))
  return classifyCurve(costs.map((cost, point) => ({ cost, cpuSeconds: cpuSeconds[point], operations: operations[point] })))
}

/**
 * Classifies how a process's cost changes while the process runs. *flat*: always within 10 % of the last level. *never steady*: not long
 * enough at the last level. *slows down*: was cheaper before. *warms up*: was only more expensive before.
 *
 * @param {Point[]} points at least one
 * @returns {Curve}
 */
export function classifyCurve (points) {
  const costs = points.map(({ cost }) => Math.log(cost))
  const levels = costs.map((_, index) => median(costs.slice(Math.max(0, index - NEIGHBOURS), index + NEIGHBOURS + 1)))
  const end = points[points.length - 1].cpuSeconds
  const last = median(costs.filter((_, index) => points[index].cpuSeconds >= (1 - STEADY_SHARE) * end))
  const steadyFrom = levels.findLastIndex((level) => Math.abs(level - last) > LARGEST_EQUAL_LOG_RATIO) + 1
  const classify = () => {
    if (steadyFrom === 0) return 'flat'
    if (steadyFrom === points.length || end - points[steadyFrom].cpuSeconds < STEADY_SHARE * end) return 'never steady'
    return levels.slice(0, steadyFrom).some((level) => level < last - LARGEST_EQUAL_LOG_RATIO) ? 'slows down' : 'warms up'
  }
  return { points, class: classify(), steadyFrom: Math.min(steadyFrom, points.length - 1), gets: Math.exp(levels[0] - last) }
}

/**
 * Summarizes a program's curves in several processes.
 *
 * @param {Curve[]} curves
 * @returns {{ class: ShapeClass, alike: number, steadyFrom: Age, end: Age, gets: number }} `alike`: curves of this class, the most common
 */
export function summarizeCurves (curves) {
  const counted = WORST_FIRST.map((name) => ({ class: name, alike: curves.filter((curve) => curve.class === name).length }))
  const findAge = (/** @type {Point[]} */ points) => ({
    cpuSeconds: median(points.map(({ cpuSeconds }) => cpuSeconds)),
    operations: Math.round(median(points.map(({ operations }) => operations))),
  })
  return {
    ...counted.reduce((a, b) => b.alike > a.alike ? b : a),
    steadyFrom: findAge(curves.map(({ points, steadyFrom }) => points[steadyFrom])),
    end: findAge(curves.map(({ points }) => points[points.length - 1])),
    gets: median(curves.map(({ gets }) => gets)),
  }
}

/**
 * Computes the ratio of two programs' costs once neither program gets faster any more, in one pair of processes. Each round measured one
 * point of both.
 *
 * @param {Curve} costly
 * @param {Curve} cheap
 * @returns {number}
 */
export function computeSteadyRatio (costly, cheap) {
  const ratios = costly.points.map(({ cost }, round) => Math.log(cost / cheap.points[round].cost))
  const steady = Math.max(costly.steadyFrom, cheap.steadyFrom)
  return Math.exp(median(ratios.slice(Math.max(0, Math.min(steady, ratios.length - FEWEST_ROUNDS)))))
}

/**
 * Combines a program's curves in several processes into one median curve. Interpolates each curve, because each process was measured at
 * different CPU times.
 *
 * @param {Curve[]} curves
 * @returns {{ cpuSeconds: number, cost: number }[]}
 */
export function computeMedianCurve (curves) {
  const last = Math.max(...curves.map(({ points }) => points[points.length - 1].cpuSeconds))
  const ages = [Math.min(...curves.map(({ points: [{ cpuSeconds }] }) => cpuSeconds))]
  while (ages[ages.length - 1] * SPACING < last) ages.push(ages[ages.length - 1] * SPACING)
  return ages.flatMap((cpuSeconds) => {
    const costs = curves.flatMap(({ points }) => interpolate(points, cpuSeconds) ?? [])
    return costs.length ? [{ cpuSeconds, cost: median(costs) }] : []
  })
}

/**
 * Estimates the cost once the process has used `age` CPU seconds, by interpolation on logarithmic axes.
 *
 * @param {Point[]} points @param {number} age @returns {number | undefined}
 */
function interpolate (points, age) {
  const next = points.findIndex(({ cpuSeconds }) => cpuSeconds >= age)
  if (next < 0) return undefined
  const after = points[next]
  if (next === 0) return after.cpuSeconds <= age * SPACING ? after.cost : undefined
  const before = points[next - 1]
  return before.cost * (after.cost / before.cost) ** (Math.log(age / before.cpuSeconds) / Math.log(after.cpuSeconds / before.cpuSeconds))
}
