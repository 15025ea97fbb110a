import t from 'tap'
import { judgeLabWithKnownRatio } from '@hotpath-labs/validate/trial.js'

t.test('the engine finds twice the work, with a core busy beside it', async (t) => {
  const { verdict, values, spreads } = await judgeLabWithKnownRatio({ kind: 'function', noise: 'one busy', ratio: 2, atLeast: 1, seed: 1, seconds: 60 })
  t.equal(verdict, 'holds')
  t.ok(values.length >= 2, 'of a pair nothing can be said')
  t.equal(spreads.length, values.length, 'each with its standard error')
})
