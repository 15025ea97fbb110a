import t from 'tap'
import { defineLab } from '../define.js'
import { planClaims } from '../plans.js'
import { selectForNode } from './node-range.js'

const makePlan = (fields) => planClaims({
  name: 'packed',
  folder: '/packed',
  files: {},
  hints: [],
  manifest: defineLab({
    title: 'A lab',
    question: 'Why?',
    kind: 'server',
    variants: { slow: 'brotli', fast: 'gzip', zstd: 'zstd' },
    node: { zstd: '>=22.15' },
    workload: { path: '/', connections: 1 },
    maxAgeMs: { fast: 0, zstd: 0 },
    counters: { calls: { counts: 'zlib:gzip', fast: 'every request', zstd: 'never' } },
    claims: [
      { id: 'gzip', faster: 'fast', than: 'slow', metric: 'cpu', atLeast: 2 },
      { id: 'zstd', faster: 'zstd', than: 'fast', metric: 'cpu', atLeast: 2 },
      { id: 'newest', faster: 'fast', than: 'slow', metric: 'p50', atLeast: 2, node: '>=26' },
    ],
    ...fields,
  }),
})

t.test('a variant for newer versions is left out with its claims, counts and ages', async (t) => {
  const { plan, leftOut } = selectForNode(makePlan(), 'v22.14.0')
  t.same(Object.keys(plan.programs), ['slow', 'fast'])
  t.same(plan.claims.map(({ id }) => id), ['gzip'])
  t.strictSame(plan.counters, { calls: { counts: 'zlib:gzip', atMost: false, mainThread: false, fast: 'every request' } })
  t.same(leftOut.map(({ id, node }) => [id, node]), [['zstd', '>=22.15'], ['newest', '>=26']])
})

t.test('on a version in all ranges nothing is left out', async (t) => {
  const whole = makePlan()
  const { plan, leftOut } = selectForNode(whole, 'v26.1.0')
  t.same(leftOut, [])
  t.strictSame(plan, whole)
})

t.test('without a required claim about a version, the lab cannot run on it', async (t) => {
  const claims = [{ id: 'gzip', faster: 'fast', than: 'slow', metric: 'cpu', atLeast: 2, node: '>=22' }]
  t.throws(() => selectForNode(makePlan({ claims }), 'v20.1.0'), { code: 'NODE_OUT_OF_RANGE', what: /Node >=22.*v20\.1\.0/ })
})
