import { SAME_WITHIN } from './same.js'
import { mean, median, robustDeviation } from './sample.js'

/**
 * What another change point must gain, in units of the noise's variance, times ln n. As Barrett and others set it (Virtual Machine Warmup Blows Hot
 * and Cold, OOPSLA 2017): the usual 2 to 3 of an information criterion takes the drifts of a machine for changes.
 */
const PENALTY = 15

/** The least noise that is believed in: no cost of a stretch is known better than by 1 %. */
const LEAST_NOISE = 0.01

/** A burst is in a point or two; it counts for no more than so many times the noise from the median of so many neighbours. */
const BURST = { deviations: 3, neighbours: 2 }

/** What has been steady for less than this share of its age is not steady (Barrett and others: a quarter of the iterations). */
const STEADY_SHARE = 0.25

/** @typedef {{ from: number, to: number, level: number }} Segment of values: the first, the one after the last, and their median */

/**
 * @typedef {'flat' | 'warms up' | 'slows down' | 'never steady'} ShapeClass
 * @typedef {object} Shape
 * @property {ShapeClass} class
 * @property {number} steadyFrom the index from which on the cost stays within 10 % of its last level
 * @property {number} first level, a logarithm of a cost
 * @property {number} last level, another
 */

/**
 * Where a sequence changes its mean, by PELT (Killick, Fearnhead, Eckley 2012): the best of all segmentations, and those that cannot become it are left out.
 *
 * @param {number[]} values at least one, such as logarithms of costs
 * @returns {Segment[]} in their order; one where nothing changes
 */
export function segmentsOf (values) {
  const noise = noiseOf(values)
  const costOf = squaresOf(withoutBursts(values, noise).map((value) => value / noise))
  const penalty = PENALTY * Math.log(Math.max(2, values.length))
  /** the least cost of the values before an index, and where the last segment begins then */
  const best = [{ cost: -penalty, from: 0 }]
  let candidates = [0]
  for (let to = 1; to <= values.length; to++) {
    const tried = candidates.map((from) => ({ from, cost: best[from].cost + costOf(from, to) }))
    const least = tried.reduce((a, b) => b.cost < a.cost ? b : a)
    best.push({ cost: least.cost + penalty, from: least.from })
    candidates = [...tried.filter(({ cost }) => cost <= least.cost + penalty).map(({ from }) => from), to]
  }
  /** @type {Segment[]} */
  const segments = []
  for (let to = values.length; to > 0; to = best[to].from) {
    const { from } = best[to]
    segments.unshift({ from, to, level: median(values.slice(from, to)) })
  }
  return segments
}

/**
 * How a cost goes with age, in the classes of Barrett and others: flat, if it never changes by more than 10 %; else it warms up or slows down to its last
 * level, or has not been there for long enough.
 *
 * @param {number[]} costs at least one, above 0
 * @param {number[]} ages of them, growing
 * @returns {Shape}
 */
export function shapeOf (costs, ages) {
  const segments = segmentsOf(costs.map(Math.log))
  const last = segments[segments.length - 1]
  const isLast = (/** @type {Segment} */ { level }) => Math.abs(level - last.level) <= SAME_WITHIN
  let begin = segments.length - 1
  while (begin > 0 && isLast(segments[begin - 1])) begin--
  const steadyFrom = segments[begin].from
  const end = ages[ages.length - 1]
  const classOf = () => {
    if (begin === 0) return 'flat'
    if (end - ages[steadyFrom] < STEADY_SHARE * end) return 'never steady'
    return segments.slice(0, begin).some(({ level }) => level < last.level - SAME_WITHIN) ? 'slows down' : 'warms up'
  }
  return { class: classOf(), steadyFrom, first: segments[0].level, last: last.level }
}

/** The noise between neighbours: changes of the level are in few of the differences. @param {number[]} values */
function noiseOf (values) {
  const differences = values.slice(1).map((value, index) => value - values[index])
  if (differences.length === 0) return LEAST_NOISE
  return Math.max(LEAST_NOISE, robustDeviation(differences) / Math.SQRT2)
}

/** @param {number[]} values @param {number} noise */
function withoutBursts (values, noise) {
  const { deviations, neighbours } = BURST
  return values.map((value, index) => {
    const centre = median(values.slice(Math.max(0, index - neighbours), index + neighbours + 1))
    return Math.max(centre - deviations * noise, Math.min(centre + deviations * noise, value))
  })
}

/** @param {number[]} values @returns {(from: number, to: number) => number} the sum of squares around the mean of a part, in constant time */
function squaresOf (values) {
  const centre = mean(values)
  let [sum, square] = [0, 0]
  const sums = [{ sum, square }]
  for (const value of values) {
    sum += value - centre
    square += (value - centre) ** 2
    sums.push({ sum, square })
  }
  return (from, to) => sums[to].square - sums[from].square - (sums[to].sum - sums[from].sum) ** 2 / (to - from)
}
