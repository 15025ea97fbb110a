import t from 'tap'
import { formatCurves } from './screen.js'
import { CLAIM, recordSchema } from './fixtures/record.js'
import { suggestWarmUp } from './suggested-warm-up.js'

/** @param {number} cpuSeconds of both sides in the default measurement */
function measuredAt (cpuSeconds) {
  const age = { cpuSeconds, operations: 1000 }
  return { ...recordSchema(), looks: { slow: age, fast: age } }
}

t.test('a longer warm-up is suggested if it brings a claim near its steady ratio', async (t) => {
  const { more, warmUpMs, ids } = /** @type {NonNullable<ReturnType<typeof suggestWarmUp>>} */ (suggestWarmUp(measuredAt(0.6), [CLAIM]))
  t.ok(more >= 0.4 && more <= 0.7, `${more} s`)
  t.ok(Math.abs(warmUpMs / 1000 - 0.6 - more) <= 0.11, `${warmUpMs} ms`)
  t.same(ids, ['it'])
  const manifest = /** @type {any} */ ({ kind: 'server', variants: { slow: 'a', fast: 'b' }, claims: [CLAIM] })
  const gain = 'the ratio of it would come within 15 % of its steady value'
  const text = `With ${more} s more CPU time per process, ${gain}. Type: pnpm lab a-lab --warm-up ${warmUpMs}`
  t.match(formatCurves(measuredAt(0.6), manifest, { color: false, width: 300 }), text)
})

t.test('no warm-up is suggested for a claim that is near already, or far for more than a second', async (t) => {
  t.equal(suggestWarmUp(measuredAt(2), [CLAIM]), undefined)
  const later = recordSchema()
  for (const { curves: { 'cpu of slow': curve } } of later.pairs) {
    curve.points = curve.points.map(([age, operations, cost]) => [age * 5, operations, cost])
  }
  t.equal(suggestWarmUp({ ...later, looks: measuredAt(0.6).looks }, [CLAIM]), undefined)
  t.equal(suggestWarmUp({ ...measuredAt(0.6), looks: {} }, [CLAIM]), undefined, 'the age in the default measurement is unknown')
})
