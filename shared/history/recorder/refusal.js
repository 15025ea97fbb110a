/** @import { Failure } from 'hotpath/failures' */
/** @import { Result } from 'hotpath/measure' */

/**
 * Finds the reason why a lab's measurement cannot be recorded: a program failed, two programs answered differently, or a program made a
 * counted call more or less often than the lab expects.
 *
 * @param {Result} result
 * @returns {Failure | undefined} undefined if it can be recorded
 */
export function findReasonNotToRecord ({ failure, oracle, counters }) {
  if (failure) return failure
  if (oracle?.verdict === 'different') return { code: 'WRONG_ANSWER', part: 'a variant', what: `answers wrongly: ${oracle.difference}`, advice: '', stderr: '' }
  const wrong = counters.find(({ holds }) => !holds)
  if (!wrong) return
  const { name, variant, actual, expected } = wrong
  return { code: 'WRONG_COUNT', part: variant, what: `has a wrong count: ${name} is ${actual}, expected ${expected}`, advice: '', stderr: '' }
}
