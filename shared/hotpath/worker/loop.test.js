import t from 'tap'
import { loopFor } from './loop.cjs'

t.test('every call is made, each with the next input, and its answer is kept', async (t) => {
  for (const inputs of [[[1], [2], [3]], [[1, 0], [2, 0], [3, 0]], [[1, 0, 0], [2, 0, 0], [3, 0, 0]]]) {
    /** @type {any[]} */
    const given = []
    /** @type {any[]} */
    const results = []
    loopFor(inputs)((/** @type {any[]} */ ...args) => { given.push(args); return given.length }, inputs, results, 5)
    t.same(given, [inputs[0], inputs[1], inputs[2], inputs[0], inputs[1]])
    t.same(results, [4, 5, 3])
  }
})
