import t from 'tap'
import { FakeMachine } from '@hotpath-labs/engine/fake-machine.js'
import { CannotRun, VariantFailure } from '@hotpath-labs/engine/failures.js'
import { defineLab } from '../define.js'
import { planClaims } from '../plans.js'
import { measureLab } from './run.js'

const makeLab = (fields) => ({
  name: 'made',
  folder: '/made',
  files: { slow: '/made/slow.js', fast: '/made/fast.js', limit: '/made/limit.js' },
  hints: [],
  manifest: defineLab({
    title: 'A lab',
    question: 'Why?',
    kind: 'server',
    variants: { slow: 'express', fast: 'fastify' },
    limit: 'node:http',
    workload: { path: '/', connections: 1 },
    claims: [{ id: 'faster', faster: 'fast', than: 'slow', metric: 'cpu', atLeast: 1.5 }],
    ...fields,
  }),
})

const SAME = { oracle: { verdict: 'same', checked: 4, difference: null } }

function measure (machine, fields, options) {
  const usPerOperation = { slow: 4000, fast: 2000, limit: 1000 }
  const made = new FakeMachine({ usPerOperation, noise: 0.02, answers: { answers: SAME }, ...machine })
  return measureLab(planClaims(makeLab(fields)), { seed: 1, seconds: 60, ...options }, made)
}

t.test('a claim that is true holds, and is broken if it is the other way round', async (t) => {
  t.match(await measure(), {
    verdict: 'holds',
    oracle: SAME.oracle,
    limit: { fraction: /^0\.(4[7-9]|5[0-3])/ },
    claims: [{ id: 'faster', verdict: 'holds', slower: 'slow', faster: 'fast', names: { slower: 'express', faster: 'fastify' }, atLeast: 1.5 }],
  })
  t.match(await measure({ usPerOperation: { slow: 2000, fast: 4000, limit: 1000 } }), { verdict: 'broken', claims: [{ verdict: 'broken' }] })
})

t.test('costs that differ by a fifth are the same only for a claim that allows as much', async (t) => {
  const judge = (margin) =>
    measure({ usPerOperation: { slow: 2400, fast: 2000, limit: 1000 } }, { claims: [{ id: 'alike', same: ['slow', 'fast'], metric: 'cpu', ...margin }] })
  t.match(await judge({ equivalenceMargin: 0.5 }), { verdict: 'holds' })
  t.match(await judge({}), { verdict: 'broken' })
})

t.test('a claim for information gates nothing, and three pairs are enough for it', async (t) => {
  const claims = [{ id: 'faster', faster: 'fast', than: 'slow', metric: 'cpu', atLeast: 1.1 }, { id: 'shown', faster: 'slow', than: 'fast', metric: 'p50', dependsOn: 'the machine' }]
  const costs = { slow: { cpu: 2000, p50: 9 }, fast: { cpu: 1600, p50: 3 }, limit: 1000 }
  const { verdict, claims: [faster, shown] } = await measure({ usPerOperation: costs }, { claims })
  t.same([verdict, shown.verdict, shown.pairs], ['holds', 'slower', 3])
  t.ok(faster.pairs > 3, `${faster.pairs}`)
})

t.test('a wrong answer or a wrong count of the lab itself is broken, and nothing is judged', async (t) => {
  const oracle = { verdict: 'different', checked: 2, difference: 'GET /: fastify answers "x"' }
  t.match(await measure({ answers: { answers: { oracle } } }), { verdict: 'broken', oracle, claims: [], failure: null })
  const counters = [{ name: 'calls', variant: 'fast', expected: 0, actual: 1, holds: false }]
  const counted = await measure({ answers: { answers: SAME, counts: { counters } } })
  t.match(counted, { verdict: 'broken', counters })
  t.strictSame([counted.claims, counted.variants], [[], {}])
})

t.test('a variant that fails is broken, a machine that fails cannot run it', async (t) => {
  const fail = () => new VariantFailure('EXITED', 'fast', 'exited with code 7')
  t.match(await measure({ fail }), { verdict: 'broken', failure: { code: 'EXITED', part: 'fast' }, claims: [] })
  t.match(await measure({ fail: () => new CannotRun('MONGO_GONE', 'mongo', 'is gone', '') }), { verdict: 'cannot run', failure: { code: 'MONGO_GONE' } })
  await t.rejects(measure({ fail: () => new TypeError('a bug') }), TypeError)
})

t.test('a run whose time is up is undecided, with a forecast', async (t) => {
  t.match(await measure({ secondsPerPair: 40 }), { verdict: 'undecided', seconds: 80, claims: [{ pairs: 2, forecast: { needs: 'more pairs' } }] })
})
