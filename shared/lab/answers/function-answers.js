import { serializer } from '@hotpath-labs/engine/worker/index.cjs'
import { settleAllOrThrow } from '@hotpath-labs/engine/process/measured-process.js'
import { createRandom } from '@hotpath-labs/engine/stats/random.js'
import { findAnswerDifference, findFirstDifference, formatThrownError, formatSerializedValue } from '@hotpath-labs/engine/answers.js'
import { listVariants } from '../plans.js'
import { countCalls } from './counters.js'
import { compareAnswersToRandomInputs, formatCall } from './random.js'

/**
 * @import { Counter, Oracle } from '../report/result-schema.js'
 * @import { FunctionManifest } from '../manifest.js'
 * @import { Processes } from '@hotpath-labs/engine/measure.js'
 * @import { Random } from '@hotpath-labs/engine/stats/random.js'
 * @import { MeasuredProcess } from '@hotpath-labs/engine/process/measured-process.js'
 * @import { FunctionSubject } from '@hotpath-labs/engine/subjects/function.js'
 * @import { Trial } from '../measure/trial.js'
 * @import { Outcome } from '@hotpath-labs/engine/answers.js'
 */

/** Number of calls of a variant's function while a counter runs, such as of `JSON.stringify` calls: few, because counts have no noise. */
const COUNTED_CALLS = 20

/**
 * Calls of a variant in series whose last answers are checked, as a function may answer wrongly only after many calls. While a variant is
 * timed, no answer is looked at: docs/decisions/070
 */
const REPLAY = { series: 100, mostCalls: 10_000, mostMs: 50 }

/**
 * Compares all variants' answers to the lab's inputs, edge cases and random inputs, and counts calls. Runs in a process that is never
 * timed: after edge cases such as arrays with holes, a function was up to 17 times slower.
 *
 * @param {Trial} trial
 * @param {Processes} inspectors one for all variants, or one for each, which then answer at the same time, as commands can
 * @returns {Promise<{ oracle: Oracle, counters: Counter[] }>}
 */
export async function checkFunctionAnswers (trial, inspectors) {
  const { plan, reference, session } = trial
  const { inputs: draw, edgeCases, tolerance } = /** @type {FunctionManifest['workload']} */ (plan.workload)
  /** @type {[string, unknown[]][]} */
  const inputs = draw(createRandom(session.seed)).map((args, index) => [`input ${index + 1}`, args])
  const named = [...Object.entries(edgeCases), ...inputs]
  const calls = serializer.encode(named.map(([, args]) => args))
  const [shared] = inspectors.values()
  const askVariant = async (/** @type {string} */ variant, /** @type {unknown} */ calls, sameArrays = false) => {
    const inspector = inspectors.get(variant) ?? shared
    inspector.variant = variant
    await inspector.ask('load', { file: plan.programs[variant].file })
    return inspector.ask('answers', { calls, sameArrays })
  }

  const askAtOnce = async (/** @type {string} */ variant) => /** @type {const} */ ([variant, await askVariant(variant, calls)])
  const atOnce = new Map(inspectors.size > 1 ? await settleAllOrThrow(listVariants(plan).map(askAtOnce)) : [])
  const expected = atOnce.get(reference) ?? await askVariant(reference, calls)
  let checked = 0
  for (const variant of listVariants(plan)) {
    const answers = variant === reference ? expected : atOnce.get(variant) ?? await askVariant(variant, calls)
    for (const [call, [name]] of named.entries()) {
      const different = findAnswerDifference(expected[call], answers[call], tolerance)
      const changed = findFirstDifference(calls[call], answers[call].after)
      const difference = different
        ? formatDifference([reference, expected[call]], [variant, answers[call]], different)
        : changed && `: ${variant} changes its arguments at ${changed.path.slice(1)}`
      if (difference) {
        const found = `${name}${difference} (input: ${formatCall(calls[call])})`
        // a random input is smaller than the lab's own, because fast-check shrinks it
        const drawn = name in edgeCases ? undefined : await compareAnswersToRandomInputs(trial, askVariant)
        return { oracle: { verdict: 'different', checked, difference: drawn?.difference ?? found }, counters: [] }
      }
      checked++
    }
    // a command keeps nothing from run to run
    if (plan.lab.manifest.kind === 'command') continue
    // an answer that is kept by the identity of an array is wrong once the array has other items
    const again = variant === reference ? expected : await askVariant(variant, calls, true)
    for (const [call, [name]] of named.entries()) {
      const stale = findAnswerDifference(expected[call], again[call], tolerance)
      if (!stale) continue
      const shown = formatDifference([reference, expected[call]], [variant, again[call]], stale)
      const difference = `${name}, in an array that had other items in the call before${shown}`
      return { oracle: { verdict: 'different', checked, difference }, counters: [] }
    }
    await /** @type {FunctionSubject} */ (trial.subject).giveInputs(session, shared)
    await shared.ask('replay', { lengths: drawSeriesLengths(createRandom(session.seed)), mostMs: REPLAY.mostMs })
  }
  const drawn = await compareAnswersToRandomInputs(trial, askVariant)
  const oracle = { ...drawn, checked: checked + drawn.checked }
  if (drawn.verdict === 'different') return { oracle, counters: [] }
  return { oracle, counters: await countCalls(plan, (side, path) => countFunctionCalls(trial, shared, side, path)) }
}

/** @param {Random} random @returns {number[]} of calls, as many short series as long ones */
function drawSeriesLengths (random) {
  return Array.from({ length: REPLAY.series }, () => Math.round(REPLAY.mostCalls ** random()))
}

/**
 * @param {Trial} trial
 * @param {MeasuredProcess} inspector
 * @param {string} side
 * @param {string} path of the function to count
 * @returns {Promise<number>} its calls in one operation
 */
async function countFunctionCalls ({ plan, session, subject }, inspector, side, path) {
  inspector.variant = side
  await inspector.ask('load', { file: plan.programs[side].file })
  await /** @type {FunctionSubject} */ (subject).giveInputs(session, inspector)
  const { calls } = await inspector.ask('count', { path, operations: COUNTED_CALLS })
  return calls / COUNTED_CALLS
}

/**
 * @param {[string, Outcome]} reference name and outcome
 * @param {[string, Outcome]} other
 * @param {{ path: string, left: any, right: any }} difference within their answers
 */
function formatDifference ([reference, right], [variant, given], { path, left, right: different }) {
  // a command that fails says why on stderr
  const why = path === '.code' && different && given.stack ? ` (${given.stack.match(/^\w*Error\b.*/m)?.[0] ?? given.stack.trim().split('\n')[0]})` : ''
  const at = path && `, at ${path.slice(1)}`
  if (right.threw === given.threw) return `${at}: ${reference} answers ${formatSerializedValue(left)}, ${variant} answers ${formatSerializedValue(different)}${why}`
  const describe = (/** @type {Outcome} */ outcome) =>
    outcome.threw === undefined ? `answers ${formatSerializedValue(outcome.value)}` : `throws ${formatThrownError(outcome)}`
  return `: ${reference} ${describe(right)}, ${variant} ${describe(given)}`
}
