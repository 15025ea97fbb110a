/** @import { Arbitrary } from 'fast-check' */

/** How long to look. */
const SHRINKS_MS = 1000

/**
 * Looks for a smaller case that differs, starting from one that was drawn and does.
 *
 * @template T
 * @param {typeof import('fast-check').default} fc
 * @param {Arbitrary<T>} arbitrary
 * @param {{ seed: number, numRuns: number }} how the one that differs was drawn
 * @param {string} found what was said of it
 * @param {(drawn: T) => Promise<string | undefined>} differenceFor what differs, in words
 * @returns {Promise<string>} what is said of the smallest
 */
export async function shrinkCase (fc, arbitrary, how, found, differenceFor) {
  let told = found
  await fc.check(fc.asyncProperty(arbitrary, async (drawn) => {
    const difference = await differenceFor(drawn)
    told = difference ?? told
    return !difference
  }), { ...how, interruptAfterTimeLimit: SHRINKS_MS })
  return told
}
