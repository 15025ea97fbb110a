import t from 'tap'
import { EXIT_CODES } from '../failures.js'
import { setExitCodeUnlessWorse } from './terminal.js'

t.test('a later, milder outcome does not take the place of a worse one', async (t) => {
  const before = process.exitCode
  t.teardown(() => { process.exitCode = before })
  /** @type {[(keyof typeof EXIT_CODES)[], number][]} */
  const cases = [[['broken', 'undecided'], 1], [['undecided', 'broken'], 1], [['undecided', 'cannot run'], 4], [['cannot run', 'undecided'], 4], [['holds', 'undecided'], 3]]
  for (const [outcomes, code] of cases) {
    process.exitCode = 0
    for (const outcome of outcomes) setExitCodeUnlessWorse(EXIT_CODES[outcome])
    t.equal(process.exitCode, code, outcomes.join(', '))
  }
})
