import serializer from '../../worker/serializer.cjs'
import { answersDiffer, firstDifference, formatError, written } from './values.js'
import { shrinkCase } from './shrink.js'

/**
 * @import { Oracle, Run } from '../run.js'
 * @import { Outcome } from './values.js'
 */

/** How many arguments are drawn for a run: with the edge cases that fast-check puts among them, one in twenty of them is of a kind of its own. */
const DRAWN = 100

/** Loads while the processes start. */
const loading = import('fast-check')

/**
 * @typedef {(variant: string, calls: any) => Promise<Outcome[]>} Answers to encoded argument lists
 */

/**
 * Arguments that are drawn anew for each run, where the lab says of what kind they are: answers to questions that are always the same could be hard-coded.
 *
 * @param {Run} run
 * @param {Answers} answersOf
 * @returns {Promise<Oracle>}
 */
export async function compareRandomInputs (run, answersOf) {
  const { drawn, within } = /** @type {any} */ (run.lab.manifest.workload)
  if (!drawn) return { verdict: 'same', checked: 0, difference: null }
  const { default: fc } = await loading
  const arbitrary = drawn(fc)
  const how = { seed: run.seed, numRuns: DRAWN }
  const calls = serializer.encode(fc.sample(arbitrary, how))

  const expected = await answersOf(run.reference, calls)
  let checked = 0
  for (const variant of Object.keys(run.lab.manifest.ladder).filter((name) => name !== run.reference)) {
    const answers = await answersOf(variant, calls)
    const isRight = (/** @type {any} */ call, /** @type {Outcome} */ right, /** @type {Outcome} */ given) => !differenceOf(call, right, given, within)
    const wrong = answers.findIndex((given, index) => !isRight(calls[index], expected[index], given))
    if (wrong < 0) {
      checked += answers.length
      continue
    }
    // the same arguments again, one by one, and then smaller ones
    const found = String(differenceOf(calls[wrong], expected[wrong], answers[wrong], within))
    const difference = await shrinkCase(fc, arbitrary, how, found, async (args) => {
      const call = serializer.encode(args)
      const [right] = await answersOf(run.reference, [call])
      const [given] = await answersOf(variant, [call])
      return differenceOf(call, right, given, within)
    })
    return { verdict: 'different', checked: checked + wrong, difference: `${variant}, ${difference}` }
  }
  return { verdict: 'same', checked, difference: null }
}

/**
 * @param {any[]} call encoded arguments
 * @param {Outcome} right
 * @param {Outcome} given
 * @param {number} within
 * @returns {string | undefined} what was expected and what came, where that is not the same
 */
function differenceOf (call, right, given, within) {
  const asked = `for ${call.map(written).join(' and ')}`
  if (answersDiffer(right, given, within)) return `${asked}: expected ${formatOutcome(right)}, got ${formatOutcome(given)}`
  if (firstDifference(call, given.after)) return `${asked}: changes its arguments`
}

/** @param {Outcome} outcome */
function formatOutcome (outcome) {
  return outcome.threw === undefined ? written(outcome.value) : `a ${formatError(outcome)}`
}
