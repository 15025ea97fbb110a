import { EQUIVALENCE_MARGIN } from '@hotpath-labs/engine/stats/same.js'
import { formatApproximateRatio, isBoundedInterval, formatInterval, formatRange, roundRatio, formatMultiple, formatPercent, groupDigits, formatSignificantDigits } from '@hotpath-labs/terminal/numbers.js'
import { formatComparison } from '../phrase.js'
import { formatNodeVersion } from './words.js'

/** @import { JudgedClaim, Age, Steady } from './result-schema.js' */

/**
 * @typedef {object} Statement a claim with its result, in words
 * @property {string} id
 * @property {'holds' | 'broken' | 'undecided' | null} verdict null for a claim for information
 * @property {string} sentence the comparison, without a full stop; begins with `just after the start` if `later` is not empty
 * @property {string} bounds the interval, the ratio that the lab requires, and the published ratio
 * @property {string} later the ratio of a long run, if it differs, and then the published ratio; or empty
 */

/** Order of claims in a report, by verdict: the worst verdict first, informational claims (null) last. */
const ORDER = ['broken', 'undecided', 'holds', null]

/**
 * @param {JudgedClaim[]} claims
 * @returns {Statement[]} the lab's verdict is the verdict of the first; upper bounds follow claims of the same verdict. Of undecided claims
 *   those come first that no longer run decides, because the advice that follows is about them
 */
export function formatClaimResultsWorstFirst (claims) {
  const rank = (/** @type {JudgedClaim} */ claim) => isTooClose(claim) ? 0 : isCostLimitClaim(claim) ? 2 : 1
  const ordered = claims.toSorted((a, b) => rank(a) - rank(b))
  return ordered.map(formatClaimResult).sort((a, b) => ORDER.indexOf(a.verdict) - ORDER.indexOf(b.verdict))
}

/** @param {JudgedClaim} claim @returns {boolean} true for an undecided claim that no longer run decides */
export const isTooClose = ({ forecast }) => forecast?.needs === 'nothing'

/** @param {JudgedClaim} claim @returns {Statement} */
export function formatClaimResult (claim) {
  const later = formatLater(claim)
  const sentence = formatClaimSentence(claim)
  const published = formatPublished(claim)
  return {
    id: claim.id,
    verdict: claim.required ? /** @type {Statement['verdict']} */ (claim.verdict) : null,
    sentence: later ? `just after the start, ${sentence}` : sentence,
    bounds: [describeInterval(claim), formatRequirement(claim), later ? '' : published].filter(Boolean).join(' · '),
    later: later && [later, published].filter(Boolean).join(' · '),
  }
}

/** @param {JudgedClaim} claim */
function formatClaimSentence (claim) {
  const { verdict, ratio, interval } = claim
  if (isSame(claim) && verdict === 'holds') return formatComparison(claim, 'same')
  if (!claim.required && verdict === 'same') return formatComparison(claim, 'same')
  const isReversed = readsReversed(claim)
  const degree = isReversed ? formatApproximateRatio(1 / ratio, invertInterval(interval)) : formatApproximateRatio(ratio, interval)
  if (!claim.required && verdict === 'undecided') return `this run cannot tell whether ${formatComparison(claim, 'more', { isReversed })}`
  return formatComparison(claim, degree, { isReversed })
}

/** @param {Pick<JudgedClaim, 'required' | 'atLeast'>} claim @returns {boolean} true for a claim that both cost the same */
const isSame = ({ required, atLeast }) => required && atLeast === null

/**
 * @param {Pick<JudgedClaim, 'required' | 'atLeast'>} claim
 * @returns {boolean} true for a claim that limits the cost of its faster program
 */
export const isCostLimitClaim = ({ required, atLeast }) => required && atLeast !== null && atLeast < 1

/** @param {[number, number]} interval of a ratio @returns {[number, number]} that of its reciprocal */
export function invertInterval ([low, high]) {
  return [1 / high, 1 / low]
}

/**
 * True if a sentence about the claim must begin with the program `faster`, because `faster` was slower, or because the claim limits the
 * cost of `faster`.
 *
 * @param {JudgedClaim} claim
 * @returns {boolean}
 */
function readsReversed (claim) {
  return isCostLimitClaim(claim) || claim.ratio < 1
}

/** @param {JudgedClaim} claim */
function describeInterval (claim) {
  if (!isBoundedInterval(claim.interval)) return ''
  return `${formatInterval(readsReversed(claim) && !isSame(claim) ? invertInterval(claim.interval) : claim.interval)} (${formatPercent(claim.confidence)} interval)`
}

/** @param {JudgedClaim} claim */
function formatRequirement (claim) {
  const isContrary = claim.required && claim.ratio < 1 && !isSame(claim) && !isCostLimitClaim(claim)
  return isContrary ? `the lab asks for the reverse: ${formatComparison(claim, formatMinimum(Number(claim.atLeast)))}` : formatRequiredRatio(claim)
}

/**
 * Writes the ratio that a claim requires.
 *
 * @param {{ required: boolean, atLeast?: number | null, equivalenceMargin?: number | null, dependsOn?: string | null }} claim
 * @returns {string} such as: the lab asks for at least 1.1×
 */
export function formatRequiredRatio ({ required, atLeast = null, equivalenceMargin, dependsOn }) {
  if (!required) return dependsOn ? `the result depends on ${dependsOn}` : 'no verdict depends on it'
  if (atLeast === null) return `the lab allows a difference of up to ${formatMultiple(1 + (equivalenceMargin ?? EQUIVALENCE_MARGIN))}`
  if (atLeast < 1) return `the lab allows at most ${formatMultiple(1 / atLeast)}`
  return `the lab asks for ${formatMinimum(atLeast)}`
}

/** @param {number} atLeast @returns {string} such as: at least 1.5× */
function formatMinimum (atLeast) {
  return atLeast === 1 ? 'more than 1×' : `at least ${formatMultiple(atLeast)}`
}

/**
 * Writes the ratio that an article published for the same comparison. If this run's ratio differs, adds the article's version of Node.
 *
 * @param {JudgedClaim} claim
 */
function formatPublished ({ published, until, interval }) {
  if (published?.asks !== 'the same') return ''
  const [source] = published.source.split(',')
  if (doIntervalsNearlyOverlap(interval, [published.ratio, published.ratio])) return `${source} measured ${formatMultiple(published.ratio)}`
  const measured = `${source} measured ${formatMultiple(published.ratio)}`
  if (until) return `${measured}, as it was before Node ${until}`
  return `${measured}, on ${published.node === 'not stated' ? 'an unnamed version of Node' : `Node ${published.node}`}`
}

/**
 * Writes the ratio of warmed-up processes from a recorded long run, if this ratio differs from the run's own ratio.
 *
 * @param {JudgedClaim} claim
 * @returns {string} such as: once warm: 8–10×, recorded on Node 26.10
 */
function formatLater (claim) {
  const { interval, steady } = claim
  if (!steady || steady.stale || doIntervalsNearlyOverlap(interval, steady.interval, NEAR_AN_INTERVAL)) return ''
  const range = formatRange(readsReversed(claim) && !isSame(claim) ? invertInterval(steady.interval) : steady.interval)
  return `once warm: ${range}, recorded on ${formatNodeVersion(steady.node)}`
}

/**
 * Writes a claim's two ratios: of fresh processes, and of processes that have warmed up.
 *
 * @param {{ ratio: number, interval: [number, number] }} early
 * @param {{ interval: [number, number] }} steady
 * @returns {string}
 */
export function formatFreshAndWarmRatios (early, { interval }) {
  return `${roundRatio(early.ratio, early.interval)}× at first, ${formatRange(interval)} once warm`
}

/** Largest factor by which two ratios or intervals may differ and still count as equal. */
const NEAR = 1.15

/**
 * A report omits the ratio of warm processes if its interval is within this factor of the interval of fresh processes. With a factor of
 * 1.15, the report on the lab divideByAndSum omitted the warm ratio of all steps together. Readers multiplied the warm ratios of the single
 * steps, and the product contradicted the total.
 */
const NEAR_AN_INTERVAL = 1.05

/**
 * @param {[number, number]} one
 * @param {[number, number]} other
 * @param {number} [near] factor between two ends that still meet
 * @returns {boolean} true if the intervals meet, or nearly do
 */
export function doIntervalsNearlyOverlap ([low, high], [from, to], near = NEAR) {
  // JSON has null for the infinite upper end of one pair's interval
  return low <= (to ?? Infinity) * near && from <= (high ?? Infinity) * near
}

/**
 * Writes the ratio at the end of a long run, when neither program gets faster any more.
 *
 * @param {Steady} steady
 * @param {{ cpu: string }} machine of the reader
 * @returns {string} the range of the ratio; also the recording's processor if it differs, and a note if a variant was changed since then
 */
export function formatSteadyRatio ({ interval, processor, stale }, machine) {
  const but = [processor !== machine.cpu && `on ${processor}`, stale && 'before a variant was changed'].filter(Boolean).join(', ')
  return `${formatRange(interval)}${but ? ` (${but})` : ''}`
}

/** @param {Age} age @returns {string} such as 0.41 s of CPU, 3,100 operations */
export function formatProcessAge ({ cpuSeconds, operations }) {
  return `${formatSignificantDigits(Number(cpuSeconds.toPrecision(2)))} s of CPU, ${groupDigits(operations)} operations`
}
