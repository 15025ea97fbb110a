import { roundTo } from '../measure/figures.js'
import { CannotRun, VariantFailure } from '../measure/process/failure.js'
import { mean, median } from '../stats/sample.js'
import { compareAnswers } from './answers.js'
import { formatFailure } from './failure.js'
import { Rounds } from './rounds.js'
import { FALSE_CONFIRMATION, MOST_PAIRS, forecast, intervalOf, isDisturbed, judge } from './rule.js'

/**
 * @import { Benchmark } from './benchmarks.js'
 * @import { BenchmarkResult } from './result.js'
 * @import { Question } from './rule.js'
 * @import { Sides } from './sides/index.js'
 */

/**
 * @typedef {object} How
 * @property {number} seed
 * @property {number} seconds for this benchmark; a red verdict is confirmed within half of that again
 * @property {string[]} flags for Node
 * @property {Question} question
 * @property {number} margin of the values; an A/A test within a quarter of it disturbs nothing
 * @property {(text: string) => void} onProgress
 */

/** A round with a control costs half as much again, so only every second one has it. */
const CONTROL_EVERY = 2

/** Share of a benchmark's seconds in which a red verdict is confirmed. */
const CONFIRMATION_SHARE = 0.5

/** Least seconds of a confirmation: a verdict may be clear after two pairs, and the confirmation takes as many. */
const LEAST_CONFIRMATION_SECONDS = 4

/** The next seed, for the fresh pairs of a confirmation. */
const OTHER_SEED = 0x9E3779B9

/**
 * Compares one benchmark: answers first, then time or memory.
 *
 * @param {Benchmark} benchmark
 * @param {Sides} sides
 * @param {How} how
 * @returns {Promise<Partial<BenchmarkResult>>}
 * @throws {Error} a fault of this package
 */
export async function judgeBenchmark (benchmark, sides, how) {
  const started = performance.now()
  const end = (/** @type {Partial<BenchmarkResult>} */ parts) => ({ ...parts, seconds: roundTo((performance.now() - started) / 1000, 2) })
  try {
    how.onProgress('comparing answers')
    const answers = await compareAnswers(benchmark, sides, how)
    const { checked, difference, cannot } = answers
    if (cannot) return end({ verdict: 'cannot run', checked, reason: cannot })
    if (difference) return end({ verdict: 'different answers', checked, reason: difference })
    const rounds = await Rounds.create(benchmark, sides, { ...how, answers })
    const verdict = await measureUntilDecided(rounds, how.question, { ...how, controlEvery: CONTROL_EVERY })
    if (verdict !== 'slower' && verdict !== 'broken') return end({ checked, ...summarize(rounds, verdict, how) })
    const fresh = await Rounds.create(benchmark, sides, { ...how, answers, seed: (how.seed + OTHER_SEED) >>> 0 })
    return end({ checked, ...await confirm(rounds, verdict, fresh, how) })
  } catch (error) {
    return end(describeFailure(error, sides))
  }
}

/** @param {any} error @param {Sides} sides @returns {Partial<BenchmarkResult>} @throws {Error} */
function describeFailure (error, sides) {
  if (error instanceof CannotRun) return { verdict: 'cannot run', reason: `${error.needs} ${error.message}. ${error.mend}` }
  if (!(error instanceof VariantFailure)) throw error
  const side = error.variant === 'head' ? sides.head : sides.base
  const reason = `${side.label} ${formatFailure(error, side.folder)}`
  // the machine's fault, or the base's: then there is nothing to compare the head with
  return error.name !== 'Starved' && error.variant === 'head' ? { verdict: 'failed', reason } : { verdict: 'cannot run', reason }
}

/**
 * Measures rounds until the rule decides or the time is over.
 *
 * @param {Rounds} rounds
 * @param {Question} question
 * @param {{ seconds: number, controlEvery: number, onProgress: (text: string) => void }} how
 */
async function measureUntilDecided (rounds, question, { seconds, controlEvery, onProgress }) {
  const started = performance.now()
  for (let pairs = 0; ;) {
    await rounds.measure({ withControl: pairs % controlEvery === 0 })
    pairs++
    const spent = (performance.now() - started) / 1000
    // the next round takes as long as the others did
    const isLast = pairs >= MOST_PAIRS || spent * (pairs + 1) / pairs > seconds
    const verdict = judge(rounds.head.values, rounds.prior, question, isLast)
    onProgress(describePairs(rounds))
    if (verdict !== 'undecided' || (isLast && pairs > 1)) return verdict
  }
}

/** @param {Rounds} rounds */
function describePairs ({ benchmark, head: { values } }) {
  const difference = benchmark.kind === 'heap' ? `${mean(values).toFixed(0)} bytes` : `${(100 * (Math.exp(mean(values)) - 1)).toFixed(1)} %`
  return `${values.length} ${values.length === 1 ? 'pair' : 'pairs'}, difference so far ${difference}`
}

/**
 * Confirms a red verdict by fresh pairs with another seed, and by the A/A test.
 *
 * @param {Rounds} rounds
 * @param {'slower' | 'broken'} verdict
 * @param {Rounds} fresh
 * @param {How} how
 * @returns {Promise<Partial<BenchmarkResult>>}
 */
async function confirm (rounds, verdict, fresh, how) {
  how.onProgress('looks slower, so fresh pairs are measured')
  const seconds = Math.max(LEAST_CONFIRMATION_SECONDS, CONFIRMATION_SHARE * how.seconds)
  const question = { ...how.question, falseAlarm: FALSE_CONFIRMATION }
  const again = await measureUntilDecided(fresh, question, { ...how, seconds, controlEvery: 1 })
  const summary = summarize(rounds, again === verdict ? verdict : 'undecided', how, fresh)
  if (again === verdict && !summary.disturbed) return summary
  const why = again === verdict ? 'the base differs from itself too' : 'fresh pairs did not confirm it'
  return { ...summary, verdict: 'undecided', reason: `The first pairs looked ${verdict}, but ${why}.` }
}

/**
 * @param {Rounds} rounds
 * @param {BenchmarkResult['verdict']} verdict
 * @param {How} how
 * @param {Rounds} [fresh] of a confirmation
 * @returns {Partial<BenchmarkResult>}
 */
function summarize (rounds, verdict, { question, margin }, fresh) {
  const control = [...rounds.control.values, ...fresh?.control.values ?? []]
  // the first pairs of a red verdict exaggerate: fresh ones were not chosen by their values
  const judged = fresh ?? rounds
  const { values } = judged.head
  const isHeap = rounds.benchmark.kind === 'heap'
  const scale = (/** @type {number} */ value) => isHeap ? roundTo(value, 2) : roundTo(Math.exp(value), 4)
  const [low, high] = intervalOf(values, judged.prior)
  const outlook = verdict === 'undecided' ? forecast(rounds.head.values, rounds.prior, question) : null
  return {
    verdict,
    difference: scale(mean(values)),
    interval: [scale(low), scale(high)],
    costs: Object.fromEntries(['base', 'head'].map((role) =>
      [role, Number(median(rounds.costs.map((one) => one[/** @type {'base' | 'head'} */ (role)])).toPrecision(4))])),
    disturbed: isDisturbed(control, judged.controlPrior, margin),
    pairs: rounds.head.values.length,
    values: rounds.head.values,
    control: rounds.control.values,
    confirmation: fresh ? { seed: fresh.seed, values: fresh.head.values, control: fresh.control.values } : null,
    forecast: outlook && { pairs: outlook.pairs, visible: outlook.visible === null ? null : scale(outlook.visible) },
  }
}
