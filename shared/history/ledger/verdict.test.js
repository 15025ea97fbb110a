import t from 'tap'
import { judgementOf } from './verdict.js'

/** @param {Record<number, number>} ratios by Node @returns {any} */
const read = (ratios) => Object.entries(ratios).map(([node, ratio]) => ({ node: Number(node), ratio, interval: [ratio / 1.1, ratio * 1.1], runs: 3, processors: ['some'] }))

const claim = /** @type {any} */ ({ id: 'it', faster: 'fast', than: 'slow', metric: 'cpu', floor: 1.3, says: 'fast is faster' })

t.test('the newest Node says whether a claim has ended', async (t) => {
  t.match(judgementOf(claim, read({ 20: 3, 26: 2 }), 'a-lab'), { verdict: 'holds' })
  t.match(judgementOf(claim, read({ 20: 0.99, 26: 3 }), 'a-lab'), { verdict: 'holds' }, 'what came with a newer one is there')
  t.match(judgementOf(claim, read({ 20: 3, 26: 0.99 }), 'a-lab'), { verdict: 'no longer', why: 'no difference on Node 26' })
  t.match(judgementOf(claim, read({ 20: 3, 26: 0.7 }), 'a-lab'), { verdict: 'no longer', why: 'slower on Node 26' })
  t.match(judgementOf({ ...claim, floor: undefined, shown: 'the processor' }, read({ 20: 0.9, 26: 3 }), 'a-lab'), { verdict: 'cannot be compared', why: 'it depends on the processor' })
})
