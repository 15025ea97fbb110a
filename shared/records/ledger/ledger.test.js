import t from 'tap'
import { judgePublishedClaim } from './ledger.js'

const summarize = (ratios) => Object.entries(ratios)
  .map(([node, ratio]) => ({ node: Number(node), ratio, interval: [ratio / 1.1, ratio * 1.1] }))

const judge = (ratios, more) => judgePublishedClaim(/** @type {any} */ ({
  lab: 'a-lab',
  claim: { id: 'it', faster: 'fast', than: 'slow', metric: 'cpu', atLeast: 1.3, ...more },
  says: 'fast is faster',
  early: summarize(ratios),
}))

t.test('a claim has ended if the newest Node says so', async (t) => {
  t.match(judge({ 20: 3, 26: 2 }), { verdict: 'holds' })
  t.match(judge({ 20: 0.99, 26: 3 }), { verdict: 'holds' }, 'a difference that began later holds')
  t.match(judge({ 20: 3, 26: 0.99 }), { verdict: 'no longer', why: 'no difference on Node 26' })
  t.match(judge({ 20: 3, 26: 0.7 }), { verdict: 'no longer', why: 'slower on Node 26' })
  const depends = { atLeast: undefined, dependsOn: 'the processor' }
  t.match(judge({ 20: 0.9, 26: 3 }, depends), { verdict: 'cannot be compared', why: 'the ratio depends on the processor' })
})

t.test('a ratio is compared with the published one if the text asked the same', async (t) => {
  const published = { ratio: 10.5, asks: 'the same' }
  t.match(judge({ 20: 3.5 }, { published }), { verdict: 'weaker' })
  t.match(judge({ 20: 10 }, { published }), { verdict: 'holds' })
  t.match(judge({ 20: 13 }, { published }), { verdict: 'stronger' })
  t.match(judge({ 20: 3.5, 24: 10 }, { published }), { verdict: 'holds', why: /Node 20/ })
  t.match(judge({ 20: 3.5 }, { published: { ...published, asks: 'Another question.' } }), { verdict: 'cannot be compared' })
  t.match(judge({}, { published }), { verdict: 'not measured here yet' })
})
