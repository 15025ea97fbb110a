import { measure } from '@hotpath-labs/engine/measure.js'
import { mean, median } from '@hotpath-labs/engine/stats/sample.js'
import { ROLES } from './machine.js'
import { MeasuredPairs } from './measured-pairs.js'
import {
  FALSE_CONFIRMATION_RATE, computeDifferenceInterval, doBaseProcessesDiffer, findDecidingBounds, findErrorRateShare, fitIntervalToVerdict,
  forecastPairsNeeded, judgeMeasuredPairs, planAnalysis,
} from './rule.js'

/**
 * @import { Plan } from '@hotpath-labs/engine/measure.js'
 * @import { Prior } from '@hotpath-labs/engine/stats/rule.js'
 * @import { ComparedMachine } from './measured-pairs.js'
 * @import { Compared } from './quantity.js'
 * @import { BenchmarkResult } from './result.js'
 * @import { Analysis, Bounds, Question } from './rule.js'
 */

/**
 * @typedef {object} How
 * @property {number} seed
 * @property {number} seconds for this benchmark; the confirmation of a verdict has its own time in addition
 * @property {number} [mostSeconds] for both; without it, a benchmark whose pairs are slow gets the time of SLOW_PAIRS pairs
 * @property {Question} question
 * @property {number} margin of the values; an A/A test may differ by a quarter of the margin
 * @property {(text: string) => void} onProgress
 * @property {(mostSeconds: number, pairSeconds: number) => void} [onSlowPairs] is called where the first pair is so slow that the benchmark
 *   takes longer
 */

/** A second base process, the control, runs only in every second pair, because it lengthens a pair by half: docs/decisions/063 */
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

/** Added to the seed of the measurement that confirms a verdict: its random numbers must differ from the first measurement's. */
const OTHER_SEED = 0x9E3779B9

/** Says what the pairs of a red verdict showed, for a report that must leave the verdict open. */
export const RED_SIGNS = { slower: 'showed a slowdown', broken: 'showed less than you asked for' }

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
export class Schedule {
  /** share of the error that a red verdict has left, once the analysis before the confirmation is over @type {number | undefined} */
  #redLeft

  /** @param {{ seconds: number, leavesTime: boolean }} how `leavesTime`: for a confirmation */
  constructor ({ seconds, leavesTime }) {
    this.seconds = seconds
    this.leavesTime = leavesTime
  }

  /** @param {MeasuredPairs} measured @returns {Analysis} of the pairs so far */
  plan (measured) {
    const { pairs } = measured
    const usual = planAnalysis(pairs, measured.isOver(this.seconds))
    if (this.#redLeft !== undefined) return { ...usual, red: usual.isLast ? this.#redLeft : 0 }
    if (usual.isLast || !this.leavesTime || !measured.isOver(BEFORE_CONFIRMATION.seconds * this.seconds)) return usual
    const left = findErrorRateShare(pairs, true)
    this.#redLeft = (1 - BEFORE_CONFIRMATION.error) * left
    return { ...usual, red: BEFORE_CONFIRMATION.error * left }
  }
}

/**
 * Measures a benchmark, and a second time if that must confirm the verdict.
 *
 * @param {Compared & { title: string }} benchmark
 * @param {(seed: number) => Promise<ComparedMachine>} openMachine
 * @param {How} how
 * @returns {Promise<Partial<BenchmarkResult>>}
 */
export async function measureAndConfirmVerdict (benchmark, openMachine, how) {
  const judging = judgePairs(benchmark, how)
  let step = judging.next()
  while (!step.done) {
    const measured = step.value
    const { seed, controlEvery, quantity: { metric } } = measured
    const machine = await openMachine(seed)
    measured.machine = machine
    /** asks no question of the engine's rule, because `judgePairs` judges the figures of each pair @type {Plan} */
    const plan = {
      seed,
      sides: ROLES,
      questions: ['head', 'control'].map((side) => ({ id: side, slower: side, faster: 'base', metric })),
      isAsked: ({ question: { id } }, { pairs }) => id === 'head' || pairs % controlEvery === 0,
      stop: { seconds: Infinity, mostPairs: Infinity, isDone: () => step.value !== measured },
    }
    for await (const event of measure(plan, machine)) {
      if (event.type !== 'pair') continue
      measured.add(event)
      step = judging.next()
    }
  }
  return step.value
}

/**
 * @typedef {object} Decided
 * @property {BenchmarkResult['verdict']} verdict
 * @property {number} spent seconds
 * @property {number} given seconds: more than the benchmark's own where its pairs are slow
 * @property {Bounds} bounds
 */

/**
 * Judges pairs of base and head until there is a verdict. `slower` or `broken` must be confirmed in two ways: fresh pairs of processes with
 * another seed must agree, and an A/A test must find no difference between two processes of the base. A confirmation uses all of its time
 * before it leaves the verdict open.
 *
 * @param {Compared & { title: string }} benchmark
 * @param {How} how
 * @returns {Generator<MeasuredPairs, Partial<BenchmarkResult>, void>} yields the measurement that needs one more pair
 */
export function * judgePairs (benchmark, how) {
  const measured = new MeasuredPairs(benchmark, how.seed, CONTROL_EVERY)
  const first = yield * awaitDecision(measured, how)
  const { verdict } = first
  if (verdict !== 'slower' && verdict !== 'broken') return summarize([measured], verdict, { ...how, ...first })
  how.onProgress(`the first pairs ${RED_SIGNS[verdict]}; measuring fresh pairs of processes to confirm this`)
  const fresh = new MeasuredPairs(benchmark, (how.seed + OTHER_SEED) >>> 0, 1)
  const both = [measured, fresh]
  const seconds = findConfirmationSeconds(how, first.spent)
  const question = { ...how.question, falseAlarm: FALSE_CONFIRMATION_RATE }
  const again = yield * awaitDecision(fresh, { ...how, seconds, question, awaited: verdict })
  const isConfirmed = again.verdict === verdict
  if (isConfirmed && isDisturbed(both, how.margin)) while (!fresh.isOver(seconds)) yield fresh
  // Pairs that do not agree leave open what both say.
  const bounds = isConfirmed
    ? { ...first.bounds, low: Math.min(first.bounds.low, again.bounds.low) }
    : { low: again.bounds.low, high: Math.max(again.bounds.high, first.bounds.low) }
  const spent = first.spent + fresh.spent
  const summary = summarize(both, isConfirmed ? verdict : 'undecided', { ...how, bounds, spent, given: Math.max(first.given, spent) })
  if (isConfirmed && !summary.disturbed) return summary
  const doubt = explainDoubt(isConfirmed, fresh, how.question)
  return { ...summary, verdict: 'undecided', reason: `The first pairs ${RED_SIGNS[verdict]}, ${doubt}.` }
}

/**
 * Asks for pairs until the decision rule gives a verdict or the time limit is reached.
 *
 * @param {MeasuredPairs} measured
 * @param {How & { awaited?: Decided['verdict'] }} how `awaited`: by a confirmation, which only this verdict ends early
 * @returns {Generator<MeasuredPairs, Decided, void>}
 */
function * awaitDecision (measured, { question, awaited, ...how }) {
  const { mostSeconds, onProgress, onSlowPairs } = how
  const { head, quantity: { scale, format, unit } } = measured
  const schedule = new Schedule({ seconds: how.seconds, leavesTime: !awaited && Number.isFinite(mostSeconds) })
  let most = findMostSeconds(how)
  for (;;) {
    yield measured
    const { pairs, spent } = measured
    if (pairs === 1 && !awaited) {
      if (mostSeconds === undefined) schedule.seconds = Math.max(how.seconds, SLOW_PAIRS * spent)
      const slowMost = findMostSeconds(how, spent)
      if (slowMost > KEPT * most) onSlowPairs?.(slowMost, spent)
      most = slowMost
    }
    const analysis = schedule.plan(measured)
    const { values, prior } = head
    const verdict = judgeMeasuredPairs(values, prior, question, analysis)
    const soFar = `${pairs} ${pairs === 1 ? 'pair' : 'pairs'}, difference so far ${format(scale(mean(values)))} ${unit('operation')}`
    onProgress(`${soFar}${awaited ? '' : `, ${Math.round(spent)} of at most ${Math.ceil(most)} s`}`)
    const isDecided = awaited ? verdict === awaited : verdict !== 'undecided'
    if (!isDecided && !analysis.isLast) continue
    return { verdict, spent, given: schedule.seconds, bounds: findDecidingBounds(values, prior, question, analysis) }
  }
}

/** @param {boolean} isConfirmed @param {MeasuredPairs} fresh @param {Question} question */
function explainDoubt (isConfirmed, fresh, { bound }) {
  // the report says that two processes of the base differ
  if (isConfirmed) return 'and so did fresh pairs'
  const pointsAlike = mean(fresh.head.values) > bound
  return pointsAlike ? 'but the fresh pairs, which point the same way, are too few' : 'but fresh pairs did not confirm this'
}

/** @param {MeasuredPairs[]} measured @param {number} margin @returns {boolean} true if two processes of the base differ */
function isDisturbed (measured, margin) {
  const controls = measured.map(({ control }) => control)
  return doBaseProcessesDiffer(controls.flatMap(({ values }) => values), findNoisier(controls.map(({ prior }) => prior)), margin)
}

/**
 * @param {MeasuredPairs[]} measured the first pairs, and those of a confirmation
 * @param {BenchmarkResult['verdict']} verdict
 * @param {Pick<How, 'question' | 'margin'> & Omit<Decided, 'verdict'>} how `bounds`: what the verdict rests on
 * @returns {Partial<BenchmarkResult>}
 */
function summarize (measured, verdict, { question, margin, bounds, spent, given }) {
  const [first, fresh] = measured
  const values = measured.flatMap(({ head }) => head.values)
  // a quiet first measurement must not make the interval too narrow for a noisy second one
  const prior = findNoisier(measured.map(({ head }) => head.prior))
  const { machine: { session: { timing } = {} }, quantity: { scale } } = first
  const [low, high] = fitIntervalToVerdict(computeDifferenceInterval(values, prior), /** @type {any} */ (verdict), bounds)
  return {
    verdict,
    difference: scale(mean(values)),
    interval: [scale(low), scale(high)],
    atMost: verdict === 'not slower' ? scale(bounds.high) : null,
    costs: findMedians(measured.flatMap((one) => one.costs)),
    collections: findMedians(measured.flatMap((one) => one.collections)),
    beside: findMedians(measured.flatMap((one) => one.beside)),
    timing: timing ?? null,
    disturbed: isDisturbed(measured, margin),
    pairs: values.length,
    assumedNoise: prior.sd,
    values: first.head.values,
    control: first.control.values,
    confirmation: fresh ? { seed: fresh.seed, values: fresh.head.values, control: fresh.control.values } : null,
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

/** @param {{ base: number, head: number }[]} pairs @returns {{ base: number, head: number } | null} null for none */
function findMedians (pairs) {
  if (pairs.length === 0) return null
  const findMedian = (/** @type {'base' | 'head'} */ role) => Number(median(pairs.map((one) => one[role])).toPrecision(4))
  return { base: findMedian('base'), head: findMedian('head') }
}

/** @param {Prior[]} priors */
const findNoisier = (priors) => priors.toSorted((a, b) => b.sd - a.sd)[0]
