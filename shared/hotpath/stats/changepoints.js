import { LARGEST_EQUAL_LOG_RATIO } from './same.js'
import { mean, median, robustDeviation } from './sample.js'

/**
 * Penalty for each further change point: it must reduce the squared error by this factor × noise variance × ln n, for n values. The usual
 * factors 2 and 3 are too small: a slow drift of the machine's speed would look like a change. Method: Barrett and others, Virtual Machine
 * Warmup Blows Hot and Cold, OOPSLA 2017.
 */
const PENALTY = 15

/** Smallest assumed noise of costs, as a log-ratio, because no cost is known to better than 1 %. */
const LEAST_NOISE = 0.01

/**
 * Limits for outliers: a point further than 3 times the noise from the median of its neighbourhood is moved to 3 times the noise. So one
 * or two odd points make no change point (Hampel filter: Pearson 2002).
 */
const BURST = { deviations: 3, neighbours: 2 }

/** A cost is steady if it did not change in this last share of a run (Barrett and others 2017: a quarter of the iterations). */
const STEADY_SHARE = 0.25

/** @typedef {{ from: number, to: number, level: number }} Segment of values: the first index, the one after the last, and their median */

/**
 * @typedef {'flat' | 'warms up' | 'slows down' | 'never steady'} ShapeClass
 * @typedef {object} Shape
 * @property {ShapeClass} class
 * @property {number} steadyFrom the index from which on the cost stays within 10 % of its last level
 * @property {number} first level, a log-cost
 * @property {number} last level, a log-cost
 */

/**
 * Finds the changes of a sequence's mean by PELT (Killick, Fearnhead, Eckley 2012). PELT finds the best segmentation and skips candidates
 * that cannot be part of it.
 *
 * @param {number[]} values at least one, such as log-costs
 * @returns {Segment[]} in order; one if nothing changes
 */
export function splitAtChangePoints (values) {
  const noise = estimateNoise(values)
  const costBetween = prefixSquares(clipBursts(values, noise).map((value) => value / noise))
  const penalty = PENALTY * Math.log(Math.max(2, values.length))
  /** for each index: the smallest cost of all values before it, and the start of the last segment */
  const best = [{ cost: -penalty, from: 0 }]
  let candidates = [0]
  for (let to = 1; to <= values.length; to++) {
    const tried = candidates.map((from) => ({ from, cost: best[from].cost + costBetween(from, to) }))
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
 * Classifies how a process's cost changes while the process runs (Barrett and others 2017). *flat*: always within 10 % of the last level.
 * *never steady*: not long enough at the last level. *slows down*: was cheaper before. *warms up*: was only more expensive before.
 *
 * @param {number[]} costs at least one, above 0
 * @param {number[]} ages of the costs, growing
 * @returns {Shape}
 */
export function classifyCostCurve (costs, ages) {
  const segments = splitAtChangePoints(costs.map(Math.log))
  const last = segments[segments.length - 1]
  const begin = segments.findLastIndex(({ level }) => Math.abs(level - last.level) > LARGEST_EQUAL_LOG_RATIO) + 1
  const steadyFrom = segments[begin].from
  const end = ages[ages.length - 1]
  const classify = () => {
    if (begin === 0) return 'flat'
    if (end - ages[steadyFrom] < STEADY_SHARE * end) return 'never steady'
    return segments.slice(0, begin).some(({ level }) => level < last.level - LARGEST_EQUAL_LOG_RATIO) ? 'slows down' : 'warms up'
  }
  return { class: classify(), steadyFrom, first: segments[0].level, last: last.level }
}

/**
 * Estimates the noise from differences between neighbouring points, because a change of level affects few of these differences.
 * @param {number[]} values
 */
function estimateNoise (values) {
  const differences = values.slice(1).map((value, index) => value - values[index])
  if (differences.length === 0) return LEAST_NOISE
  // divides by √2, because the difference of two values has twice the variance of one value
  return Math.max(LEAST_NOISE, robustDeviation(differences) / Math.SQRT2)
}

/** @param {number[]} values @param {number} noise @returns {number[]} */
function clipBursts (values, noise) {
  const { deviations, neighbours } = BURST
  return values.map((value, index) => {
    const centre = median(values.slice(Math.max(0, index - neighbours), index + neighbours + 1))
    return Math.max(centre - deviations * noise, Math.min(centre + deviations * noise, value))
  })
}

/**
 * Computes prefix sums of the values and of their squares.
 *
 * @param {number[]} values
 * @returns {(from: number, to: number) => number} the sum of squares around a part's mean, in constant time
 */
function prefixSquares (values) {
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
