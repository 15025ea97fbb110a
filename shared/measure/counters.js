import { CALLS } from '../lab/manifest.js'

/** @typedef {{ name: string, variant: string, expected: number, actual: number, holds: boolean }} Counter */

/**
 * @param {import('../lab/manifest.js').Manifest} manifest
 * @param {(side: string, path: string) => Promise<number>} count calls of the function at `path` in one operation of the side
 * @returns {Promise<Counter[]>}
 */
export async function countAll ({ counters }, count) {
  /** @type {Counter[]} */
  const counted = []
  for (const [name, { counts, atMost, ...expectations }] of Object.entries(counters)) {
    for (const [side, words] of Object.entries(expectations)) {
      const expected = CALLS[/** @type {keyof typeof CALLS} */ (words)] ?? words
      let actual = await count(side, counts)
      // what is kept for some seconds may run out between two of the counted requests; it does not do so twice in a row
      if (words === 'once' && actual !== expected) actual = await count(side, counts)
      counted.push({ name, variant: side, expected, actual, holds: atMost && side !== 'slow' ? actual <= expected : actual === expected })
    }
  }
  return counted
}
