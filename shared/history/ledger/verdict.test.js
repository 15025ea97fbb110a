import t from 'tap'
import { judgeClaim } from './verdict.js'

/** @param {Record<number, number>} ratios by Node @returns {any} */
const read = (ratios) => Object.entries(ratios).map(([node, ratio]) => ({ node: Number(node), ratio, interval: [ratio / 1.1, ratio * 1.1], runs: 3, processors: ['some'] }))

/** @param {any} ratios by Node @param {object} [more] of the claim */
const judged = (ratios, more) => judgeClaim(/** @type {any} */ ({ lab: 'a-lab', claim: { id: 'it', faster: 'fast', than: 'slow', metric: 'cpu', floor: 1.3, ...more }, says: 'fast is faster', early: read(ratios) }))

t.test('the newest Node says whether a claim has ended', async (t) => {
  t.match(judged({ 20: 3, 26: 2 }), { verdict: 'holds' })
  t.match(judged({ 20: 0.99, 26: 3 }), { verdict: 'holds' }, 'what came with a newer one is there')
  t.match(judged({ 20: 3, 26: 0.99 }), { verdict: 'no longer', why: 'no difference on Node 26' })
  t.match(judged({ 20: 3, 26: 0.7 }), { verdict: 'no longer', why: 'slower on Node 26' })
  t.match(judged({ 20: 0.9, 26: 3 }, { floor: undefined, shown: 'the processor' }), { verdict: 'cannot be compared', why: 'it depends on the processor' })
})
