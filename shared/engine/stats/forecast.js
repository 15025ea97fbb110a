import { CLAIM_ERROR_RATES, INTERIM_ANALYSIS_PAIR_COUNTS, findShareOfEstimate } from './rule.js'
import { findLargestEqualLogRatio } from './same.js'
import { mean, standardDeviation } from './sample.js'
import { findCriticalT } from './tests.js'

/** @import { ErrorRates, Target } from './rule.js' */

/**
 * @typedef {object} Forecast of an undecided claim
 * @property {'more pairs' | 'less noise' | 'nothing'} needs what would decide it
 * @property {number | null} pairs that would decide it, from the start of the run
 * @property {boolean} allowed true if the pairs so far would have shown a ratio as far from the minimum as labs must be
 */

/** Usual scatter of ratios between pairs of processes on a quiet machine, as a standard deviation of log-ratios. */
export const USUAL_RATIO_SCATTER = 0.03

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
  const quiet = { distance: beyond, scatter: USUAL_RATIO_SCATTER, error }
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
