import { NO_NOISE_PRIOR, estimateNoisePrior } from './prior.js'
import { LARGEST_EQUAL_LOG_RATIO, findLargestEqualLogRatio } from './same.js'
import { mean } from './sample.js'
import { TRIMMED_SHARE, computeConfidenceInterval, estimateByMean, estimateByTrimmedMean, isSignificantlyAbove, isSignificantlyBelow } from './tests.js'

/**
 * @import { Prior } from './prior.js'
 * @import { Estimate } from './tests.js'
 */

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
export const findShareOfEstimate = (pairs) => findShare(pairs) / (pairs < TRIMMED_FROM ? 1 : 2)

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
