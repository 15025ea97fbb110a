import { stripVTControlCharacters } from 'node:util'
import { findMetric } from '../metrics.js'
import colors from 'picocolors'
import { parseSide } from '@hotpath-labs/engine/figures.js'
import { NO_BREAK_SPACE, wrapWithHangingIndent } from '@hotpath-labs/terminal/lines.js'
import { capitalize, formatApproximateRatio, formatInterval, isBoundedInterval, formatPercent } from '@hotpath-labs/terminal/numbers.js'
import { findSolutionVariant, listExerciseSteps } from '../exercise.js'
import { LAST_STEP_TITLE } from '../plans.js'
import { formatClaimResult, isCostLimitClaim } from './statement.js'

/**
 * @import { Manifest } from '../manifest.js'
 * @import { JudgedClaim, Result } from './result-schema.js'
 */

/** Speed of a file, as a share of the lower bound's, from which it has beaten the bound. Equal programs differ by less. */
const BEATEN = 1.15

/**
 * Writes which step of the exercise an attendee's file has reached, and how to reach the next step.
 *
 * @param {NonNullable<Result['step']>} step
 * @param {Result['verdict']} [verdict] if there is one
 * @returns {string} such as: step 1 of 2; next: keep the answer
 */
export function formatReachedExerciseStep (step, verdict) {
  const { about, alsoReached, isUnclear, number } = step
  const also = alsoReached.length ? ', and already a later step' : ''
  // at the start the next step is what the attendee is asked to find
  return `${describePlace(step)}${also}${about && !isUnclear && number > 0 ? `; next${verdict === 'holds' ? ', if you like' : ''}: ${about}` : ''}`
}

/**
 * @param {NonNullable<Result['step']>} step
 * @param {Result['verdict']} [verdict] if there is one
 * @returns {string} a line such as: You are here: step 1 of 2; empty where a lab with one step has not passed
 */
export function formatPlace (step, verdict) {
  const { number, of, next, isUnclear, isSlower, isCounted } = step
  if (of === 1 && verdict !== 'holds' && !isUnclear && !isSlower) return ''
  if (!next && !isUnclear && verdict === 'undecided') return 'You are here: this run cannot tell'
  if (!next && !isUnclear && verdict !== 'holds') return `You are here: step ${of} of ${of}, which has not passed yet.`
  const place = formatReachedExerciseStep(step, verdict)
  if (isCounted) return number ? `By its counts your file has reached ${place}` : 'By its counts your file has not reached the first step.'
  return next || isUnclear ? `You are here: ${place}` : `${capitalize(place)}.`
}

/** @param {NonNullable<Result['step']>} step */
function describePlace ({ number, of, next, isUnclear, isBeyond, isSlower }) {
  const isLast = number + 1 === of
  if (isUnclear) return `${number ? `step ${number}` : 'the start'}, or already ${isLast ? 'done' : `step ${number + 1} of ${of}`}: this run cannot tell`
  if (isBeyond) return 'done, and better than the solution'
  if (!next) return of === 1 ? 'done' : `done, ${of === 2 ? 'both' : `all ${of}`} steps`
  if (isSlower) return 'slower than slow'
  return number ? `step ${number} of ${of}` : 'the start'
}

/**
 * Writes which exercise step an attendee's file has reached, and how fast the file is compared with `slow`, `fast` and the lower bound.
 * Leaves out what the verdict says. The bars show the comparison with the lower bound, unless the file beats the bound.
 *
 * @param {Result} result with claims of `mine` against slow, and against fast if the lab has a solution
 * @param {Manifest} manifest
 * @param {{ color: boolean, width: number }} options `width` in columns
 * @returns {string | undefined} only the step if nothing was measured; undefined if there is no step either
 */
export function formatAttemptProgress ({ verdict, claims, limit, step }, manifest, { color, width }) {
  const paint = colors.createColors(color)
  const [slow, fast] = ['slow', 'fast'].map((side) => claims.find((claim) => claim.slower === side && claim.faster === 'mine' && !isCostLimitClaim(claim)))
  const parts = []
  if (slow && !slow.required) {
    const { excess, name } = findMetric(slow.metric)
    const by = claims.some(({ required, metric }) => required && metric !== slow.metric) ? ` by ${name}` : ''
    parts.push(`${paint.bold(formatRatioOrInterval(slow))} ${excess ? 'as frugal' : 'as fast'} as ${manifest.variants.slow}${by}`)
  }
  if (slow && fast) {
    const { excess } = findMetric(fast.metric)
    parts.push(`${paint.bold(formatShareOrInterval(fast))} ${excess ? 'as frugal as' : 'of the speed of'} ${findSolutionVariant(manifest) === 'fast' ? 'the solution' : LAST_STEP_TITLE}`)
  }
  // `limit.fraction`: speed of `fast` ÷ speed of the lower bound; `fast.ratio`: speed of the file ÷ speed of `fast`
  const share = fast && limit ? limit.fraction * fast.ratio : 0
  if (share > BEATEN && manifest.limit) parts.push(`${paint.bold(formatPercent(share))} of the speed of the lower bound, so it is none for your file`)
  // breaks a part only where it is longer than a line
  const line = parts.map((part) => stripVTControlCharacters(part).length < width ? part.replaceAll(' ', NO_BREAK_SPACE) : part).join(' · ')
  // a file can do enough without a step of the lab
  const isPassedAtStart = verdict === 'holds' && step?.number === 0 && !step.isUnclear
  return [
    line && wrapWithHangingIndent(`Your file: ${line}`, width),
    step && wrapWithHangingIndent(isPassedAtStart ? 'Passed, in another way than the lab\'s.' : formatPlace(step, verdict), width),
  ].filter(Boolean).join('\n') || undefined
}

/** @param {JudgedClaim} claim @returns {string} the interval of its ratio; after one pair the ratio */
function formatRatioOrInterval ({ ratio, interval }) {
  return isBoundedInterval(interval) ? formatInterval(interval) : formatApproximateRatio(ratio, interval)
}

/** @param {JudgedClaim} claim @returns {string} such as: 90 to 130 % */
function formatShareOrInterval ({ ratio, interval }) {
  if (!isBoundedInterval(interval)) return `about ${formatPercent(ratio)}`
  const [low, high] = interval.map(formatPercent)
  return low === high ? low : `${low.replace(/ %$/, '')} to ${high}`
}

/**
 * Writes what an attendee learns from a lab, for a file that passes: the answer to the lab's question, or what to do, then what a program
 * costs that does not, and what the step gives up.
 *
 * @param {Result} result
 * @param {Manifest} manifest
 * @returns {string[]} sentences, the first with a figure
 */
export function formatLesson ({ claims, step }, manifest) {
  const steps = listExerciseSteps(manifest)
  const reached = steps.find(({ variant }) => variant === step?.reached) ?? steps.at(-1)
  const met = claims.filter(({ faster, ratio, required }) => required && ratio > 1 && parseSide(faster).variant === 'mine')
  const own = met.find(({ slower, metric }) => slower === reached?.claim?.than && metric === reached.claim.metric)
  // the figure of the lab's lesson belongs to the step that reaches it, also where a later step was reached
  const learnt = own || !manifest.lesson ? reached : steps.find(({ variant }) => variant === findSolutionVariant(manifest))
  const lost = learnt && step?.reached && manifest.givesUp[learnt.variant]
  return [`The lesson: ${manifest.answer ?? learnt?.about}${describeLessonCost(own ?? met[0])}.`, ...lost ? [`${learnt.variant === findSolutionVariant(manifest) ? 'The solution\'s price' : 'The price of this step'}: ${lost}.`] : []]
}

/** @param {JudgedClaim | undefined} claim that the file has met @returns {string} what the slower program costs */
function describeLessonCost (claim) {
  if (!claim) return ''
  // under a further workload the sentence has to say which requests it is about
  if (parseSide(claim.slower).workload) return `; in this run ${formatClaimResult(claim).sentence}`
  const { verb, much } = findMetric(claim.metric)
  return `; in this run ${claim.names.slower} ${verb} ${formatApproximateRatio(claim.ratio, claim.interval)} as ${much} as ${claim.names.faster}`
}
