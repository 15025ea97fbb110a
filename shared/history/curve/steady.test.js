import t from 'tap'
import { CLAIM, recordSchema, makePoints } from './fixtures/record.js'
import { computeMedianCurve, chooseCurveAges } from './median-curve.js'
import { estimateCurveRecordingSeconds } from './plan.js'
import { computePairScatter, computeSteadyRatio, summarizeCurves } from './steady.js'
import { summarizeCurvePair } from './summary.js'
import { listCurvesToRecord, formatCurveName } from './track.js'

const claim = { id: 'it', metric: 'cpu', slower: 'slow', faster: 'fast' }

t.test('the steady ratio is the ratio at the end, with the interval of the pairs', async (t) => {
  const steady = computeSteadyRatio(recordSchema(), claim)
  t.match(steady, { node: 'v20.20.2', class: 'warms up', processor: 'C' })
  t.ok(Math.abs(Number(steady?.ratio) - 8) < 0.1, 'not 16, as it begins')
  t.ok(Number(steady?.interval[0]) < 7.9 && Number(steady?.interval[1]) > 8.1)
  const wide = computeSteadyRatio(recordSchema([5, 8, 13]), claim)
  t.ok(Number(wide?.interval[1]) > 1.3 * Number(steady?.interval[1]), 'pairs that are far apart make it wide')
  t.ok(computePairScatter(recordSchema([5, 8, 13]), 'it') > 5 * computePairScatter(recordSchema(), 'it'))
})

t.test('a record from before a change of a variant is stale; an unrecorded claim is null', async (t) => {
  t.equal(computeSteadyRatio(recordSchema(), claim, { slow: 'tree-000000000000000a', fast: 'tree-000000000000000b' })?.stale, undefined)
  t.equal(computeSteadyRatio(recordSchema(), claim, { slow: 'tree-000000000000000c', fast: 'tree-000000000000000b' })?.stale, true)
  t.equal(computeSteadyRatio(recordSchema(), claim, { ...recordSchema().sources, third: 'new' })?.stale, undefined, 'another variant does not matter')
  t.equal(computeSteadyRatio(recordSchema(), { ...claim, id: 'new' }), null)
  t.equal(computeSteadyRatio(recordSchema([8]), claim), null, 'one pair has no interval')
  t.ok(computeSteadyRatio({ ...recordSchema(), claims: { it: ['slow', 'fast', 'cpu'] } }, claim))
  t.equal(computeSteadyRatio({ ...recordSchema(), claims: { it: ['slow', 'limit', 'cpu'] } }, claim), null, 'another question under the same id')
  t.equal(computeSteadyRatio(recordSchema(), { ...claim, faster: 'limit' }), null, 'one side has no curve')
  const late = { ...recordSchema(), looks: { slow: { cpuSeconds: 6, operations: 9000 } } }
  t.equal(computeSteadyRatio(late, claim), null, 'ten seconds are no long run, if the default measurement is after six')
})

t.test('a machine that gets slower for both sides does not change a ratio', async (t) => {
  const slower = (/** @type {number} */ age) => age > 5 ? 2 : 1
  const curves = new Map([['cpu of slow', makePoints((age) => 60 * slower(age))], ['cpu of fast', makePoints((age) => 20 * slower(age))]])
  const pair = summarizeCurvePair(curves, [CLAIM])
  t.equal(pair.ratios.it, 3)
})

t.test('a track has the class of most pairs, with their number', async (t) => {
  const record = recordSchema([8, 8, 8])
  record.pairs[2].curves['cpu of slow'].class = 'flat'
  const [slow, fast] = summarizeCurves(record)
  t.match(slow, { side: 'slow', class: 'warms up', alike: 2, pairs: 3 })
  t.ok(Math.abs(slow.steadyFrom.cpuSeconds - 1) < 0.1 && Math.abs(slow.gets - 2) < 0.1)
  t.match(fast, { class: 'flat', alike: 3 })
})

t.test('a record has fewer points, and the same curve', async (t) => {
  const { points } = recordSchema([8]).pairs[0].curves['cpu of slow']
  t.ok(points.length < 25)
  for (const { cpuSeconds, cost, least, most } of computeMedianCurve([points, points], chooseCurveAges([points]))) {
    if (cpuSeconds < 0.9) t.equal(Math.round(cost), 320)
    if (cpuSeconds > 1.3) t.equal(Math.round(cost), 160)
    t.ok(least <= cost && cost <= most)
  }
})

t.test('each side of a claim has a track under the metric of the claim', async (t) => {
  /** @type {any} */
  const manifest = { kind: 'server', claims: [CLAIM, { ...CLAIM, id: 'too', metric: 'p99', than: 'slow@visitors' }] }
  t.same(listCurvesToRecord(manifest).map(formatCurveName), ['cpu of slow', 'cpu of fast', 'p99 of slow@visitors', 'p99 of fast'])
  t.same(listCurvesToRecord(manifest, ['slow']).map(({ side }) => side), ['slow', 'slow@visitors'])
  t.same(listCurvesToRecord(manifest, ['step']), [{ side: 'step', metric: 'cpu' }], 'a variant without a claim')
  t.same(listCurvesToRecord({ ...manifest, kind: 'heap' }), [])
  const cores = { ...manifest, workloads: { visitors: { pinned: false } } }
  t.same(listCurvesToRecord(cores).map(({ side }) => side), ['slow', 'fast', 'fast'], 'a workload on several CPUs has no curve')
  const { usual, most } = estimateCurveRecordingSeconds(/** @type {any} */ ({ manifest }), 5, 60)
  t.ok(usual > 0 && usual < most)
})
