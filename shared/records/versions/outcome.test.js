import t from 'tap'
import { findClaimOutcome } from './outcome.js'

/** @param {number} ratio @param {number} [apart] @returns {any} */
const estimate = (ratio, apart = 1.05) => ({ ratio, interval: [ratio / apart, ratio * apart], pairs: 5, cpuSeconds: 1 })

/** @param {Record<number, number>} ratios by major version @param {object} [claim] @returns {any} */
const recorded = (ratios, claim = {}) => {
  const readings = Object.entries(ratios).map(([major, ratio]) => ({ major: Number(major), early: estimate(ratio), late: estimate(ratio) }))
  return { claim, readings }
}

/** @param {number} ratio @param {string} asks */
const published = (ratio, asks) => ({ published: { ratio, asks } })

/** A claim with a tolerance of 50 %. */
const TOLERANT = { same: ['a', 'b'], equivalenceMargin: 0.5 }

for (const [name, claim, outcome] of /** @type {const} */ ([
  ['gone on the newest, and on those before', recorded({ 6: 4, 8: 1, 20: 1.01 }), { outcome: 'died', since: 8 }],
  ['gone late', recorded({ 6: 4, 8: 4, 20: 1.01 }), { outcome: 'died', since: 20 }],
  ['gone and back', recorded({ 6: 4, 8: 1, 20: 4 }), { outcome: 'came back', since: 20 }],
  ['gone, within the tolerance of the claim', recorded({ 6: 4, 8: 1, 20: 0.88 }, TOLERANT), { outcome: 'died', since: 8 }],
  ['less than half', recorded({ 6: 40, 8: 9, 20: 8 }), { outcome: 'weakened', since: 8 }],
  ['more than twice', recorded({ 6: 1.8, 8: 2, 18: 2, 20: 6 }), { outcome: 'grew', since: 20 }],
  ['none before', recorded({ 6: 1, 8: 1, 20: 1.5 }), { outcome: 'began', since: 20 }],
  ['the other way round before', recorded({ 6: 0.8, 20: 1.4 }), { outcome: 'began', since: 20 }],
  ['about the same all along', recorded({ 6: 4, 8: 3, 20: 5 }), { outcome: 'stands' }],
  ['smaller for a while', recorded({ 6: 9, 8: 4, 20: 9 }), { outcome: 'stands' }],
  ['the other way round', recorded({ 6: 4, 8: 0.5, 20: 0.5 }), { outcome: 'turned', since: 8 }],
  ['the other way round, once', recorded({ 6: 0.5, 8: 1, 20: 1 }), { outcome: 'died', since: 8 }],
  ['no difference, and no published one', recorded({ 6: 1, 20: 1.02 }), { outcome: 'same' }],
  ['no difference, and one published', recorded({ 6: 1, 20: 1.02 }, published(4, 'the same')), { outcome: 'never' }],
  ['no difference, and the source measured something else', recorded({ 6: 1, 20: 1.02 }, published(4, 'Another.')), { outcome: 'same' }],
  ['no difference, as was published', recorded({ 6: 1, 20: 1.02 }, published(1.02, 'the same')), { outcome: 'same' }],
])) {
  t.test(name, async (t) => t.same(findClaimOutcome(claim), outcome))
}

t.test('an interval across the margin of ten per cent is too close to call', async (t) => {
  const unclear = { claim: {}, readings: [{ major: 6, late: estimate(4) }, { major: 20, late: estimate(1.08, 1.2) }] }
  t.same(findClaimOutcome(/** @type {any} */ (unclear)), { outcome: 'unclear' })
  const rough = { claim: {}, readings: [{ major: 6, late: estimate(4) }, { major: 20, late: estimate(1.08, 4) }] }
  t.same(findClaimOutcome(/** @type {any} */ (rough)), { outcome: 'unknown' }, 'but a wide interval is not close to anything')
  const readings = [{ major: 6, late: estimate(4) }, { major: 8, late: estimate(1.1, 1.2) }, { major: 20, late: estimate(4) }]
  const between = { claim: {}, readings }
  t.same(findClaimOutcome(/** @type {any} */ (between)), { outcome: 'stands' })
})

t.test('a change needs intervals that do not meet', async (t) => {
  const wide = { claim: {}, readings: [{ major: 20, late: estimate(8, 1.8) }, { major: 26, late: estimate(18, 1.4) }] }
  t.same(findClaimOutcome(/** @type {any} */ (wide)), { outcome: 'stands' })
})

t.test('a difference that ends with the warm-up is there at first only', async (t) => {
  const young = { claim: {}, readings: [20, 26].map((major) => ({ major, early: estimate(2), late: estimate(1) })) }
  t.same(findClaimOutcome(/** @type {any} */ (young)), { outcome: 'only early' })
})
