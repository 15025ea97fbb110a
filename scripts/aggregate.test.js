import t from 'tap'
import { findWorstVerdict } from '@hotpath-labs/lab/report/words.js'
import { aggregateResults, aggregateNodeVersionResults, listResultsByNodeVersion } from './results.js'

/** @import { Result } from '@hotpath-labs/lab/report/result-schema.js' */

/** @param {Result['verdict']} verdict @param {number} seconds */
const result = (verdict, seconds) => /** @type {Result} */ (/** @type {unknown} */ ({ verdict, seconds }))

t.test('the worst verdict counts: broken, cannot run, undecided, holds', async (t) => {
  t.equal(findWorstVerdict(['holds', 'undecided']), 'undecided')
  t.equal(findWorstVerdict(['undecided', 'cannot run', 'holds']), 'cannot run')
  t.equal(findWorstVerdict(['cannot run', 'broken', 'holds']), 'broken')
  t.equal(findWorstVerdict([]), 'holds')
})

t.test('seconds add up to hundredths', async (t) => {
  t.same(aggregateResults([result('holds', 0.1), result('holds', 0.2)]), { verdict: 'holds', seconds: 0.3 })
})

t.test('results on several versions of Node are one, and can be listed again', async (t) => {
  const results = [result('holds', 1), result('broken', 2)]
  const all = aggregateNodeVersionResults('cache-queue', results)
  t.same(all, { schema: 3, lab: 'cache-queue', verdict: 'broken', seconds: 3, versions: results })
  t.same(listResultsByNodeVersion(all), results)
  t.same(listResultsByNodeVersion(results[0]), [results[0]])
})
