import t from 'tap'
import { formatCurves } from './screen.js'
import { CLAIM, aRecord } from './fixtures/record.js'
import { suggestWarmUp } from './suggested-warm-up.js'

/** @param {number} look seconds of CPU at which the default measurement looks at both */
function seenAt (look) {
  const age = { cpuSeconds: look, operations: 1000 }
  return { ...aRecord(), looks: { slow: age, fast: age } }
}

t.test('half a second more brings it to where slow has become cheaper', async (t) => {
  const { more, warmUpMs, ids } = /** @type {NonNullable<ReturnType<typeof suggestWarmUp>>} */ (suggestWarmUp(seenAt(0.6), [CLAIM]))
  t.ok(more >= 0.4 && more <= 0.7, `${more} s`)
  t.ok(Math.abs(warmUpMs / 1000 - 0.6 - more) <= 0.11, `${warmUpMs} ms`)
  t.same(ids, ['it'])
  const manifest = /** @type {any} */ ({ kind: 'server', ladder: { slow: 'a', fast: 'b' }, claims: [CLAIM] })
  t.match(formatCurves(seenAt(0.6), manifest, { color: false, width: 300 }), `With ${more} s more CPU time per process, it would come within 15 % of the steady ratio: pnpm lab a-lab --warm-up ${warmUpMs}`)
})

t.test('nothing is told where it is near as it is, or where it would take longer', async (t) => {
  t.equal(suggestWarmUp(seenAt(2), [CLAIM]), undefined)
  const late = aRecord()
  for (const { curves } of late.pairs) curves['cpu of slow'].points = curves['cpu of slow'].points.map(([age, operations, cost]) => [age * 5, operations, cost])
  t.equal(suggestWarmUp({ ...late, looks: seenAt(0.6).looks }, [CLAIM]), undefined)
  t.equal(suggestWarmUp({ ...seenAt(0.6), looks: {} }, [CLAIM]), undefined, 'or where nobody knows at which age it is seen')
})
