import { EXPECTED_CALLS_BY_LABEL, findServiceCounter } from '../manifest.js'

/**
 * @import { LabPlan } from '../plans.js'
 * @import { Counter } from '../report/result-schema.js'
 */

/**
 * Counts function calls or service events, such as database queries, for each counter and variant that a plan names.
 *
 * @param {LabPlan} plan
 * @param {(side: string, path: string, expected: number) => Promise<number>} count counts calls per operation; `path` names a function or
 *   a module's URL
 * @returns {Promise<Counter[]>}
 */
export async function countCalls ({ lab, counters }, count) {
  /** @type {Counter[]} */
  const counted = []
  for (const [name, { counts, atMost, ...expectations }] of Object.entries(counters)) {
    const path = findServiceCounter(lab.manifest, counts)?.module ?? counts
    for (const [side, words] of Object.entries(expectations)) {
      /** @type {number} */
      const expected = EXPECTED_CALLS_BY_LABEL[/** @type {keyof typeof EXPECTED_CALLS_BY_LABEL} */ (words)] ?? words
      let actual = await count(side, path, expected)
      // counts again: a cache may expire during one count and cause a call, but not during two counts in a row
      if (words === 'once' && actual !== expected) actual = await count(side, path, expected)
      counted.push({ name, variant: side, expected, actual, holds: atMost && side !== 'slow' ? actual <= expected : actual === expected })
    }
  }
  return counted
}
