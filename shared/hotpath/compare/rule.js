import { NO_NOISE_PRIOR, INTERIM_ANALYSIS_PAIR_COUNTS, DECISION_RULE, InterimAnalysis, findPairsToDecide } from '@hotpath-labs/engine/stats/rule.js'
import { estimateByMean, computeConfidenceInterval, findCriticalT, isSignificantlyAbove, isSignificantlyBelow, mean, standardDeviation } from '@hotpath-labs/engine/stats/sample.js'

/** @import { Prior } from '@hotpath-labs/engine/stats/rule.js' */

/** Probability that one comparison wrongly reports a slowdown, or judges `--faster` wrongly: divided among its benchmarks. */
export const FALSE_ALARM_RATE = 0.01

/**
 * Probability that a benchmark passes as not slower although head is slower by more than the allowed margin. With 0.01, nine of ten
 * comments that changed no code stayed undecided: docs/decisions/063
 */
const FALSE_PASS_RATE = 0.05

/** Probability that new pairs of processes confirm a wrong verdict. Wrong reports are rarer: this rate times FALSE_ALARM_RATE. */
export const FALSE_CONFIRMATION_RATE = 0.05

/** Probability that the A/A test (base against base) wrongly calls a quiet machine disturbed. */
const FALSE_DISTURBANCE_RATE = 0.01

/** Smallest difference between two base processes that counts as a disturbance, as a share of the allowed slowdown or memory growth. */
const HARMFUL_SHARE = 0.25

/** Smallest margin for the waits of requests: they scatter by 7 % on a quiet machine, and by 66 % where it stalls: docs/decisions/068 */
export const LEAST_MARGIN_OF_WAITS = 0.25

/** Further numbers of pairs that a forecast considers, after those of the early analyses: the time limit decides which analysis is last. */
const LATE_PAIR_COUNTS = [81, 122]

/** Factor that lowers early analyses' error rates below a lab's, because the last analysis decides most comparisons: docs/decisions/063 */
const EARLY_SPENDING = 0.5

/** Each early analysis's share of the error rate, by the number of pairs of processes measured so far. @type {Map<number, number>} */
const EARLY_SHARES = new Map(DECISION_RULE.SHARES.map(([pairs, share]) => [pairs, EARLY_SPENDING * share]))

/** Numbers that this rule adds to a lab's rule. A recorded comparison stores their hash, and is ignored once a number changes. */
export const COMPARE_RULE = [
  FALSE_ALARM_RATE, FALSE_PASS_RATE, FALSE_CONFIRMATION_RATE, FALSE_DISTURBANCE_RATE, HARMFUL_SHARE, EARLY_SPENDING,
]

/**
 * @typedef {object} Question about `values`: log-ratios of head to base, or bytes; positive where the head costs more
 * @property {'gate' | 'claim'} asks gate: is the head slower than `bound`? claim: is the head faster than `bound`?
 * @property {number} bound of the values
 * @property {number} falseAlarm P(red | not true) over all analyses
 *
 * @typedef {'slower' | 'not slower' | 'faster' | 'holds' | 'broken' | 'undecided'} Verdict
 */

/**
 * Returns the share of the error rate that one analysis may use. The last analysis may use all that is left: the time limit decides which
 * analysis is the last, so the measured values cannot choose it.
 *
 * @param {number} pairs
 * @param {boolean} isLast
 * @returns {number} 0 where there is no analysis
 */
export function findErrorRateShare (pairs, isLast) {
  if (!isLast) return EARLY_SHARES.get(pairs) ?? 0
  return 1 - INTERIM_ANALYSIS_PAIR_COUNTS.filter((look) => look < pairs).reduce((sum, look) => sum + Number(EARLY_SHARES.get(look)), 0)
}

/**
 * @typedef {object} Analysis of the pairs measured so far
 * @property {number} red share of the error rate of *slower* and *broken* that it spends; 0: it cannot give these verdicts
 * @property {number} green the same of all other verdicts
 * @property {boolean} isLast true at the end of the time
 */

/** @param {number} pairs @param {boolean} isLast @returns {Analysis} that spends as much on each verdict */
export function planAnalysis (pairs, isLast) {
  const share = findErrorRateShare(pairs, isLast)
  return { red: share, green: share, isLast }
}

/**
 * Judges the pairs of processes measured so far, and returns a verdict.
 *
 * @param {number[]} values
 * @param {Prior} prior
 * @param {Question} question
 * @param {Analysis} analysis
 * @returns {Verdict} undecided between two analyses
 */
export function judgeMeasuredPairs (values, prior, { asks, bound, falseAlarm }, { red, green, isLast }) {
  if (values.length < 2) return 'undecided'
  if (red > 0 && new InterimAnalysis(values, prior, red).isAbove(bound, falseAlarm)) return asks === 'claim' ? 'broken' : 'slower'
  if (green === 0) return 'undecided'
  const analysis = new InterimAnalysis(values, prior, green)
  if (asks === 'claim') return analysis.isBelow(bound, falseAlarm) ? 'holds' : 'undecided'
  if (!analysis.isBelow(bound, FALSE_PASS_RATE)) return 'undecided'
  if (analysis.isBelow(0, falseAlarm)) return 'faster'
  // Stay undecided if head looks faster, because a few more pairs may prove the verdict `faster`.
  return !isLast && mean(values) < -bound ? 'undecided' : 'not slower'
}

/**
 * @typedef {object} Bounds of the true value that an analysis has proved
 * @property {number} low at the error of a red verdict; of a claim, of both verdicts
 * @property {number} high at the error of *not slower*
 */

/**
 * Finds the bounds that decide: *slower* if `low` is above the question's bound, *not slower* if `high` is below it.
 *
 * @param {number[]} values
 * @param {Prior} prior
 * @param {Question} question
 * @param {Analysis} analysis
 * @returns {Bounds} infinite where there is no analysis
 */
export function findDecidingBounds (values, prior, { asks, falseAlarm }, { red, green }) {
  const passes = asks === 'gate' ? FALSE_PASS_RATE : falseAlarm
  return {
    low: values.length > 1 && red > 0 ? new InterimAnalysis(values, prior, red).findLowerBound(falseAlarm) : -Infinity,
    high: values.length > 1 && green > 0 ? new InterimAnalysis(values, prior, green).findUpperBound(passes) : Infinity,
  }
}

/**
 * Fits the interval of 95 % to the bounds that decided: both are estimates at different errors, so one may contain the question's bound and
 * the other not.
 *
 * @param {[number, number]} interval
 * @param {Verdict} verdict
 * @param {Bounds} bounds
 * @returns {[number, number]} beyond the question's bound only if the verdict says so
 */
export function fitIntervalToVerdict ([low, high], verdict, bounds) {
  if (verdict === 'undecided') return [Math.min(low, bounds.low), Math.max(high, bounds.high)]
  if (verdict === 'slower' || verdict === 'broken') return [Math.max(low, bounds.low), Math.max(high, bounds.low)]
  return [Math.min(low, bounds.high), Math.min(high, bounds.high)]
}

/**
 * Runs the A/A test: returns true if processes of the base differ significantly from each other, and enough to change a verdict.
 *
 * @param {number[]} values of the base against itself
 * @param {Prior} prior
 * @param {number} margin of the values
 * @returns {boolean}
 */
export function doBaseProcessesDiffer (values, prior, margin) {
  if (values.length < 2 || Math.abs(mean(values)) < HARMFUL_SHARE * margin) return false
  const byMean = estimateByMean(values, prior)
  return isSignificantlyAbove(byMean, 0, FALSE_DISTURBANCE_RATE / 2) || isSignificantlyBelow(byMean, 0, FALSE_DISTURBANCE_RATE / 2)
}

/** @param {number[]} values @param {Prior} prior @returns {[number, number]} interval at 95 %; infinite for one pair */
export function computeDifferenceInterval (values, prior) {
  if (values.length < 2) return [-Infinity, Infinity]
  return computeConfidenceInterval(estimateByMean(values, values.length < DECISION_RULE.ENOUGH ? prior : NO_NOISE_PRIOR), 0.95)
}

/**
 * @typedef {object} Forecast of an undecided comparison
 * @property {number | null} visible smallest slowdown beyond the bound that these pairs would have shown
 * @property {number | null} pairs that would decide it; null where more pairs do not help
 */

/**
 * Forecasts how many pairs of processes would decide an undecided comparison.
 *
 * @param {number[]} values
 * @param {Prior} prior
 * @param {Question} question
 * @returns {Forecast}
 */
export function forecastPairsNeeded (values, prior, { bound, falseAlarm }) {
  if (values.length < 2) return { visible: null, pairs: null }
  const share = findErrorRateShare(values.length, true)
  const { error, degrees } = estimateByMean(values, values.length < DECISION_RULE.ENOUGH ? prior : NO_NOISE_PRIOR)
  const distance = mean(values) - bound
  const scatter = standardDeviation(values)
  const wanted = distance > 0 ? falseAlarm : FALSE_PASS_RATE
  const later = [...INTERIM_ANALYSIS_PAIR_COUNTS, ...LATE_PAIR_COUNTS].filter((look) => look > values.length)
  const pairs = findPairsToDecide({ distance, scatter, error: wanted }, later, (look) => findErrorRateShare(look, true))
  return { visible: bound + findCriticalT(falseAlarm * share, degrees) * error, pairs: pairs ?? null }
}
