import { median } from '@hotpath-labs/engine/stats/sample.js'
import { serializer } from '@hotpath-labs/engine/worker/index.cjs'
import { VariantFailure } from '@hotpath-labs/engine/failures.js'
import { findFirstDifference, formatSerializedValue } from '@hotpath-labs/engine/answers.js'

/**
 * @import { FunctionManifest } from '../manifest.js'
 * @import { Processes } from '@hotpath-labs/engine/measure.js'
 * @import { Trial } from '../measure/trial.js'
 */

/** Number of calls in a round of the memoization check: few, so that new arguments stay in a CPU cache like repeated ones. */
const CALLS_PER_ROUND = 8

/**
 * Number of rounds of the memoization check. A function fails only if new arguments are slow in most rounds, because V8 may discard
 * compiled code during a single round: one call then took 386 µs, the next 2 µs.
 */
const ROUNDS = 6

/**
 * Largest allowed cost of a call with new arguments, as a multiple of the cost with repeated arguments. Measured multiples: at most 1.6
 * without a cache (30 processes), 60 with a cache.
 */
const ALLOWED_RATIO = 4

/**
 * Additional time in ns that a call with new arguments may take, because ALLOWED_RATIO alone is too strict for fast functions. A function
 * that only returns its argument took 41 ns with repeated arguments, and 211 ns with new ones.
 */
const ALLOWED_EXTRA_NS = 500

/**
 * Finds functions that cache their answers: such a function takes much longer for new arguments than for repeated ones. Runs after the time
 * measurement, which therefore stays unaffected. Figures: docs/decisions/043
 *
 * @param {Trial} trial
 * @param {Processes} processes
 * @throws {VariantFailure} where new arguments cost far more, or get another answer than the reference's
 */
export async function detectMemoization (trial, processes) {
  const { plan, session } = trial
  const { inputs: draw } = /** @type {FunctionManifest['workload']} */ (plan.workload)
  /** @type {Map<string, { fresh: number, repeated: number }[]>} ns per call, by variant */
  const costs = new Map([...processes.keys()].map((variant) => [variant, []]))
  for (let round = 0; round < ROUNDS; round++) {
    const inputs = serializer.write(drawLists(() => draw(session.random)))
    // times one process after the other, because all processes are still pinned to the same CPU
    for (const [variant, measured] of processes) {
      const { freshNs, repeatedNs } = await measured.ask('fresh', { inputs })
      costs.get(variant)?.push({ fresh: freshNs / CALLS_PER_ROUND, repeated: repeatedNs / CALLS_PER_ROUND })
    }
  }
  await compareFreshAnswers(trial, processes)
  for (const [variant, rounds] of costs) {
    const suspicious = rounds.filter(({ fresh, repeated }) => fresh > ALLOWED_RATIO * repeated + ALLOWED_EXTRA_NS)
    if (suspicious.length > rounds.length / 2) {
      const [repeated, fresh] = /** @type {const} */ (['repeated', 'fresh']).map((cost) => Math.round(median(suspicious.map((round) => round[cost]))))
      throw new VariantFailure('CACHES_ANSWERS', variant, `caches answers: a call takes ${repeated} ns with repeated arguments, and ${fresh} ns with new arguments`)
    }
  }
}

/**
 * Compares the answers to new arguments, or of a command's runs, after the last one: the measured processes touch no answer before.
 *
 * @param {Trial} trial
 * @param {Processes} processes
 * @throws {VariantFailure} where a variant's answers are not those of the reference
 */
export async function compareFreshAnswers ({ plan, reference }, processes) {
  const { tolerance } = /** @type {FunctionManifest['workload']} */ (plan.workload)
  const first = processes.has(reference) ? reference : [...processes.keys()][0]
  const expected = await processes.get(first)?.ask('freshAnswers')
  for (const [variant, measured] of processes) {
    if (variant === first) continue
    const answers = await measured.ask('freshAnswers')
    // commands may have run more or less often while they warmed up
    const length = Math.min(expected.length, answers.length)
    const difference = findFirstDifference(expected.slice(0, length), answers.slice(0, length), tolerance)
    if (!difference) continue
    const [right, given] = [difference.left, difference.right].map(formatSerializedValue)
    throw new VariantFailure('WRONG_ANSWER', variant, `answers ${given} to new arguments; expected ${right}, the answer of ${first}`)
  }
}

/** @param {() => unknown[][]} draw */
function drawLists (draw) {
  /** @type {unknown[][]} */
  const lists = []
  while (lists.length < CALLS_PER_ROUND) lists.push(...draw())
  return lists.slice(0, CALLS_PER_ROUND)
}
