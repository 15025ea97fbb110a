import { mean, median } from '@hotpath-labs/engine/stats/sample.js'
import { findQuantity } from './quantity.js'
import {
  FALSE_CONFIRMATION_RATE, computeDifferenceInterval, doBaseProcessesDiffer, findDecidingBounds, findErrorRateShare, fitIntervalToVerdict,
  forecastPairsNeeded, judgeMeasuredPairs, planAnalysis,
} from './rule.js'

/**
 * @import { BenchmarkResult } from './result.js'
 * @import { BenchmarkRounds } from './rounds.js'
 * @import { Prior } from '@hotpath-labs/engine/stats/rule.js'
 * @import { Analysis, Bounds, Question } from './rule.js'
 */

/**
 * @typedef {object} How
 * @property {number} seconds for this benchmark; the confirmation of a verdict has its own time in addition
 * @property {number} [mostSeconds] for both; without it, a benchmark whose pairs are slow gets the time of SLOW_PAIRS pairs
 * @property {Question} question
 * @property {number} margin of the values; an A/A test may differ by a quarter of the margin
 * @property {(text: string) => void} onProgress
 * @property {(mostSeconds: number, pairSeconds: number) => void} [onSlowPairs] is called where the first pair is so slow that the benchmark
 *   takes longer
 * @property {() => number} [now] clock in ms
 */

/** A second base process, the control, runs only in every second round, because it lengthens a round by half: docs/decisions/063 */
const CONTROL_EVERY = 2

/**
 * Time for confirming `slower` or `broken`, as a share of the benchmark's seconds. The time that the first pairs left over comes on top.
 */
const CONFIRMATION_SHARE = 0.7

/**
 * Where the user set the seconds: an analysis that can only say *slower* or *broken* comes after this share of them, because a confirmation
 * needs the rest. It may spend this share of the error that the earlier analyses left, and the last one spends what is left then.
 */
const BEFORE_CONFIRMATION = { seconds: 0.7, error: 0.8 }

/** Number of pairs for which a benchmark gets time, however slow they are, unless the user set its seconds: six can tell twice the cost. */
const SLOW_PAIRS = 6

/** Minimum time for confirming a verdict in seconds, even if the verdict came quickly: enough for two new pairs of processes. */
const LEAST_CONFIRMATION_SECONDS = 4

/** Fewest pairs that show a slowdown, and fewest that confirm it. */
const FEWEST_PAIRS = 2

/** A benchmark keeps to this multiple of the time that was said. If its first pair shows that it takes longer, that is said too. */
const KEPT = 1.2

/** Advice to measure for longer names at least this multiple of the seconds that were not enough. */
const LONGER = 1.2

/**
 * Finds how long a benchmark takes at most, with the confirmation of a verdict.
 *
 * @param {Pick<How, 'seconds' | 'mostSeconds'>} how
 * @param {number} [pairSeconds] of a pair, where one is measured
 * @returns {number} seconds
 */
export function findMostSeconds ({ seconds, mostSeconds }, pairSeconds = 0) {
  const fewest = FEWEST_PAIRS * pairSeconds
  if (mostSeconds !== undefined) return Math.max(mostSeconds, Math.max(seconds, fewest) + fewest)
  const first = Math.max(seconds, SLOW_PAIRS * pairSeconds)
  return first + findConfirmationSeconds({ seconds }, first)
}

/** @param {Pick<How, 'seconds' | 'mostSeconds'>} how @param {number} spent seconds of the first pairs @returns {number} */
function findConfirmationSeconds ({ seconds, mostSeconds = Infinity }, spent) {
  return Math.min(Math.max(LEAST_CONFIRMATION_SECONDS, (1 + CONFIRMATION_SHARE) * seconds - spent, spent), mostSeconds - spent)
}

/** Chooses the analyses by the clock and by the number of pairs, never by their values. */
class Schedule {
  /** share of the error that a red verdict has left, once the analysis before the confirmation is over @type {number | undefined} */
  #redLeft

  /** @param {{ seconds: number, leavesTime: boolean }} how `leavesTime`: for a confirmation */
  constructor ({ seconds, leavesTime }) {
    this.seconds = seconds
    this.leavesTime = leavesTime
  }

  /** @param {number} pairs @param {number} spent seconds @returns {Analysis} of the pairs so far */
  plan (pairs, spent) {
    // No further round of average length fits.
    const isOver = (/** @type {number} */ seconds) => pairs > 1 && spent * (pairs + 1) / pairs > seconds
    const usual = planAnalysis(pairs, isOver(this.seconds))
    if (this.#redLeft !== undefined) return { ...usual, red: usual.isLast ? this.#redLeft : 0 }
    if (usual.isLast || !this.leavesTime || !isOver(BEFORE_CONFIRMATION.seconds * this.seconds)) return usual
    const left = findErrorRateShare(pairs, true)
    this.#redLeft = (1 - BEFORE_CONFIRMATION.error) * left
    return { ...usual, red: BEFORE_CONFIRMATION.error * left }
  }
}

/**
 * Measures base and head in rounds until there is a verdict. A second measurement must confirm the verdict `slower` or `broken`.
 *
 * @param {BenchmarkRounds} rounds
 * @param {() => Promise<BenchmarkRounds>} createFresh
 * @param {How} how
 * @returns {Promise<Partial<BenchmarkResult>>}
 */
export async function measureAndConfirmVerdict (rounds, createFresh, how) {
  const leavesTime = how.mostSeconds !== undefined && Number.isFinite(how.mostSeconds)
  const first = await measureUntilDecided(rounds, how.question, { ...how, leavesTime, controlEvery: CONTROL_EVERY })
  if (first.verdict !== 'slower' && first.verdict !== 'broken') return summarize(rounds, first.verdict, { ...how, ...first })
  const seconds = findConfirmationSeconds(how, first.spent)
  return confirm(rounds, first.verdict, await createFresh(), { ...how, first, seconds })
}

/**
 * @typedef {object} Decided
 * @property {BenchmarkResult['verdict']} verdict
 * @property {number} spent seconds
 * @property {number} given seconds: more than the benchmark's own where its pairs are slow
 * @property {Bounds} bounds
 */

/**
 * Measures base and head in rounds until the decision rule gives a verdict or the time limit is reached.
 *
 * @param {BenchmarkRounds} rounds
 * @param {Question} question
 * @param {Omit<How, 'question' | 'margin'> & { controlEvery: number, leavesTime?: boolean, awaited?: Decided['verdict'] }} how
 *   `leavesTime`: for a confirmation; `awaited`: the only verdict that ends it early
 * @returns {Promise<Decided>}
 */
async function measureUntilDecided (rounds, question, how) {
  const { mostSeconds, controlEvery, leavesTime = false, awaited, onProgress, onSlowPairs, now = () => performance.now() } = how
  const started = now()
  const schedule = new Schedule({ seconds: how.seconds, leavesTime })
  let most = findMostSeconds(how)
  for (let pairs = 0; ;) {
    await rounds.measure({ withControl: pairs % controlEvery === 0 })
    pairs++
    const spent = (now() - started) / 1000
    if (pairs === 1 && !awaited) {
      if (mostSeconds === undefined) schedule.seconds = Math.max(how.seconds, SLOW_PAIRS * spent)
      const slowMost = findMostSeconds(how, spent)
      if (slowMost > KEPT * most) onSlowPairs?.(slowMost, spent)
      most = slowMost
    }
    const analysis = schedule.plan(pairs, spent)
    const verdict = judgeMeasuredPairs(rounds.head.values, rounds.prior, question, analysis)
    onProgress(`${describePairs(rounds)}${awaited ? '' : `, ${Math.round(spent)} of at most ${Math.ceil(most)} s`}`)
    const isDecided = awaited ? verdict === awaited : verdict !== 'undecided'
    if (!isDecided && !analysis.isLast) continue
    return { verdict, spent, given: schedule.seconds, bounds: findDecidingBounds(rounds.head.values, rounds.prior, question, analysis) }
  }
}

/** @param {BenchmarkRounds} rounds */
function describePairs ({ benchmark, head: { values } }) {
  const { scale, format, unit } = findQuantity(benchmark)
  return `${values.length} ${values.length === 1 ? 'pair' : 'pairs'}, difference so far ${format(scale(mean(values)))} ${unit('operation')}`
}

/**
 * Confirms the verdict `slower` or `broken` in two ways: fresh pairs of processes with another seed must agree, and an A/A test must
 * find no difference between two processes of the base. Uses all of its time before it leaves the verdict open.
 *
 * @param {BenchmarkRounds} rounds
 * @param {'slower' | 'broken'} verdict
 * @param {BenchmarkRounds} fresh
 * @param {How & { first: Decided }} how `seconds`: for the confirmation; `first`: what the first pairs decided
 * @returns {Promise<Partial<BenchmarkResult>>}
 */
async function confirm (rounds, verdict, fresh, { first, ...how }) {
  how.onProgress(`looks ${verdict}; measuring fresh pairs of processes to confirm the verdict`)
  const { now = () => performance.now() } = how
  const started = now()
  const question = { ...how.question, falseAlarm: FALSE_CONFIRMATION_RATE }
  const again = await measureUntilDecided(fresh, question, { ...how, controlEvery: 1, awaited: verdict })
  const isConfirmed = again.verdict === verdict
  const countSeconds = () => (now() - started) / 1000
  const hasTime = () => countSeconds() * (fresh.head.values.length + 1) / fresh.head.values.length <= how.seconds
  if (isConfirmed && isDisturbed([rounds, fresh], how.margin)) while (hasTime()) await fresh.measure({ withControl: true })
  // Pairs that do not agree leave open what both say.
  const bounds = isConfirmed
    ? { ...first.bounds, low: Math.min(first.bounds.low, again.bounds.low) }
    : { low: again.bounds.low, high: Math.max(again.bounds.high, first.bounds.low) }
  const spent = first.spent + countSeconds()
  const summary = summarize(rounds, isConfirmed ? verdict : 'undecided', { ...how, bounds, spent, given: Math.max(first.given, spent) }, fresh)
  if (isConfirmed && !summary.disturbed) return summary
  return { ...summary, verdict: 'undecided', reason: `The first pairs looked ${verdict}, but ${explainDoubt(isConfirmed, fresh, how.question)}.` }
}

/** @param {boolean} isConfirmed @param {BenchmarkRounds} fresh @param {Question} question */
function explainDoubt (isConfirmed, fresh, { bound }) {
  if (isConfirmed) return 'two processes of the base differ too'
  return mean(fresh.head.values) > bound ? 'the fresh pairs, which point the same way, are too few' : 'fresh pairs did not confirm this'
}

/** @param {BenchmarkRounds[]} measured @param {number} margin @returns {boolean} true if two processes of the base differ */
function isDisturbed (measured, margin) {
  return doBaseProcessesDiffer(measured.flatMap((one) => one.control.values), findNoisier(measured.map((one) => one.controlPrior)), margin)
}

/**
 * @param {BenchmarkRounds} rounds
 * @param {BenchmarkResult['verdict']} verdict
 * @param {Pick<How, 'question' | 'margin'> & Omit<Decided, 'verdict'>} how `bounds`: what the verdict rests on
 * @param {BenchmarkRounds} [fresh] of a confirmation
 * @returns {Partial<BenchmarkResult>}
 */
function summarize (rounds, verdict, { question, margin, bounds, spent, given }, fresh) {
  const measured = fresh ? [rounds, fresh] : [rounds]
  const values = measured.flatMap(({ head }) => head.values)
  // a quiet first measurement must not make the interval too narrow for a noisy second one
  const prior = findNoisier(measured.map((one) => one.prior))
  const { timing } = rounds.session
  const { scale } = findQuantity(rounds.benchmark)
  const [low, high] = fitIntervalToVerdict(computeDifferenceInterval(values, prior), /** @type {any} */ (verdict), bounds)
  return {
    verdict,
    difference: scale(mean(values)),
    interval: [scale(low), scale(high)],
    atMost: verdict === 'not slower' ? scale(bounds.high) : null,
    costs: findMedians(measured.flatMap((one) => one.costs)),
    collections: findMedians(measured.flatMap((one) => one.collections)),
    beside: findMedians(measured.flatMap((one) => one.beside)),
    timing: timing ? { clock: timing.clock, pins: timing.pins } : null,
    disturbed: isDisturbed(measured, margin),
    pairs: values.length,
    values: rounds.head.values,
    control: rounds.control.values,
    confirmation: fresh ? { seed: fresh.session.seed, values: fresh.head.values, control: fresh.control.values } : null,
    forecast: verdict === 'undecided' ? forecast(values, prior, { question, scale, spent, given }) : null,
  }
}

/**
 * @param {number[]} values
 * @param {Prior} prior
 * @param {{ question: Question, scale: (value: number) => number } & Pick<Decided, 'spent' | 'given'>} how
 * @returns {BenchmarkResult['forecast']}
 */
function forecast (values, prior, { question, scale, spent, given }) {
  const { pairs, visible } = forecastPairsNeeded(values, prior, question)
  // The first pairs of a red verdict leave time for its confirmation.
  const share = mean(values) > question.bound ? BEFORE_CONFIRMATION.seconds : 1
  const seconds = pairs && Math.ceil(Math.max(pairs * spent / values.length / share, LONGER * given))
  return { pairs, visible: visible === null ? null : scale(visible), seconds }
}

/** @param {{ base: number, head: number }[]} rounds @returns {{ base: number, head: number } | null} null for none */
function findMedians (rounds) {
  if (rounds.length === 0) return null
  const findMedian = (/** @type {'base' | 'head'} */ role) => Number(median(rounds.map((one) => one[role])).toPrecision(4))
  return { base: findMedian('base'), head: findMedian('head') }
}

/** @param {Prior[]} priors */
const findNoisier = (priors) => priors.toSorted((a, b) => b.sd - a.sd)[0]
