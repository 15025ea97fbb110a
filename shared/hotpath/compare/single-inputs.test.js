import t from 'tap'
import { pickSlowInputs } from './single-inputs.js'

t.test('an input is named by times that no stolen CPU changes', async (t) => {
  const base = [[10, 900], [11, 900], [4000, 900], [10, 900], [10, 900]]
  const head = [[800, 900], [820, 9000], [9000, 9000], [810, 9000], [800, 9000]]
  t.same(pickSlowInputs(base, head), [{ input: 1, times: 80 }])
  t.same(pickSlowInputs(head, base), [], 'nor is a faster one')
})
