import { USUAL_RATIO_SCATTER } from '@hotpath-labs/engine/stats/rule.js'
import { computeConfidenceInterval } from '@hotpath-labs/engine/stats/sample.js'
import { formatPercent, formatCountWithNoun } from '@hotpath-labs/terminal/numbers.js'
import { describeCounter, explainLowCount, formatExpectedCount } from './counted.js'
import { formatClaimResultsWorstFirst, isTooClose } from './statement.js'
import { formatNodeVersion } from './words.js'

/**
 * @import { JudgedClaim, Result } from './result-schema.js'
 * @import { Named } from './counted.js'
 */

/** A report calls a machine noisy if pairs of processes scatter by more than this multiple of the usual scatter. */
const NOISY = 3

/** Says why a claim that one pair of processes measured has no interval. */
export const WITHOUT_INTERVAL = 'measured once, so without an interval'

/** If a verdict would need more seconds than this, the report advises a quieter machine instead of a longer run. */
const MOST_SECONDS = 600

/**
 * Writes advice on an undecided result: how many seconds a verdict needs, or why a longer run cannot give a verdict.
 *
 * @param {JudgedClaim[]} claims
 * @param {number} seconds of the run
 * @param {(seconds: number) => string} [measureLonger] says how to measure for so many seconds
 * @returns {string} one or two sentences
 */
function adviseOnUndecidedResult (claims, seconds, measureLonger = (longer) => `Measure longer: --seconds ${longer}`) {
  const open = claims.flatMap((claim) => claim.forecast ? [{ ...claim, forecast: claim.forecast }] : [])
  // the sentence above is about such a claim
  if (open.some(isTooClose)) return 'This ratio is too close to the ratio that the lab asks for or allows: a longer run will not give a verdict.'
  if (open.every(({ pairs }) => pairs < 2)) return `One measurement is not enough for a verdict. ${measureLonger(roundUpToTens(4 * seconds))}`
  const wanted = Math.max(...open.map(({ forecast, pairs }) => seconds * Number(forecast.pairs) / pairs))
  const noisy = open.filter(({ forecast }) => forecast.needs === 'less noise')
  if (noisy.length || wanted > MOST_SECONDS) {
    const scatter = Math.max(...open.map(({ scatter }) => Number(scatter)))
    return `This machine is too noisy now: pairs of processes differ by ${formatPercent(scatter)}, and ${formatPercent(USUAL_RATIO_SCATTER)} is usual. Try again when this machine is less busy, or use another machine.`
  }
  return `More time would give a verdict. ${measureLonger(roundUpToTens(1.3 * wanted))}`
}

/** @param {number} seconds */
const roundUpToTens = (seconds) => Math.ceil(seconds / 10) * 10

/**
 * Describes the machine's noise by the claim that scatters least, because some programs scatter even on a quiet machine.
 *
 * @param {JudgedClaim[]} claims
 * @returns {string | undefined} undefined if the noise is not worth a remark
 */
export function describeNoise (claims) {
  const scatters = claims.flatMap(({ scatter, pairs }) => scatter !== null && pairs > 2 ? [scatter] : [])
  const least = Math.min(...scatters)
  return scatters.length && least > NOISY * USUAL_RATIO_SCATTER ? `pairs of processes differ by at least ${formatPercent(least)}, and ${formatPercent(USUAL_RATIO_SCATTER)} is usual: this machine is noisy now` : undefined
}

/**
 * @typedef {object} Headline the first lines of every report
 * @property {Result['verdict']} verdict
 * @property {string} sentence the result in words
 * @property {string[]} details further lines
 */

/**
 * Writes a lab's result as one sentence, with details.
 *
 * @param {Result} result
 * @param {Named} [plan] without a plan counters keep their own names
 * @param {(seconds: number) => string} [measureLonger] says how to measure for so many seconds
 * @returns {Headline}
 */
export function formatHeadline (result, plan, measureLonger) {
  const { verdict, mode, node, seconds, claims, oracle, counters, failure } = result
  const place = [formatNodeVersion(node), `this run took ${Math.max(1, Math.round(seconds))} s`]
  if (failure) return { verdict, sentence: `${failure.part} ${failure.what}`, details: [] }
  if (oracle?.verdict === 'different') return { verdict, sentence: 'a wrong answer, so nothing was timed', details: [String(oracle.difference)] }
  const wrong = counters.find(({ holds }) => !holds)
  if (wrong) {
    const [first] = formatClaimResultsWorstFirst(claims)
    if (first) {
      const asked = `${describeCounter([wrong], plan)}, and the lab asks for ${formatExpectedCount(wrong, plan)}`
      return { verdict, sentence: `${first.sentence}, ${first.verdict === 'holds' ? 'but' : 'and'} ${asked}`, details: [[first.bounds, ...place].join(' · '), explainLowCount(wrong)].filter(Boolean) }
    }
    const counted = describeCounter(counters.filter(({ name }) => name === wrong.name), plan)
    return { verdict, sentence: `${counted}; for ${wrong.variant} the lab expects ${wrong.expected}`, details: ['Nothing was timed: the programs would differ for another reason than the lab\'s.'] }
  }
  if (mode === 'control' && claims.length) return controlHeadline(result, place)
  const [statement] = formatClaimResultsWorstFirst(claims)
  // said once, not for each claim
  if (claims.some(({ pairs }) => pairs === 1)) place.unshift(WITHOUT_INTERVAL)
  if (!statement) return { verdict, sentence: 'nothing was measured', details: [place.join(' · ')] }
  return {
    verdict,
    sentence: statement.sentence,
    details: [[statement.bounds, ...place].join(' · '), statement.later, verdict === 'undecided' ? adviseOnUndecidedResult(claims, seconds, measureLonger) : ''].filter(Boolean),
  }
}

/**
 * Estimates this machine's noise from an A/A test. Uses only the measured ratios, not the assumed noise that verdicts also use.
 *
 * @param {Pick<JudgedClaim, 'ratio' | 'scatter' | 'pairs'>} claim of an A/A test, with two pairs or more
 * @returns {number} smallest visible difference, such as 0.04
 */
export function estimateNoiseFromAATest ({ ratio, scatter, pairs }) {
  const estimate = { centre: Math.log(ratio), error: Number(scatter) / Math.sqrt(pairs), degrees: pairs - 1 }
  const [low, high] = computeConfidenceInterval(estimate, 0.95)
  return Math.exp(Math.max(high, -low)) - 1
}

/**
 * Writes how much noise an A/A test found.
 *
 * @param {Result} result of a variant against itself
 * @param {string[]} place
 * @returns {Headline}
 */
function controlHeadline ({ verdict, claims: [claim] }, place) {
  const name = claim.names.slower
  if (claim.pairs < 2) {
    return { verdict, sentence: `${name} against itself: one pair of processes is too few to show the noise`, details: [['Measure longer with --seconds', ...place].join(' · ')] }
  }
  const sentence = `${name} against itself: ${formatPercent(Math.abs(claim.ratio - 1))} apart; differences below about ${formatPercent(estimateNoiseFromAATest(claim))} do not show after ${formatCountWithNoun(claim.pairs, 'pair')}`
  const meaning = verdict === 'undecided' ? 'undecided is right, because both processes run the same program' : 'a difference was found, although both processes run the same program'
  return { verdict, sentence, details: [[meaning, ...place].join(' · ')] }
}

/**
 * Explains why a result has no measured figures: a failure, a wrong answer or a wrong count.
 *
 * @param {Result} result
 * @returns {string}
 */
export function explainMissingFigures ({ failure, oracle, counters }) {
  if (failure) return `${failure.part} ${failure.what}`
  if (oracle?.difference) return oracle.difference
  return counters.filter(({ holds }) => !holds).map((counter) => `${counter.name} of ${counter.variant}: ${formatWrongCount(counter)}`).join(', ')
}

/** Formats a count that is not the expected one. @param {Result['counters'][number]} counter */
export const formatWrongCount = ({ expected, actual }) => `expected ${expected}, counted ${actual}`
