import t from 'tap'
import { tried } from './trial.js'

t.test('the engine finds twice the work, with a core busy beside it', async (t) => {
  const { verdict, values } = await tried({ kind: 'function', noise: 'one busy', ratio: 2, floor: 1, seed: 1, seconds: 60 })
  t.equal(verdict, 'holds')
  t.ok(values.every((value) => value > 0), 'in every pair')
})
