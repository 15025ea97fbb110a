import { mean, median } from '@hotpath-labs/engine/stats/sample.js'
import { findQuantity } from './quantity.js'
import {
  FALSE_CONFIRMATION_RATE, MAX_PAIRS_PER_BENCHMARK, computeDifferenceInterval, doBaseProcessesDiffer, findDecidingBounds,
  fitIntervalToVerdict, forecastPairsNeeded, judgeMeasuredPairs,
} from './rule.js'

/**
 * @import { BenchmarkResult } from './result.js'
 * @import { BenchmarkRounds } from './rounds.js'
 * @import { Prior } from '@hotpath-labs/engine/stats/prior.js'
 * @import { Bounds, Question } from './rule.js'
 */

/**
 * @typedef {object} How
 * @property {number} seconds for this benchmark; the confirmation of a verdict has its own time in addition
 * @property {number} [mostSeconds] for both; without it, a benchmark whose pairs are slow gets the time of SLOW_PAIRS pairs
 * @property {Question} question
 * @property {number} margin of the values; an A/A test may differ by a quarter of the margin
 * @property {(text: string) => void} onProgress
 * @property {() => number} [now] clock in ms
 */

/** A second base process, the control, runs only in every second round, because it lengthens a round by half: docs/decisions/063 */
const CONTROL_EVERY = 2

/**
 * Time for confirming `slower` or `broken`, as a share of the benchmark's seconds. The time that the first pairs left over comes on top.
 */
const CONFIRMATION_SHARE = 0.7

/** Share of the seconds that a user set after which pairs that look slower end, because a confirmation needs the rest. */
const FIRST_SHARE = 0.7

/** Number of pairs for which a benchmark gets time, however slow they are, unless the user set its seconds: six can tell twice the cost. */
const SLOW_PAIRS = 6

/** Minimum time for confirming a verdict in seconds, even if the verdict came quickly: enough for two new pairs of processes. */
const LEAST_CONFIRMATION_SECONDS = 4

/**
 * Measures base and head in rounds until there is a verdict. A second measurement must confirm the verdict `slower` or `broken`.
 *
 * @param {BenchmarkRounds} rounds
 * @param {() => Promise<BenchmarkRounds>} createFresh
 * @param {How} how
 * @returns {Promise<Partial<BenchmarkResult>>}
 */
export async function measureAndConfirmVerdict (rounds, createFresh, how) {
  const leavesTime = how.mostSeconds !== undefined
  const { verdict, spent, bounds } = await measureUntilDecided(rounds, how.question, { ...how, leavesTime, controlEvery: CONTROL_EVERY })
  if (verdict !== 'slower' && verdict !== 'broken') return summarize(rounds, verdict, { ...how, bounds })
  const { seconds: first, mostSeconds = Infinity } = how
  const seconds = Math.min(Math.max(LEAST_CONFIRMATION_SECONDS, (1 + CONFIRMATION_SHARE) * first - spent, spent), mostSeconds - spent)
  return confirm(rounds, verdict, await createFresh(), { ...how, seconds, bounds })
}

/**
 * Measures base and head in rounds until the decision rule gives a verdict or the time limit is reached.
 *
 * @param {BenchmarkRounds} rounds
 * @param {Question} question
 * @param {Omit<How, 'question' | 'margin'> & { controlEvery: number, leavesTime?: boolean }} how `leavesTime`: for a confirmation
 * @returns {Promise<{ verdict: BenchmarkResult['verdict'], spent: number, bounds: Bounds }>} `spent`: seconds
 */
async function measureUntilDecided (rounds, question, how) {
  const { mostSeconds, controlEvery, leavesTime, onProgress, now = () => performance.now() } = how
  const started = now()
  let { seconds } = how
  for (let pairs = 0; ;) {
    await rounds.measure({ withControl: pairs % controlEvery === 0 })
    pairs++
    const spent = (now() - started) / 1000
    if (pairs === 1 && mostSeconds === undefined) seconds = Math.max(seconds, SLOW_PAIRS * spent)
    // This round is the last one if another round of average length would exceed the time limit.
    const limit = leavesTime && mean(rounds.head.values) > question.bound ? FIRST_SHARE * seconds : seconds
    const isLast = pairs >= MAX_PAIRS_PER_BENCHMARK || spent * (pairs + 1) / pairs > limit
    const verdict = judgeMeasuredPairs(rounds.head.values, rounds.prior, question, isLast)
    onProgress(`${describePairs(rounds)}${seconds > how.seconds ? `, slow pairs: at most ${Math.ceil(seconds)} s in all` : ''}`)
    if (verdict === 'undecided' && !(isLast && pairs > 1)) continue
    return { verdict, spent, bounds: findDecidingBounds(rounds.head.values, rounds.prior, question, isLast) }
  }
}

/** @param {BenchmarkRounds} rounds */
function describePairs ({ benchmark, head: { values } }) {
  const { scale, format, unit } = findQuantity(benchmark)
  return `${values.length} ${values.length === 1 ? 'pair' : 'pairs'}, difference so far ${format(scale(mean(values)))} ${unit('operation')}`
}

/**
 * Confirms the verdict `slower` or `broken` in two ways: fresh pairs of processes with another seed must agree, and an A/A test must
 * find no difference between two processes of the base.
 *
 * @param {BenchmarkRounds} rounds
 * @param {'slower' | 'broken'} verdict
 * @param {BenchmarkRounds} fresh
 * @param {How & { bounds: Bounds }} how `seconds`: for the confirmation; `bounds` of the first pairs
 * @returns {Promise<Partial<BenchmarkResult>>}
 */
async function confirm (rounds, verdict, fresh, how) {
  how.onProgress(`looks ${verdict}; measuring fresh pairs of processes to confirm the verdict`)
  const question = { ...how.question, falseAlarm: FALSE_CONFIRMATION_RATE }
  const again = await measureUntilDecided(fresh, question, { ...how, controlEvery: 1 })
  const isConfirmed = again.verdict === verdict
  const bounds = isConfirmed ? { ...how.bounds, low: Math.min(how.bounds.low, again.bounds.low) } : again.bounds
  const summary = summarize(rounds, isConfirmed ? verdict : 'undecided', { ...how, bounds }, fresh)
  if (isConfirmed && !summary.disturbed) return summary
  return { ...summary, verdict: 'undecided', reason: `The first pairs looked ${verdict}, but ${explainDoubt(isConfirmed, fresh, how.question)}.` }
}

/** @param {boolean} isConfirmed @param {BenchmarkRounds} fresh @param {Question} question */
function explainDoubt (isConfirmed, fresh, { bound }) {
  if (isConfirmed) return 'two processes of the base differ too'
  return mean(fresh.head.values) > bound ? 'the fresh pairs, which point the same way, are too few' : 'fresh pairs did not confirm this'
}

/**
 * @param {BenchmarkRounds} rounds
 * @param {BenchmarkResult['verdict']} verdict
 * @param {Pick<How, 'question' | 'margin'> & { bounds: Bounds }} how `bounds`: what the verdict rests on
 * @param {BenchmarkRounds} [fresh] of a confirmation
 * @returns {Partial<BenchmarkResult>}
 */
function summarize (rounds, verdict, { question, margin, bounds }, fresh) {
  const measured = fresh ? [rounds, fresh] : [rounds]
  const values = measured.flatMap(({ head }) => head.values)
  const control = measured.flatMap((one) => one.control.values)
  // a quiet first measurement must not make the interval too narrow for a noisy second one
  const prior = findNoisier(measured.map((one) => one.prior))
  const { timing } = rounds.session
  const { scale } = findQuantity(rounds.benchmark)
  const [low, high] = fitIntervalToVerdict(computeDifferenceInterval(values, prior), /** @type {any} */ (verdict), bounds)
  const forecast = verdict === 'undecided' ? forecastPairsNeeded(values, prior, question) : null
  return {
    verdict,
    difference: scale(mean(values)),
    interval: [scale(low), scale(high)],
    atMost: verdict === 'not slower' ? scale(bounds.high) : null,
    costs: findMedians(measured.flatMap((one) => one.costs)),
    collections: findMedians(measured.flatMap((one) => one.collections)),
    beside: findMedians(measured.flatMap((one) => one.beside)),
    timing: timing ? { clock: timing.clock, pins: timing.pins } : null,
    disturbed: doBaseProcessesDiffer(control, findNoisier(measured.map((one) => one.controlPrior)), margin),
    pairs: values.length,
    values: rounds.head.values,
    control: rounds.control.values,
    confirmation: fresh ? { seed: fresh.session.seed, values: fresh.head.values, control: fresh.control.values } : null,
    forecast: forecast && { pairs: forecast.pairs, visible: forecast.visible === null ? null : scale(forecast.visible) },
  }
}

/** @param {{ base: number, head: number }[]} rounds @returns {{ base: number, head: number } | null} null for none */
function findMedians (rounds) {
  if (rounds.length === 0) return null
  const findMedian = (/** @type {'base' | 'head'} */ role) => Number(median(rounds.map((one) => one[role])).toPrecision(4))
  return { base: findMedian('base'), head: findMedian('head') }
}

/** @param {Prior[]} priors */
const findNoisier = (priors) => priors.toSorted((a, b) => b.sd - a.sd)[0]
