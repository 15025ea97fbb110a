import { findClaimSides } from 'hotpath/lab'
import { roundToDecimals } from 'hotpath/measure'
import { median, classifyCostCurve } from 'hotpath/stats'
import { formatCurveName } from './track.js'

/** @import { Claim } from 'hotpath/lab' */
/** @import { Shape } from 'hotpath/stats' */
/** @import { RecordedPair, RecordedPoint } from './curve-file.js' */
/** @import { Curves, Point } from './pair.js' */
/** @typedef {{ points: Point[], shape: Shape }} Shaped */

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

/** @param {Point[]} points */
export function classifyCurveShape (points) {
  return classifyCostCurve(points.map(({ cost }) => cost), points.map(({ cpuSeconds }) => cpuSeconds))
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
