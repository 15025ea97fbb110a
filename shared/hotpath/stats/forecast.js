import { CLAIM_ERROR_RATES, INTERIM_ANALYSIS_PAIR_COUNTS, computeErrorRate } from './rule.js'
import { findLargestEqualLogRatio } from './same.js'
import { mean, standardDeviation } from './sample.js'
import { findCriticalT } from './tests.js'
/** @import { Forecast } from '../report/result-schema.js' */
/** @import { ErrorRates, Target } from './rule.js' */

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
  // `beyond`, the distance of the ratio from the claim's bound, is above 0 if the claim will hold. A claim of equal costs can be broken in
  // two directions, each with half the error rate.
  const beyond = 'atLeast' in target ? centre - Math.log(target.atLeast) : findLargestEqualLogRatio(target) - Math.abs(centre)
  const error = beyond > 0 ? errors.holds : 'atLeast' in target ? errors.broken : errors.broken / 2
  const pairs = pairsToDecide(Math.abs(beyond), scatter, error, INTERIM_ANALYSIS_PAIR_COUNTS.filter((look) => look > values.length))
  const margin = 'atLeast' in target ? MARGIN : findLargestEqualLogRatio(target)
  const analysesSoFar = INTERIM_ANALYSIS_PAIR_COUNTS.filter((count) => count <= values.length)
  const allowed = pairsToDecide(margin, scatter, errors.holds, analysesSoFar) !== undefined
  if (pairs) return { needs: 'more pairs', pairs, allowed }
  return { needs: pairsToDecide(Math.abs(beyond), USUAL_RATIO_SCATTER, error, INTERIM_ANALYSIS_PAIR_COUNTS) ? 'less noise' : 'nothing', pairs: null, allowed }
}

/**
 * @param {number} distance from the bound, in log-ratios
 * @param {number} scatter of the pairs
 * @param {number} error rate of the whole run
 * @param {number[]} looks numbers of pairs to choose from
 * @returns {number | undefined} the first of them at which Student's t would tell this distance
 */
function pairsToDecide (distance, scatter, error, looks) {
  return looks.find((look) => distance >= findCriticalT(computeErrorRate(error, look), look - 1) * scatter / Math.sqrt(look))
}
