import t from 'tap'
import { forecastDecision, INTERIM_ANALYSIS_PAIR_COUNTS } from './rule.js'

/** So many pairs around a centre, which scatter by about so much. @param {number} centre @param {number} scatter @param {number} pairs */
const pairs = (centre, scatter, pairs) => Array.from({ length: pairs }, (_, index) => centre + scatter * (index % 2 ? 1 : -1))

t.test('nothing decides a ratio at its floor', async (t) => {
  t.match(forecastDecision(pairs(Math.log(1.305), 0.02, 54), { atLeast: 1.3 }), { needs: 'nothing', pairs: null, allowed: true })
})

t.test('a clear ratio under noise needs less noise', async (t) => {
  t.match(forecastDecision(pairs(Math.log(1.5), 0.9, 11), { atLeast: 1.25 }), { needs: 'less noise', allowed: false })
})

t.test('a ratio near its floor needs more pairs, if these can decide it', async (t) => {
  const { needs, pairs: wanted } = forecastDecision(pairs(Math.log(1.5), 0.2, 5), { atLeast: 1.25 })
  t.equal(needs, 'more pairs')
  t.ok(Number(wanted) > 5)
})

t.test('a verdict that this noise allowed is missing for another reason', async (t) => {
  t.equal(forecastDecision(pairs(Math.log(1.27), 0.02, 16), { atLeast: 1.25 }).allowed, true)
  t.equal(forecastDecision(pairs(0.09, 0.01, 16), { same: true }).allowed, true)
  t.equal(forecastDecision(pairs(0.09, 0.2, 16), { same: true }).allowed, false)
  t.equal(forecastDecision(pairs(0.09, 0.2, 16), { same: true, equivalenceMargin: 0.5 }).allowed, true, 'a claim that leaves more room bears more noise')
})

t.test('after the last analysis no more pairs are advised', async (t) => {
  // 4.5 standard errors below the floor: too few for broken, which is seldom said by mistake, and the last look has been taken
  const last = pairs(Math.log(1.25) - 0.061, 0.1, 54)
  t.match(forecastDecision(last, { atLeast: 1.25 }), { pairs: null })
  const wanted = forecastDecision(pairs(Math.log(1.5), 0.2, 5), { atLeast: 1.25 }).pairs
  t.ok(INTERIM_ANALYSIS_PAIR_COUNTS.includes(Number(wanted)))
  const pairsOf = (/** @type {number} */ centre) => Number(forecastDecision(pairs(centre, 0.2, 6), { atLeast: 1 }).pairs)
  t.ok(pairsOf(-0.25) >= pairsOf(0.25), 'broken takes as many pairs as holds, or more')
})
