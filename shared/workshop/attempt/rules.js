import { findExpectedCallCount } from 'hotpath/lab'
import { formatCounters } from 'hotpath/report'
import { ATTEMPT_VARIANT_NAME, makeLabVersionsForAttempt } from './attempt.js'

/** Fields of a manifest that limit the age of an answer, and when they apply. */
const AGES = /** @type {const} */ ([['maxAgeMs', ''], ['maxAgeUnderLoadMs', ' while requests keep coming']])

/**
 * Lists what a lab asks of an attendee's file besides right answers: the age of its answers, and how often it makes a counted call.
 *
 * @param {import('hotpath/lab').Lab} lab
 * @param {string} [subject] words for the attendee's program
 * @returns {string[]} sentences
 */
export function listAttemptRules (lab, subject = 'your program') {
  const [stage] = makeLabVersionsForAttempt(lab, '')
  if (!stage) return []
  /** @type {any} */
  const manifest = { ...stage.manifest, variants: { [ATTEMPT_VARIANT_NAME]: subject } }
  const counters = Object.keys(manifest.counters).flatMap((name) => {
    const actual = findExpectedCallCount(manifest, name, ATTEMPT_VARIANT_NAME)
    return actual === undefined ? [] : [{ name, variant: ATTEMPT_VARIANT_NAME, actual, expected: actual, holds: true }]
  })
  return [
    ...AGES.flatMap(([field, when]) => {
      const ms = manifest[field]?.[ATTEMPT_VARIANT_NAME]
      return ms === undefined ? [] : [ms === 0 ? `an answer is never older than its request${when}` : `an answer is at most ${ms} ms old${when}`]
    }),
    ...formatCounters(counters, manifest, { isRule: true }),
  ]
}
