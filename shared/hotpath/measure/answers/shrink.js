/** @import { Arbitrary } from 'fast-check' */

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
