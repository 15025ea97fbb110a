import { findClaimSides } from 'hotpath/lab'
import { roundToDecimals } from 'hotpath/measure'
import { LARGEST_EQUAL_LOG_RATIO, median } from 'hotpath/stats'
import { formatCurveName } from './track.js'

/** @import { Claim } from 'hotpath/lab' */
/** @import { Curves, Point } from './pair.js' */

/**
 * @typedef {'flat' | 'warms up' | 'slows down' | 'never steady'} ShapeClass
 * @typedef {object} Shape
 * @property {ShapeClass} class
 * @property {number} steadyFrom the index from which on the cost stays within 10 % of its last level
 * @property {number} first level, a log-cost
 * @property {number} last level, a log-cost
 *
 * @typedef {{ points: Point[], shape: Shape }} Shaped
 * @typedef {{ cpuSeconds: number, operations: number }} Age
 * @typedef {[cpuSeconds: number, operations: number, cost: number]} RecordedPoint
 * @typedef {{ class: ShapeClass, steadyFrom: Age, end: Age, gets: number, points: RecordedPoint[] }} RecordedCurve `gets`: the first cost
 *   divided by the last
 * @typedef {{ curves: Record<string, RecordedCurve>, ratios: Record<string, number> }} RecordedPair `ratios`: each claim's ratio once both
 *   sides are steady
 *
 * @typedef {object} CurveRecord
 * @property {string} lab
 * @property {string} node
 * @property {import('./track.js').Track[]} tracks
 * @property {Record<string, Age>} looks each side's age in the default measurement
 * @property {RecordedPair[]} pairs
 */

/** A cost is steady if it did not change in this last share of a run (Barrett and others, OOPSLA 2017: a quarter of the iterations). */
const STEADY_SHARE = 0.25

/** Points on each side whose median replaces a point, so that one or two odd points change nothing. */
const NEIGHBOURS = 2

/** Points whose CPU times differ by less than this factor are saved as one point. A tenth of the points remains, enough to draw a curve. */
const SPACING = 1.2

/** A steady ratio is the median ratio of at least this many rounds. In each round, every program is measured once. */
const FEWEST_ROUNDS = 5

/**
 * Summarizes a recorded pair of processes: each curve's shape and some of its points, and each claim's steady ratio.
 *
 * @param {Curves} curves
 * @param {Claim[]} claims
 * @returns {RecordedPair}
 */
export function summarizeCurvePair (curves, claims) {
  const shaped = new Map([...curves].map(([name, points]) => [name, { points, shape: classifyCurveShape(points) }]))
  return {
    curves: Object.fromEntries([...shaped].map(([name, { points, shape }]) => [name, {
      class: shape.class,
      steadyFrom: roundAge(points[shape.steadyFrom]),
      end: roundAge(points[points.length - 1]),
      gets: roundToDecimals(Math.exp(shape.first - shape.last), 3),
      points: thinOut(points),
    }])),
    ratios: Object.fromEntries(claims.flatMap((claim) => {
      const { slower, faster } = findClaimSides(claim)
      const [costly, cheap] = [slower, faster].map((side) => shaped.get(formatCurveName({ side, metric: claim.metric })))
      return costly && cheap ? [[claim.id, roundToDecimals(steadyRatio(costly, cheap), 4)]] : []
    })),
  }
}

/** @param {Shaped} costly @param {Shaped} cheap */
function steadyRatio (costly, cheap) {
  const others = new Map(cheap.points.map(({ round, cost }) => [round, cost]))
  const both = costly.points.filter(({ round }) => others.has(round))
  const from = Math.max(...[costly, cheap].map(({ points, shape }) => points[shape.steadyFrom].round))
  const steady = both.filter(({ round }) => round >= from)
  const used = steady.length >= FEWEST_ROUNDS ? steady : both.slice(-FEWEST_ROUNDS)
  return Math.exp(median(used.map(({ round, cost }) => Math.log(cost / Number(others.get(round))))))
}

/**
 * Classifies how a process's cost changes while the process runs. *flat*: always within 10 % of the last level. *never steady*: not long
 * enough at the last level. *slows down*: was cheaper before. *warms up*: was only more expensive before.
 *
 * @param {Pick<Point, 'cost' | 'cpuSeconds'>[]} points at least one
 * @returns {Shape}
 */
export function classifyCurveShape (points) {
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
  return { class: classify(), steadyFrom: Math.min(steadyFrom, points.length - 1), first: levels[0], last }
}

/** @param {Point} point */
function roundAge ({ cpuSeconds, operations }) {
  return { cpuSeconds: roundToDecimals(cpuSeconds, 3), operations }
}

/** Replaces points with similar CPU times by one point with their median cost. @param {Point[]} points @returns {RecordedPoint[]} */
function thinOut (points) {
  /** @type {Point[][]} */
  const groups = []
  for (const point of points) {
    const group = groups[groups.length - 1]
    if (group && point.cpuSeconds < group[0].cpuSeconds * SPACING) group.push(point)
    else groups.push([point])
  }
  return groups.map((group) => {
    const last = group[group.length - 1]
    return [roundToDecimals(last.cpuSeconds, 3), last.operations, Number(median(group.map(({ cost }) => cost)).toPrecision(4))]
  })
}
