import { settleAllOrThrow } from '@hotpath-labs/engine/process/measured-process.js'
import { EXPECTED_CALLS_BY_LABEL, findServiceCounter, listExpectedCounts } from '../manifest.js'

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
 * @param {(side: string) => boolean} [isBeside] true for a side in a process of its own that may be counted beside other such sides. They
 *   are counted before the rest, which is counted one by one
 * @returns {Promise<Counter[]>}
 */
export async function countCalls ({ lab, counters }, count, isBeside = () => false) {
  const jobs = Object.entries(counters).flatMap(([name, counter]) => {
    const { counts, atMost } = counter
    const path = findServiceCounter(lab.manifest, counts)?.module ?? counts
    return Object.entries(listExpectedCounts(counter)).map(([side, words]) => ({ name, side, words, path, atMost }))
  })
  /** @type {Map<typeof jobs[number], Counter>} */
  const counted = new Map()
  const countInTurn = async (/** @type {typeof jobs} */ some) => {
    for (const job of some) {
      const { name, side, words, path, atMost } = job
      /** @type {number} */
      const expected = EXPECTED_CALLS_BY_LABEL[/** @type {keyof typeof EXPECTED_CALLS_BY_LABEL} */ (words)] ?? words
      let actual = await count(side, path, expected)
      // counts again: a cache may expire during one count and cause a call, but not during two counts in a row
      if (words === 'once' && actual !== expected) actual = await count(side, path, expected)
      counted.set(job, { name, variant: side, expected, actual, holds: atMost && side !== 'slow' ? actual <= expected : actual === expected })
    }
  }
  const beside = new Set(jobs.map(({ side }) => side).filter(isBeside))
  await settleAllOrThrow([...beside].map((of) => countInTurn(jobs.filter(({ side }) => side === of))))
  await countInTurn(jobs.filter(({ side }) => !beside.has(side)))
  return jobs.map((job) => /** @type {Counter} */ (counted.get(job)))
}
