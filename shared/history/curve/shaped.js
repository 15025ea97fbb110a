import { sidesOf } from 'hotpath/lab'
import { rounded } from 'hotpath/measure'
import { median, shapeOf } from 'hotpath/stats'
import { nameOf } from './pair.js'

/** In a record neighbouring points lie so far apart in age: enough to draw by, and a tenth of what was measured. */
const APART = 1.2

/** Rounds at least that a steady ratio is the median of. */
const FEWEST_ROUNDS = 5

/**
 * What is kept of a pair: of each curve its shape and some points, of each claim the ratio from where both sides are steady.
 *
 * @param {import('./pair.js').Curves} curves
 * @param {import('hotpath/lab').Claim[]} claims
 * @returns {import('./record.js').RecordedPair}
 */
export function shapedPair (curves, claims) {
  const shaped = new Map([...curves].map(([name, points]) => [name, { points, shape: shapeOf(points.map(({ cost }) => cost), points.map(({ cpuSeconds }) => cpuSeconds)) }]))
  return {
    curves: Object.fromEntries([...shaped].map(([name, { points, shape }]) => [name, {
      class: shape.class,
      steadyFrom: ageOf(points[shape.steadyFrom]),
      end: ageOf(points[points.length - 1]),
      gets: rounded(Math.exp(shape.first - shape.last), 3),
      points: thinned(points),
    }])),
    ratios: Object.fromEntries(claims.flatMap((claim) => {
      const { base, against } = sidesOf(claim)
      const [costly, cheap] = [base, against].map((side) => shaped.get(nameOf({ side, metric: claim.metric })))
      return costly && cheap ? [[claim.id, rounded(steadyRatio(costly, cheap), 4)]] : []
    })),
  }
}

/** @typedef {{ points: import('./pair.js').Point[], shape: import('hotpath/stats').Shape }} Shaped */

/** @param {Shaped} costly @param {Shaped} cheap */
function steadyRatio (costly, cheap) {
  const others = new Map(cheap.points.map(({ round, cost }) => [round, cost]))
  const both = costly.points.filter(({ round }) => others.has(round))
  const from = Math.max(...[costly, cheap].map(({ points, shape }) => points[shape.steadyFrom].round))
  const steady = both.filter(({ round }) => round >= from)
  const taken = steady.length >= FEWEST_ROUNDS ? steady : both.slice(-FEWEST_ROUNDS)
  return Math.exp(median(taken.map(({ round, cost }) => Math.log(cost / Number(others.get(round))))))
}

/** @param {import('./pair.js').Point} point */
function ageOf ({ cpuSeconds, operations }) {
  return { cpuSeconds: rounded(cpuSeconds, 3), operations }
}

/** @param {import('./pair.js').Point[]} points @returns {import('./record.js').RecordedPoint[]} the median of those that lie close together */
function thinned (points) {
  /** @type {import('./pair.js').Point[][]} */
  const groups = []
  for (const point of points) {
    const group = groups[groups.length - 1]
    if (group && point.cpuSeconds < group[0].cpuSeconds * APART) group.push(point)
    else groups.push([point])
  }
  return groups.map((group) => {
    const last = group[group.length - 1]
    return [rounded(last.cpuSeconds, 3), last.operations, Number(median(group.map(({ cost }) => cost)).toPrecision(4))]
  })
}
