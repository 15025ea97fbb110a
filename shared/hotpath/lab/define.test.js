import t from 'tap'
import { ManifestError, defineLab } from './define.js'
import { findClaimSides, parseClaimSide } from './sides.js'

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
  t.equal(lab.workload.method, 'GET')
  t.equal(lab.workload.answers, 'alike')
  t.equal(lab.kind, 'server')
})

/** @type {[string, object, RegExp][]} */
const wrong = [
  ['no kind', { kind: undefined }, /^kind: expected function, server, heap, but it is missing$/],
  ['another kind', { kind: 'serverr' }, /^kind: expected .*but it is "serverr"$/],
  ['no title', { title: undefined }, /^title: expected/],
  ['an empty question', { question: '' }, /^question: expected a text that is not empty, but it is ""$/],
  ['a misspelt field', { counter: {} }, /^counter: no such field; did you mean counters\?$/],
  ['a place in the workshop without a reason', { workshop: { place: 1, minutes: 20 } }, /^workshop\.why: expected \{ place: 3, minutes: 20, why: a text \}, but it is missing$/],
  ['a place before the first', { workshop: { place: 0, minutes: 20, why: 'It is easy.' } }, /^workshop\.place: expected a number of at least 1, but it is 0$/],
  ['hints in the manifest, as in earlier versions', { hints: ['look'] }, /^hints: write them into hints\.md beside lab\.js, as a numbered list$/],
  ['a lesson that is no claim', { lesson: 'two' }, /^lesson: expected the id of a required claim that one variant is faster \(one\), but it is "two"$/],
  ['a step that is no variant', { steps: { third: 'c' } }, /^steps: expected variants of required claims \(fast\), but it names "third"$/],
  ['a step that no required claim is about', { variants: { slow: 'a', other: 'c', fast: 'b' }, steps: { other: 'c', fast: 'b' } }, /^steps: .*but it names "other"$/],
  ['no step', { steps: {} }, /^steps: expected at least one step, in the same order as in "variants" \(fast\), but they are none$/],
  ['a lesson that reaches no step', { variants: { slow: 'a', other: 'c', fast: 'b' }, claims: [right.claims[0], { ...right.claims[0], id: 'two', faster: 'other' }], lesson: 'two', steps: { fast: 'b' } }, /^steps: expected the step other, because the claim of the field "lesson" is about this step, but they are fast$/],
  ['steps in another order than the variants', { variants: { slow: 'a', other: 'c', fast: 'b' }, claims: [right.claims[0], { ...right.claims[0], id: 'two', faster: 'other' }], steps: { fast: 'b', other: 'c' } }, /^steps: .*in the same order as in "variants" \(other, fast\), but they are fast, other$/],
  ['steps of a demonstration', { demonstration: true, steps: { fast: 'b' } }, /^steps: expected no such field in a demonstration, because a demonstration has no exercise, but demonstration is true$/],
  ['an age under load of an unknown variant', { maxAgeUnderLoadMs: { ttl: 50 } }, /^maxAgeUnderLoadMs: expected one of the variants \(slow, fast\), but it names "ttl"$/],
  ['no claim', { claims: [] }, /^claims: expected at least one claim/],
  ['a field of schema 1', { claims: [{ ...right.claims[0], floor: 2 }] }, /^claims\.0\.floor: rename this field to atLeast, its name since schema 2$/],
  ['a field of schema 1 in a workload', { workloads: { echo: { path: '/', connections: 1, seated: false } } }, /^workloads\.echo\.seated: rename this field to pinned, /],
  ['a minimum far below one', { claims: [{ ...right.claims[0], atLeast: 0.2 }] }, /^claims.0.atLeast: expected a number of at least 0.4, but it is 0.2$/],
  ['a published figure without its pair', { claims: [{ ...right.claims[0], published: { ...published, of: undefined } }] }, /^claims.0: expected published.of to be /],
  ['a published figure with an unknown field', { claims: [{ ...right.claims[0], published: { ...published, year: 2016 } }] }, /^claims.0: expected no field published.year/],
  ['a published figure without its Node', { claims: [{ ...right.claims[0], published: { ...published, node: '' } }] }, /^claims.0.published.node: expected a text that is not empty/],
  ['a claim about an unknown variant', { claims: [{ ...right.claims[0], than: 'slower' }] }, /^claims.0: expected one of the variants \(slow, fast\), but it names "slower"$/],
  ['an unknown workload', { claims: [{ ...right.claims[0], than: 'slow@ecko' }] }, /^claims.0: expected one of the workloads \(echo\), but it names "ecko"$/],
  ['services in the form of earlier versions', { services: { mongo: { carts: () => [] } } }, /^services: expected a list of services, such as \[mongo\(\{ … \}\)\]/],
  ['no service', { services: [{ counters: {} }] }, /^services.0: expected a service/],
  ['the same id twice', { claims: [right.claims[0], right.claims[0]] }, /^claims: expected every id once, but "one" is used twice$/],
  ['a tolerance that is too small', { claims: [{ id: 'one', same: ['slow', 'fast'], equivalenceMargin: 0.05, metric: 'cpu' }] }, /^claims.0.equivalenceMargin: expected a number of at least 0.1, but it is 0.05$/],
  ['no fast', { variants: { slow: 'a', quick: 'b' } }, /^variants: expected a variant named fast, but there are only slow, quick$/],
  ['a path without a slash', { workload: { path: 'hello', connections: 1 } }, /^workload.path: expected a path that starts with \/, but it is "hello"$/],
  ['the answers\' age of an unknown variant', { maxAgeMs: { cached: 0 } }, /^maxAgeMs: expected one of the variants \(slow, fast\), but it names "cached"$/],
  ['a counter with unknown words', { counters: { it: { counts: 'x.y', fast: 'every requst' } } }, /^counters\.it\.fast: expected every request, every call, once, never or a number, but it is "every requst"$/],
  ['half a request', { workload: { path: '/', connections: 1, requests: 1.5 } }, /^workload\.requests: expected a whole number, but it is 1\.5$/],
  ['a workload beside the lab\'s own one', { workload: { path: '/', connections: 1, background: 'echo' } }, /^workload\.background: expected this field only in one of the workloads/],
  ['flags of slow', { flags: { slow: ['--jitless'] } }, /^flags: expected the name of a variant other than slow and fast \(there is none\), or \* for all variants, but it names "slow"$/],
  ['a flag without its dashes', { variants: { slow: 'a', step: 'c', fast: 'b' }, flags: { step: ['jitless'] } }, /^flags.step.0: expected a flag that starts with --, but it is "jitless"$/],
  ['a metric of another kind', { claims: [{ ...right.claims[0], metric: 'heap' }] }, /^claims.0.metric: expected cpu, p50, p99, stall for a lab of kind server, but it is "heap"$/],
  ['a stall without a cause', { claims: [{ ...right.claims[0], metric: 'stall' }] }, /^claims.0: expected variants with a workload that has the field `background`, because background requests cause the stalls.*"slow@echo" has none$/],
  ['an unknown workload beside another', { workloads: { echo: { path: '/', connections: 1, background: 'ecko' } } }, /^workloads.echo.background: expected the name of another workload \(echo\), but it is "ecko"$/],
  ['an exchange of an unknown claim', { swap: 'two' }, /^swap: expected the id of a claim that asks for a ratio of 1 or more between two variants \(one\), but it is "two"$/],
  ['a counter of an unknown variant', { counters: { compiled: { counts: 'pug:compile', slowly: 1 } } }, /^counters.compiled: expected one of the variants/],
]

for (const [name, change, said] of wrong) {
  t.test(name, async (t) => {
    t.throws(() => defineLab({ ...right, ...change }), ManifestError)
    t.throws(() => defineLab({ ...right, ...change }), { message: said })
  })
}

t.test('the sides of a claim', async (t) => {
  t.same(findClaimSides(/** @type {any} */ (right.claims[0])), { slower: 'slow@echo', faster: 'fast' })
  t.same(findClaimSides(/** @type {any} */ ({ same: ['a', 'b'] })), { slower: 'a', faster: 'b' })
  t.same(parseClaimSide('slow@echo'), { variant: 'slow', workload: 'echo' })
  t.same(parseClaimSide('slow'), { variant: 'slow', workload: null })
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

/** @type {[string, object, RegExp][]} */
const wrongExercises = [
  ['an exercise without a judge', { exercise: { ...exercise, load: undefined } }, /^exercise\.load: /],
  ['steps beside an exercise', { exercise, steps: { fast: 'b' } }, /^steps: /],
  ['a demonstration with an exercise', { demonstration: true, exercise }, /^exercise: /],
]

for (const [name, change, said] of wrongExercises) {
  t.test(`${name} is refused`, async (t) => {
    t.throws(() => defineLab({ ...functionLab, ...change }), { message: said })
  })
}

t.test('only a lab of functions judges its exercise itself', async (t) => {
  t.same(defineLab({ ...functionLab, exercise }).exercise, exercise)
  t.throws(() => defineLab({ ...right, exercise }), { message: /^exercise: no such field/ })
})
