import t from 'tap'
import { chooseLoop } from './loop.cjs'

t.test('makes every call with the next input and keeps its answer', async (t) => {
  for (const inputs of [[[1], [2], [3]], [[1, 0], [2, 0], [3, 0]], [[1, 0, 0], [2, 0, 0], [3, 0, 0]]]) {
    /** @type {any[]} */
    const given = []
    /** @type {any[]} */
    const results = []
    chooseLoop(inputs)((...args) => { given.push(args); return given.length }, inputs, results, 5)
    t.same(given, [inputs[0], inputs[1], inputs[2], inputs[0], inputs[1]])
    t.same(results, [4, 5, 3])
  }
})
