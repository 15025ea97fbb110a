import { serializer } from '@hotpath-labs/engine/worker/index.cjs'
import { cutText, findAnswerDifference, findFirstDifference, formatThrownError, formatSerializedValue } from '@hotpath-labs/engine/answers.js'
import { listVariants } from '../plans.js'

/**
 * @import { Arbitrary } from 'fast-check'
 * @import { Outcome } from '@hotpath-labs/engine/answers.js'
 * @import { FunctionManifest } from '../manifest.js'
 * @import { Oracle } from '../report/result-schema.js'
 * @import { Trial } from '../measure/trial.js'
 */

/** Time limit in ms of the search for a smaller input with a wrong answer. */
const LIMIT_MS = 1000

/**
 * Searches for a smaller input with a wrong answer, starting from a random input with a wrong answer.
 *
 * @template T
 * @param {typeof import('fast-check').default} fc
 * @param {Arbitrary<T>} arbitrary
 * @param {{ seed: number, numRuns: number }} how seed and size of the random draw
 * @param {string} found description of the first case
 * @param {(drawn: T) => Promise<string | undefined>} differenceFor describes a case's difference
 * @returns {Promise<string>} description of the smallest case found
 */
export async function findSmallerWrongInput (fc, arbitrary, how, found, differenceFor) {
  let smallest = found
  await fc.check(fc.asyncProperty(arbitrary, async (drawn) => {
    const difference = await differenceFor(drawn)
    smallest = difference ?? smallest
    return !difference
  }), { ...how, interruptAfterTimeLimit: LIMIT_MS })
  return smallest
}

/**
 * Number of random inputs per run. About 1 input in 20 is an edge case that fast-check mixes in. Few for a command, because each starts a
 * process.
 */
const INPUTS_PER_RUN = { function: 100, command: 3 }

/** Import of fast-check, started early so that fast-check loads while the measured processes start. */
const loading = import('fast-check')

/**
 * Compares all variants' answers to the lab's random inputs, so that a program with hard-coded answers fails. Checks nothing if the lab
 * declares no random inputs.
 *
 * @param {Trial} trial
 * @param {(variant: string, calls: any) => Promise<Outcome[]>} askVariant answers encoded argument lists
 * @returns {Promise<Oracle>}
 */
export async function compareAnswersToRandomInputs ({ plan, reference, session }, askVariant) {
  const { randomInputs, tolerance } = /** @type {FunctionManifest['workload']} */ (plan.workload)
  if (!randomInputs) return { verdict: 'same', checked: 0, difference: null }
  const { default: fc } = await loading
  const arbitrary = randomInputs(fc)
  const draw = { seed: session.seed, numRuns: plan.lab.manifest.kind === 'command' ? INPUTS_PER_RUN.command : INPUTS_PER_RUN.function }
  const calls = serializer.encode(fc.sample(arbitrary, draw))

  const expected = await askVariant(reference, calls)
  let checked = 0
  for (const variant of listVariants(plan).filter((name) => name !== reference)) {
    const answers = await askVariant(variant, calls)
    const wrong = answers.findIndex((given, index) => describeDifference(calls[index], expected[index], given, tolerance))
    if (wrong < 0) {
      checked += answers.length
      continue
    }
    // searches for smaller arguments that also give a wrong answer, because the error message quotes the arguments
    const found = String(describeDifference(calls[wrong], expected[wrong], answers[wrong], tolerance))
    const difference = await findSmallerWrongInput(fc, arbitrary, draw, found, async (args) => {
      const call = serializer.encode(args)
      const [right] = await askVariant(reference, [call])
      const [given] = await askVariant(variant, [call])
      return describeDifference(call, right, given, tolerance)
    })
    return { verdict: 'different', checked: checked + wrong, difference: `${variant}, ${difference}` }
  }
  return { verdict: 'same', checked, difference: null }
}

/**
 * Describes how a wrong answer differs from the right answer.
 *
 * @param {any[]} call encoded arguments
 * @param {Outcome} right
 * @param {Outcome} given
 * @param {number} tolerance relative
 * @returns {string | undefined} undefined where both are the same
 */
function describeDifference (call, right, given, tolerance) {
  const asked = `for ${formatCall(call)}`
  if (findAnswerDifference(right, given, tolerance)) return `${asked}: expected ${formatOutcome(right)}, got ${formatOutcome(given)}`
  if (findFirstDifference(call, given.after)) return `${asked}: changes its arguments`
}

/** @param {any[]} call encoded arguments @returns {string} the arguments, cut to a length that a message can show */
export function formatCall (call) {
  return cutText(call.map(formatSerializedValue).join(' and '))
}

/** @param {Outcome} outcome */
function formatOutcome (outcome) {
  return outcome.threw === undefined ? formatSerializedValue(outcome.value) : `a ${formatThrownError(outcome)}`
}
