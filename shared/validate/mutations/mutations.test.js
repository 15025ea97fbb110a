import { existsSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { ROOT } from '@hotpath-labs/lab/project/project.js'
import { ENGINE_MUTATIONS, countMutationMatches } from './mutations.js'

t.test('every mutation applies at one place, and names tests that exist', async (t) => {
  for (const mutation of ENGINE_MUTATIONS) {
    t.equal(countMutationMatches(mutation).places, 1, mutation.fault)
    for (const test of mutation.tests) t.ok(existsSync(join(ROOT, test)), test)
  }
})
