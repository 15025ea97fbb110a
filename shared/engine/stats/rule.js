import { LARGEST_EQUAL_LOG_RATIO, findLargestEqualLogRatio } from './same.js'
import { mean, TRIMMED_SHARE, computeConfidenceInterval, estimateByMean, estimateByTrimmedMean, isSignificantlyAbove, isSignificantlyBelow, standardDeviation, findCriticalT } from './sample.js'

/** @import { Estimate } from './sample.js' */

/** Probability that a run gives the verdict *holds* although the claim is not true. */
const FALSE_HOLDS_VERDICT_RATE = 1e-3

/**
 * Probability that a run gives the verdict *broken* although the claim is true. Ten times smaller than for *holds*, because people
 * ignore a check that has given false alarms.
 */
const FALSE_BROKEN_VERDICT_RATE = 1e-4

/** Both probabilities for an attendee's attempt, whose author waits for the answer and can measure again: docs/decisions/065 */
const ATTEMPT_ERROR_RATE = 1e-2

/** @typedef {{ holds: number, broken: number }} ErrorRates probabilities of a false verdict */

/** @type {ErrorRates} */
export const CLAIM_ERROR_RATES = { holds: FALSE_HOLDS_VERDICT_RATE, broken: FALSE_BROKEN_VERDICT_RATE }

/** @type {ErrorRates} */
export const ATTEMPT_ERROR_RATES = { holds: ATTEMPT_ERROR_RATE, broken: ATTEMPT_ERROR_RATE }

/** Interim analyses: the number of measured pairs of processes, and its share of the allowed error rate: docs/decisions/060 */
const SHARES = new Map([
  [2, 0.15], [3, 0.15], [4, 0.1], [5, 0.1], [6, 0.1], [8, 0.1], [11, 0.08], [16, 0.07], [24, 0.05], [36, 0.05], [54, 0.05],
])

/** Numbers of measured pairs of processes after which a claim may get a verdict. */
export const INTERIM_ANALYSIS_PAIR_COUNTS = [...SHARES.keys()]

/** From this number of measured pairs on, the trimmed mean may decide a claim too, not only the mean: docs/decisions/060 */
const TRIMMED_FROM = 8

/** From this number of measured pairs on, tests use only the measured noise and no assumed noise: docs/decisions/060 */
const ENOUGH = 16

/** All numbers of the decision rule. Recordings of measured ratios store these numbers, and must be repeated if a number changes. */
export const DECISION_RULE = {
  ...{ FALSE_HOLDS_VERDICT_RATE, FALSE_BROKEN_VERDICT_RATE, SHARES: [...SHARES], TRIMMED_FROM, ENOUGH, LARGEST_EQUAL_LOG_RATIO },
  TRIMMED: TRIMMED_SHARE,
}

/** Confidence of the interval beside a claim's ratio. */
const CONFIDENCE = 0.95

/** Noise assumed for a confidence interval: `wider` times the noise assumed for a verdict, counted as `pairs` pairs: docs/decisions/060 */
const INTERVAL = { wider: 4 / 3, pairs: 1.5 }

/**
 * @typedef {'holds' | 'broken' | 'undecided'} Verdict
 * @typedef {'faster' | 'same' | 'slower' | 'undecided'} Shown the verdict on a claim for information
 * @typedef {{ atLeast: number } | { same: true, equivalenceMargin?: number }} Target `atLeast`: the ratio to exceed;
 *   `equivalenceMargin`: a share of the cheaper side's cost
 * @typedef {object} Judgement
 * @property {Verdict} verdict
 * @property {number} ratio the cost of `slower` divided by that of `faster`, the geometric mean of the pairs
 * @property {[number, number]} interval of the ratio, at `confidence`
 * @property {number} confidence 0..1
 */

/** @param {number[]} values @param {Prior} prior @returns {Estimate[]} each may decide */
function listEstimates (values, prior) {
  const believed = values.length < ENOUGH ? prior : NO_NOISE_PRIOR
  const byMean = estimateByMean(values, believed)
  return values.length < TRIMMED_FROM ? [byMean] : [byMean, estimateByTrimmedMean(values, believed)]
}

/**
 * What the pairs measured so far prove. A run divides its error rate among its interim analyses, and each analysis divides its share among
 * its estimates: the mean, and later also the trimmed mean (Bonferroni).
 */
export class InterimAnalysis {
  /** @param {number[]} values log-ratios or differences, one a pair @param {Prior} prior @param {number} share of the run's error rate */
  constructor (values, prior, share) {
    this.estimates = listEstimates(values, prior)
    this.share = share / this.estimates.length
  }

  /** @param {number} bound @param {number} error rate of the whole run @returns {boolean} true if the true value is above the bound */
  isAbove (bound, error) {
    return this.estimates.some((one) => isSignificantlyAbove(one, bound, error * this.share))
  }

  /** @param {number} bound @param {number} error rate of the whole run @returns {boolean} true if the true value is below the bound */
  isBelow (bound, error) {
    return this.estimates.some((one) => isSignificantlyBelow(one, bound, error * this.share))
  }

  /** @param {number} error rate of the whole run @returns {number} the largest bound of which `isAbove` is true */
  findLowerBound (error) {
    return Math.max(...this.estimates.map((one) => computeConfidenceInterval(one, 1 - 2 * error * this.share)[0]))
  }

  /** @param {number} error rate of the whole run @returns {number} the smallest bound of which `isBelow` is true */
  findUpperBound (error) {
    return Math.min(...this.estimates.map((one) => computeConfidenceInterval(one, 1 - 2 * error * this.share)[1]))
  }
}

/** @param {number} pairs one of INTERIM_ANALYSIS_PAIR_COUNTS @returns {number} its share of a claim's error rate */
const findShare = (pairs) => Number(SHARES.get(pairs))

/** @param {number} pairs one of INTERIM_ANALYSIS_PAIR_COUNTS @returns {number} the share of a claim's error rate that each estimate has */
const findShareOfEstimate = (pairs) => findShare(pairs) / (pairs < TRIMMED_FROM ? 1 : 2)

/**
 * Decides at an interim analysis whether a claim holds, is broken, or is still undecided.
 *
 * @param {number[]} values log-ratios, one a pair, as many as one of INTERIM_ANALYSIS_PAIR_COUNTS
 * @param {Target} target
 * @param {Prior} [prior]
 * @param {ErrorRates} [errors]
 * @returns {Verdict}
 */
export function judgeAtInterimAnalysis (values, target, prior = estimateNoisePrior(), errors = CLAIM_ERROR_RATES) {
  const analysis = new InterimAnalysis(values, prior, findShare(values.length))
  if ('atLeast' in target) {
    const bound = Math.log(target.atLeast)
    if (analysis.isAbove(bound, errors.holds)) return 'holds'
    return analysis.isBelow(bound, errors.broken) ? 'broken' : 'undecided'
  }
  const margin = findLargestEqualLogRatio(target)
  // both one-sided tests must pass, so each may use the whole error rate (TOST: Schuirmann 1987)
  if (analysis.isAbove(-margin, errors.holds) && analysis.isBelow(margin, errors.holds)) return 'holds'
  return analysis.isAbove(margin, errors.broken / 2) || analysis.isBelow(-margin, errors.broken / 2) ? 'broken' : 'undecided'
}

/**
 * Judges a claim from all pairs of processes measured so far. Between two interim analyses the claim stays undecided, because every test
 * adds to the error rate.
 *
 * @param {number[]} values log-ratios, one a pair
 * @param {Target} target
 * @param {Prior} [prior]
 * @param {{ isAttempt?: boolean }} [options] `isAttempt`: judges at ATTEMPT_ERROR_RATE, with the interval that decides
 * @returns {Judgement}
 */
export function judgeRatios (values, target, prior = estimateNoisePrior(), { isAttempt = false } = {}) {
  const errors = isAttempt ? ATTEMPT_ERROR_RATES : CLAIM_ERROR_RATES
  const [low, high] = isAttempt ? computeRuleInterval(values, prior, ATTEMPT_ERROR_RATE) : computeInterval(values, prior)
  return {
    verdict: INTERIM_ANALYSIS_PAIR_COUNTS.includes(values.length) ? judgeAtInterimAnalysis(values, target, prior, errors) : 'undecided',
    ratio: Math.exp(mean(values)),
    interval: [Math.exp(low), Math.exp(high)],
    confidence: isAttempt ? 1 - 2 * ATTEMPT_ERROR_RATE : CONFIDENCE,
  }
}

/** @param {number[]} values @param {Prior} prior @returns {[number, number]} for one look at the ratio */
function computeInterval (values, prior) {
  if (values.length < 2) return [-Infinity, Infinity]
  return computeConfidenceInterval(estimateByMean(values, { sd: prior.sd * INTERVAL.wider, pairs: INTERVAL.pairs }), CONFIDENCE)
}

/**
 * @param {number[]} values
 * @param {Prior} prior
 * @param {number} error on each side, of all interim analyses together
 * @returns {[number, number]} in which `judgeAtInterimAnalysis` keeps a minimum ratio possible
 */
function computeRuleInterval (values, prior, error) {
  if (values.length < 2) return [-Infinity, Infinity]
  const look = INTERIM_ANALYSIS_PAIR_COUNTS.find((count) => count >= values.length) ?? Math.max(...INTERIM_ANALYSIS_PAIR_COUNTS)
  const { estimates, share } = new InterimAnalysis(values, prior, findShare(look))
  const intervals = estimates.map((estimate) => computeConfidenceInterval(estimate, 1 - 2 * error * share))
  const [low, high] = [Math.max(...intervals.map(([low]) => low)), Math.min(...intervals.map(([, high]) => high))]
  return low < high ? [low, high] : intervals[0]
}

/**
 * Classifies the ratio of an informational claim: *same* if the whole interval is within 10 % of 1, *faster* if it is above 1, *slower*
 * if it is below 1, else *undecided*.
 *
 * @param {[number, number]} interval of a ratio, 95 %
 * @returns {Shown}
 */
export function classifyInformationalRatio ([low, high]) {
  if (Math.log(low) >= -LARGEST_EQUAL_LOG_RATIO && Math.log(high) <= LARGEST_EQUAL_LOG_RATIO) return 'same'
  if (low > 1) return 'faster'
  return high < 1 ? 'slower' : 'undecided'
}

/**
 * Noise that is assumed before anything is measured: a standard deviation `sd`, which counts as much as `pairs` measured pairs of processes
 * (moderated t: Smyth 2004).
 *
 * @typedef {{ sd: number, pairs: number }} Prior
 */

/** No assumption about noise: tests are then plain Student's t-tests, which are exact for noise of any size. @type {Prior} */
export const NO_NOISE_PRIOR = { sd: 0, pairs: 0 }

/** The assumed noise counts as much as this number of measured pairs of processes: docs/decisions/061 */
const PAIRS = 4

/** Smallest assumed standard deviation of log-ratios: if both processes of a pair share a CPU, or have one CPU each: docs/decisions/061 */
const LEAST = { together: 0.04, apart: 0.24 }

/**
 * The same if both sides compute on all processors in turn, as code with threads does: twice the scatter of 61 pairs of equal programs on
 * a quiet machine. Not in NOISE_PRIOR_SETTINGS, because no recorded lab has such code.
 */
const LEAST_ON_ALL = 0.09

/** Pairs of processes are assumed to scatter by this multiple of the standard error within one pair: docs/decisions/061 */
const TIMES_SPREAD = 1.7

/** All settings of the assumed noise. Recordings of measured ratios store these settings, and must be repeated if a setting changes. */
export const NOISE_PRIOR_SETTINGS = { PAIRS, LEAST, TIMES_SPREAD }

/** @typedef {'together' | 'apart' | 'on all'} Placement both sides of a pair on one processor, on one each, or each in turn on all */

/**
 * @param {number[]} [spreads] standard errors of the pairs so far, each from the scatter of its blocks
 * @param {Placement} [placement]
 * @param {number} [timesSpread] 1 where each block is a fresh process, so that pairs scatter by no more than their blocks predict
 * @returns {Prior}
 */
export function estimateNoisePrior (spreads = [], placement = 'together', timesSpread = TIMES_SPREAD) {
  const least = placement === 'on all' ? LEAST_ON_ALL : LEAST[placement]
  const squares = spreads.reduce((sum, spread) => sum + spread ** 2, 0) / Math.max(1, spreads.length)
  return { sd: Math.hypot(least, timesSpread * Math.sqrt(squares)), pairs: PAIRS }
}

/**
 * @typedef {object} Forecast of an undecided claim
 * @property {'more pairs' | 'less noise' | 'nothing'} needs what would decide it
 * @property {number | null} pairs that would decide it, from the start of the run
 * @property {boolean} allowed true if the pairs so far would have shown a ratio as far from the minimum as labs must be
 */

/** Usual scatter of ratios between pairs of processes on a quiet machine, as a standard deviation of log-ratios. */
export const USUAL_RATIO_SCATTER = 0.03

/** Standard errors of a mean to each end of its interval, roughly. */
const INTERVAL_ERRORS = 2

/**
 * Smallest distance, as a log-ratio, between a claim's minimum ratio and the lab's recorded ratios. CONTRIBUTING.md asks for this distance:
 * the minimum is at most two thirds of the smallest recorded ratio.
 */
const MARGIN = Math.log(1.5)

/**
 * Forecasts how many pairs of processes, counted from the start of the run, an undecided claim needs for a verdict.
 *
 * @param {number[]} values log-ratios, one for each pair
 * @param {Target} target
 * @param {ErrorRates} [errors]
 * @returns {Forecast}
 */
export function forecastDecision (values, target, errors = CLAIM_ERROR_RATES) {
  const scatter = values.length > 1 ? standardDeviation(values) : Infinity
  const centre = mean(values)
  // `beyond` is the distance from the claim's bound, above 0 if the claim will hold
  const beyond = 'atLeast' in target ? centre - Math.log(target.atLeast) : findLargestEqualLogRatio(target) - Math.abs(centre)
  // a claim of equal costs can be broken in two directions, each with half the error rate
  const error = beyond > 0 ? errors.holds : 'atLeast' in target ? errors.broken : errors.broken / 2
  const later = INTERIM_ANALYSIS_PAIR_COUNTS.filter((look) => look > values.length)
  const pairs = findPairsToDecide({ distance: beyond, scatter, error }, later, findShareOfEstimate)
  const margin = 'atLeast' in target ? MARGIN : findLargestEqualLogRatio(target)
  const soFar = INTERIM_ANALYSIS_PAIR_COUNTS.filter((look) => look <= values.length)
  const allowed = findPairsToDecide({ distance: margin, scatter, error: errors.holds }, soFar, findShareOfEstimate) !== undefined
  if (pairs) return { needs: 'more pairs', pairs, allowed }
  // scattered pairs do not show how close the ratio is: it may lie as far away as their interval reaches
  const reach = scatter > USUAL_RATIO_SCATTER ? INTERVAL_ERRORS * scatter / Math.sqrt(values.length) : 0
  const quiet = { distance: Math.abs(beyond) + reach, scatter: USUAL_RATIO_SCATTER, error }
  return { needs: findPairsToDecide(quiet, INTERIM_ANALYSIS_PAIR_COUNTS, findShareOfEstimate) ? 'less noise' : 'nothing', pairs: null, allowed }
}

/**
 * Finds the number of pairs at which Student's t would tell a distance from a bound.
 *
 * @param {{ distance: number, scatter: number, error: number }} what `scatter`: standard deviation of the pairs; `error` rate of the run
 * @param {number[]} looks numbers of pairs to choose from
 * @param {(look: number) => number} shareOf of the error rate, by the number of pairs
 * @returns {number | undefined} the first of them
 */
export function findPairsToDecide ({ distance, scatter, error }, looks, shareOf) {
  return looks.find((look) => Math.abs(distance) >= findCriticalT(error * shareOf(look), look - 1) * scatter / Math.sqrt(look))
}
