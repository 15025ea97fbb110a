import t from 'tap'
import { parseSide } from '@hotpath-labs/engine/figures.js'
import { defineLab } from './define.js'
import { findClaimSides } from './sides.js'

const published = { ratio: 2, figures: '1 → 2', of: 'a → b', metric: 'requests a second', source: 'a book', node: 'not stated', asks: 'the same' }

const right = {
  title: 'A lab',
  question: 'Why?',
  kind: 'server',
  variants: { slow: 'a', fast: 'b' },
  workload: { path: '/', connections: 10 },
  workloads: { echo: { method: 'POST', path: '/echo', connections: 10 } },
  counters: { compiled: { counts: 'pug:compile', slow: 'every request', fast: 'once' } },
  claims: [{ id: 'one', faster: 'fast', than: 'slow@echo', metric: 'cpu', atLeast: 2, published }],
}

t.test('a correct manifest gets its defaults', async (t) => {
  const lab = /** @type {any} */ (defineLab(right))
  t.match(lab.workload, { method: 'GET', answers: 'alike' })
})

/** A lab of two steps, and a second claim about the first of them. */
const STEPS = { variants: { slow: 'a', other: 'c', fast: 'b' }, claims: [right.claims[0], { ...right.claims[0], id: 'two', faster: 'other' }] }

const refusal = (field) => ({ code: 'BAD_MANIFEST', message: new RegExp(`^${field}: `) })

const claim = (change) => ({ claims: [{ ...right.claims[0], ...change }] })

/** @type {[string, object, string][]} */
const wrong = [
  ['another kind', { kind: 'serverr' }, 'kind'],
  ['an empty question', { question: '' }, 'question'],
  ['a misspelt field', { counter: {} }, 'counter'],
  ['a place in the workshop without a reason', { workshop: { place: 1, minutes: 20 } }, 'workshop.why'],
  ['a place before the first', { workshop: { place: 0, minutes: 20, why: 'It is easy.' } }, 'workshop.place'],
  ['hints in the manifest, as in earlier versions', { hints: ['look'] }, 'hints'],
  ['a lesson that is no claim', { lesson: 'two' }, 'lesson'],
  ['a step that no required claim is about', { variants: { slow: 'a', other: 'c', fast: 'b' }, steps: { other: 'c', fast: 'b' } }, 'steps'],
  ['no step', { steps: {} }, 'steps'],
  ['a lesson that reaches no step', { ...STEPS, lesson: 'two', steps: { fast: 'b' } }, 'steps'],
  ['steps in another order than the variants', { ...STEPS, steps: { fast: 'b', other: 'c' } }, 'steps'],
  ['what no step gives up', { givesUp: { third: 'memory' } }, 'givesUp'],
  ['an age under load of an unknown variant', { maxAgeUnderLoadMs: { ttl: 50 } }, 'maxAgeUnderLoadMs'],
  ['no claim', { claims: [] }, 'claims'],
  ['an unknown field of a workload', { workloads: { echo: { path: '/', connections: 1, seated: false } } }, 'workloads.echo.seated'],
  ['a minimum far below one', claim({ atLeast: 0.2 }), 'claims.0.atLeast'],
  ['a published figure with an unknown field', claim({ published: { ...published, year: 2016 } }), 'claims.0'],
  ['a published figure without its Node', claim({ published: { ...published, node: '' } }), 'claims.0.published.node'],
  ['a claim about an unknown variant', claim({ than: 'slower' }), 'claims.0'],
  ['an unknown workload', claim({ than: 'slow@ecko' }), 'claims.0'],
  ['services in the form of earlier versions', { services: { mongo: { carts: () => [] } } }, 'services'],
  ['no service', { services: [{ counters: {} }] }, 'services.0'],
  ['the same id twice', { claims: [right.claims[0], right.claims[0]] }, 'claims'],
  ['a tolerance that is too small', { claims: [{ id: 'one', same: ['slow', 'fast'], equivalenceMargin: 0.05, metric: 'cpu' }] }, 'claims.0.equivalenceMargin'],
  ['versions of Node for a step', { variants: { slow: 'a', other: 'c', fast: 'b' }, node: { fast: '>=22' } }, 'node'],
  ['versions of Node for no variant', { node: { third: '>=22' } }, 'node'],
  ['a range that is none', claim({ node: 'new' }), 'claims.0.node'],
  ['no fast', { variants: { slow: 'a', quick: 'b' } }, 'variants'],
  ['a path without a slash', { workload: { path: 'hello', connections: 1 } }, 'workload.path'],
  ['the answers\' age of an unknown variant', { maxAgeMs: { cached: 0 } }, 'maxAgeMs'],
  ['a counter with unknown words', { counters: { it: { counts: 'x.y', fast: 'every requst' } } }, 'counters.it.fast'],
  ['a workload beside the lab\'s own one', { workload: { path: '/', connections: 1, background: 'echo' } }, 'workload.background'],
  ['half a request', { workload: { path: '/', connections: 1, requests: 1.5 } }, 'workload.requests'],
  ['flags of slow', { flags: { slow: ['--jitless'] } }, 'flags'],
  ['a flag without its dashes', { variants: { slow: 'a', step: 'c', fast: 'b' }, flags: { step: ['jitless'] } }, 'flags.step.0'],
  ['a metric of another kind', claim({ metric: 'heap' }), 'claims.0.metric'],
  ['a stall without a cause', claim({ metric: 'stall' }), 'claims.0'],
  ['an unknown workload beside another', { workloads: { echo: { path: '/', connections: 1, background: 'ecko' } } }, 'workloads.echo.background'],
  ['an exchange of an unknown claim', { swap: 'two' }, 'swap'],
  ['a counter of an unknown variant', { counters: { compiled: { counts: 'pug:compile', slowly: 1 } } }, 'counters.compiled'],
]

for (const [name, change, field] of wrong) t.test(name, async (t) => t.throws(() => defineLab({ ...right, ...change }), refusal(field)))

t.test('the sides of a claim', async (t) => {
  t.same(findClaimSides(/** @type {any} */ (right.claims[0])), { slower: 'slow@echo', faster: 'fast' })
  t.same(findClaimSides(/** @type {any} */ ({ same: ['a', 'b'] })), { slower: 'a', faster: 'b' })
  t.same(parseSide('slow@echo'), { variant: 'slow', workload: 'echo' })
  t.same(parseSide('slow'), { variant: 'slow', workload: null })
})

const exercise = { template: 'a.cjs', solution: 'b.cjs', startsFrom: 'a', goal: 'until it is b', steps: { one: 'try' }, load: async () => ({}) }

/** A lab of functions. */
const functionLab = {
  title: 'A lab',
  question: 'Why?',
  kind: 'function',
  variants: { slow: 'a', fast: 'b' },
  workload: { inputs: () => [] },
  claims: [{ id: 'one', faster: 'fast', than: 'slow', metric: 'time', atLeast: 2 }],
}

t.test('only a lab of functions judges its exercise itself', async (t) => {
  t.same(defineLab({ ...functionLab, exercise }).exercise, exercise)
  t.throws(() => defineLab({ ...right, exercise }), refusal('exercise'))
  for (const [change, field] of /** @type {[object, string][]} */ ([
    [{ exercise: { ...exercise, load: undefined } }, 'exercise.load'],
    [{ exercise, steps: { fast: 'b' } }, 'steps'],
    [{ demonstration: true, exercise }, 'exercise'],
  ])) t.throws(() => defineLab({ ...functionLab, ...change }), refusal(field))
})
