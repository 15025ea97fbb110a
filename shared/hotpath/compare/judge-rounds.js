import { roundToDecimals } from '../measure/figures.js'
import { mean, median } from '../stats/sample.js'
import { FALSE_CONFIRMATION, MAX_PAIRS, forecastPairs, computeInterval, isDisturbed, judgePairs } from './rule.js'

/**
 * @import { BenchmarkResult } from './result.js'
 * @import { Rounds } from './rounds.js'
 * @import { Question } from './rule.js'
 */

/**
 * @typedef {object} How
 * @property {number} seconds for this benchmark; a red verdict is confirmed within half of that again
 * @property {Question} question
 * @property {number} margin of the values; an A/A test within a quarter of it disturbs nothing
 * @property {(text: string) => void} onProgress
 * @property {() => number} [now] clock in ms
 */

/** A round with a control costs half as much again, so only every second one has it. Figures: docs/decisions/063 */
const CONTROL_EVERY = 2

/** Share of a benchmark's seconds in which a red verdict is confirmed. */
const CONFIRMATION_SHARE = 0.5

/** Least seconds of a confirmation: a verdict may be clear after two pairs, and the confirmation takes as many. */
const LEAST_CONFIRMATION_SECONDS = 4

/**
 * Measures rounds until they decide; a red verdict is confirmed by fresh ones.
 *
 * @param {Rounds} rounds
 * @param {() => Promise<Rounds>} createFresh
 * @param {How} how
 * @returns {Promise<Partial<BenchmarkResult>>}
 */
export async function judgeRounds (rounds, createFresh, how) {
  const verdict = await measureUntilDecided(rounds, how.question, { ...how, controlEvery: CONTROL_EVERY })
  if (verdict !== 'slower' && verdict !== 'broken') return summarize(rounds, verdict, how)
  return confirm(rounds, verdict, await createFresh(), how)
}

/**
 * Measures rounds until the rule decides or the time is over.
 *
 * @param {Rounds} rounds
 * @param {Question} question
 * @param {Pick<How, 'seconds' | 'onProgress' | 'now'> & { controlEvery: number }} how
 */
async function measureUntilDecided (rounds, question, { seconds, controlEvery, onProgress, now = () => performance.now() }) {
  const started = now()
  for (let pairs = 0; ;) {
    await rounds.measure({ withControl: pairs % controlEvery === 0 })
    pairs++
    const spent = (now() - started) / 1000
    // The next round is expected to take as long as the rounds before it.
    const isLast = pairs >= MAX_PAIRS || spent * (pairs + 1) / pairs > seconds
    const verdict = judgePairs(rounds.head.values, rounds.prior, question, isLast)
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
  // Fresh pairs give the figures, because the pairs that led to a red verdict exaggerate.
  const judged = fresh ?? rounds
  const { values } = judged.head
  const isHeap = rounds.benchmark.kind === 'heap'
  const scale = (/** @type {number} */ value) => isHeap ? roundToDecimals(value, 2) : roundToDecimals(Math.exp(value), 4)
  const [low, high] = computeInterval(values, judged.prior)
  const forecast = verdict === 'undecided' ? forecastPairs(rounds.head.values, rounds.prior, question) : null
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
    forecast: forecast && { pairs: forecast.pairs, visible: forecast.visible === null ? null : scale(forecast.visible) },
  }
}
