import t from 'tap'
import { resolveLabFolder } from '@hotpath-labs/lab/project/project.js'
import { loadLab } from '@hotpath-labs/lab/load.js'
import { findReachedStep, findSameVariant, findStepByCounts } from './reached-step.js'

const main = { id: 'main', faster: 'fast', than: 'slow', metric: 'time', atLeast: 4 }
const variants = { slow: 'a', first: 'b', fast: 'c' }
const steps = { first: 'do this', fast: 'do that' }

/** @param {string} slower @param {number} ratio @param {object} [more] @returns {any} */
const measured = (slower, ratio, more = {}) => ({
  id: slower === 'slow' ? 'mine' : slower,
  slower,
  faster: 'mine',
  metric: 'time',
  ratio,
  interval: [ratio / 1.1, ratio * 1.1],
  required: false,
  verdict: 'faster',
  atLeast: null,
  ...more,
})

/** @param {any[]} claims measured @param {object} lab @returns {any} */
const place = (claims, lab) => findReachedStep({ claims, counters: [] }, /** @type {any} */ ({ variants, claims: [main], ...lab }))

const none = { isUnclear: false, isBeyond: false, isSlower: false, isCounted: false, alsoReached: [] }

t.test('an attempt is placed beside fast, if that is the only step', async (t) => {
  const lab = { steps: { fast: 'do that' } }
  t.match(place([measured('slow', 0.7), measured('fast', 0.1)], lab), { ...none, number: 0, isSlower: true })
  t.match(place([measured('slow', 2), measured('fast', 0.3)], lab), { ...none, number: 0 })
  t.match(place([measured('slow', 6.5), measured('fast', 1)], lab), { ...none, number: 1 })
  t.match(place([measured('slow', 13), measured('fast', 2)], lab), { ...none, number: 1, isBeyond: true })
  t.match(place([measured('slow', 6.8), measured('fast', 1.05)], lab), { ...none, number: 1 }, 'equal programs differ by as much')
  const noisy = (/** @type {string} */ verdict) => [measured('slow', 6, { required: true, verdict, atLeast: 4 }), measured('fast', 0.9, { interval: [0.1, 9] })]
  t.match(place(noisy('holds'), lab), { ...none, number: 1 }, 'what holds has no other place')
  t.match(place(noisy('undecided'), lab), { number: 0, isUnclear: true })
})

t.test('a step is reached by its program\'s speed, or by what a claim asks for', async (t) => {
  const byClaim = { steps, claims: [main, { ...main, id: 'own', faster: 'first', atLeast: 1.5 }] }
  t.match(place([measured('slow', 1), measured('fast', 0.15)], byClaim), { ...none, number: 0 })
  t.match(place([measured('slow', 3), measured('fast', 0.5)], byClaim), { ...none, number: 1 })
  t.match(place([measured('slow', 6), measured('fast', 0.95)], byClaim), { ...none, number: 2 })
  const bySpeed = { steps, claims: [main, { ...main, id: 'later', than: 'first', atLeast: 1.1 }] }
  t.match(place([measured('slow', 2), measured('first', 0.3), measured('fast', 0.15)], bySpeed), { ...none, number: 0 })
  t.match(place([measured('slow', 6), measured('first', 0.97), measured('fast', 0.44)], bySpeed), { ...none, number: 1 })
  t.match(place([measured('slow', 14), measured('first', 2.2), measured('fast', 1)], bySpeed), { ...none, number: 2 })
})

t.test('a step of another metric than the one before is reached when the attempt is nearer to it than to slow', async (t) => {
  const own = { id: 'own', faster: 'first@ping', than: 'slow@ping', metric: 'stall', atLeast: 2 }
  const lab = { steps, claims: [main, own] }
  const waits = measured('slow@ping', 12, { id: 'own', faster: 'mine@ping', metric: 'stall', required: true, verdict: 'holds', atLeast: 2 })
  t.match(place([waits, measured('slow', 14), measured('fast', 0.03)], lab), { ...none, number: 1 })
  t.match(place([waits, measured('slow', 280), measured('fast', 0.6)], lab), { ...none, number: 2 }, 'with less warm-up than fast')
})

t.test('a file that still does what a step leaves out has not reached it, however fast it is', async (t) => {
  const lab = { variants, steps, counters: { queries: { counts: 'mongo:queries', atMost: true, slow: 21, first: 3, fast: 1 } }, claims: [main, { ...main, id: 'later', than: 'first', atLeast: 1 }] }
  const claims = [measured('slow', 6), measured('first', 1, { interval: [0.5, 2] }), measured('fast', 1, { interval: [0.2, 1.7] })]
  const counted = (/** @type {number} */ actual) => findReachedStep({ claims, counters: [{ name: 'queries', variant: 'mine', actual, expected: 3, holds: true }] }, /** @type {any} */ (lab))
  t.match(counted(3), { number: 1, next: 'fast', isUnclear: false })
  t.match(counted(1), { number: 2, next: null })
})

t.test('a run that cannot tell two steps apart says so', async (t) => {
  const lab = { steps, claims: [main, { ...main, id: 'later', than: 'first', atLeast: 1.1 }] }
  const noisy = [measured('slow', 10), measured('first', 1.5, { interval: [0.8, 3] }), measured('fast', 0.7, { interval: [0.3, 1.6] })]
  t.match(place(noisy, lab), { ...none, number: 1, isUnclear: true })
  const single = [measured('slow', 10, { interval: [0, null] }), measured('first', 1, { interval: [0, null] }), measured('fast', 0.5, { interval: [0, null] })]
  t.match(place(single, lab), { ...none, number: 0, isUnclear: true }, 'one pair has no interval')
})

t.test('a count tells two steps apart that a noisy run does not', async (t) => {
  const lab = { steps, claims: [main, { ...main, id: 'later', than: 'first', atLeast: 1.1 }], counters: { examined: { counts: 'mongo:examined', slow: 10_000, first: 100, fast: 'once' } } }
  const noisy = [measured('slow', 13), measured('first', 1.5, { interval: [0.8, 3] }), measured('fast', 0.7, { interval: [0.3, 1.6] })]
  const counted = (/** @type {number} */ actual) => findReachedStep(
    { claims: noisy, counters: [{ name: 'examined', variant: 'mine', expected: actual, actual, holds: true }] },
    /** @type {any} */ ({ variants, ...lab })
  )
  t.match(counted(0), { ...none, number: 2, next: null })
  t.match(counted(100), { ...none, number: 1 }, 'nor can it be the last, which does less')
  const open = [measured('slow', 2, { interval: [0.7, 6] }), measured('first', 0.5, { interval: [0.2, 3] }), measured('fast', 0.1)]
  const begun = (/** @type {number} */ actual, /** @type {object} */ all = steps) => findReachedStep(
    { claims: open, counters: [{ name: 'examined', variant: 'mine', expected: actual, actual, holds: true }] },
    /** @type {any} */ ({ variants, ...lab, steps: all })
  )
  t.match(begun(100), { ...none, number: 1, next: 'fast' }, 'the first step, too')
  t.match(begun(10_000), { number: 0, isUnclear: false })
  t.match(begun(100, { first: 'do this' }), { number: 0, isUnclear: true }, 'but not the last, about which the verdict decides')
})

t.test('a step that no claim is about is reached by its count', async (t) => {
  const ping = { id: 'ping', faster: 'fast@ping', than: 'slow@ping', metric: 'p99', atLeast: 1.8 }
  const lab = { variants, steps, claims: [ping], counters: { hashes: { counts: 'crypto:pbkdf2Sync', slow: 50, first: 'never', fast: 'never' } } }
  const counted = (/** @type {number} */ actual, /** @type {string} */ verdict) => findReachedStep({
    claims: [measured('slow@ping', 3, { id: 'ping', faster: 'mine@ping', metric: 'p99', required: true, verdict, atLeast: 1.8, interval: [1.2, 9] })],
    counters: [{ name: 'hashes', variant: 'mine', expected: actual, actual, holds: true }],
  }, /** @type {any} */ (lab))
  t.match(counted(0, 'broken'), { ...none, number: 1, next: 'fast' })
  t.match(counted(0, 'undecided'), { number: 1, isUnclear: true })
  t.match(counted(0, 'holds'), { ...none, number: 2 })
  t.match(counted(50, 'broken'), { ...none, number: 0 })
})

t.test('a claim under another workload decides by its verdict', async (t) => {
  const ping = { id: 'ping', faster: 'fast@ping', than: 'first@ping', metric: 'p99', atLeast: 1.2 }
  const stall = { ...ping, id: 'stall', metric: 'stall' }
  const lab = { steps, claims: [{ ...main, faster: 'first', atLeast: 1.5 }, ping, stall] }
  const own = measured('slow', 4, { required: true, verdict: 'holds', atLeast: 1.5 })
  const under = (/** @type {any} */ claim, /** @type {string} */ verdict) =>
    measured('first@ping', 2, { id: claim.id, faster: 'mine@ping', metric: claim.metric, required: true, verdict, atLeast: 1.2 })
  t.match(place([own], lab), { ...none, number: 1, next: 'fast', about: null }, 'what was not measured is not reached, and not named as next')
  t.match(place([own, under(ping, 'holds'), under(stall, 'holds')], lab), { ...none, number: 2 })
  t.match(place([own, under(ping, 'holds'), under(stall, 'broken')], lab), { ...none, number: 1, about: 'do that' })
  t.match(place([own, under(ping, 'undecided'), under(stall, 'holds')], lab), { ...none, number: 1, isUnclear: true })
  const alike = { ...under(ping, 'undecided'), ratio: 1.05, interval: [0.9, 1.25] }
  t.match(place([own, alike, under(stall, 'holds')], lab), { ...none, number: 1, about: null }, 'as good as the step before')
  const broken = { ...own, ratio: 1, interval: [0.95, 1.05], verdict: 'broken' }
  t.match(place([broken, under(ping, 'holds'), under(stall, 'holds')], lab), { ...none, number: 0, alsoReached: ['fast'] }, 'a later step without an earlier one')
})

t.test('nothing measured has no place', async (t) => {
  t.equal(findReachedStep({ claims: [], counters: [] }, /** @type {any} */ ({ variants, claims: [main] })), undefined)
})

t.test('a wrong count places an attempt at the step that counts alike', async (t) => {
  const lab = { variants, steps, claims: [main], counters: { made: { counts: 'map', slow: 'every call', first: 100, fast: 'never' } } }
  const counted = (/** @type {number} */ actual, /** @type {any[]} */ claims = []) =>
    findReachedStep({ claims, counters: [{ name: 'made', variant: 'mine', expected: 0, actual, holds: false }] }, /** @type {any} */ (lab))
  t.match(counted(100), { ...none, number: 1, isCounted: true })
  t.match(counted(100, [measured('slow', 0.4)]), { ...none, number: 0, isSlower: true }, 'but a file that costs more than slow has reached nothing')
  t.match(counted(1), { ...none, number: 0, isCounted: true })
})

t.test('a check places a file by its counts, as far as these tell', async (t) => {
  const lab = /** @type {any} */ ({ variants, steps, claims: [main], counters: { made: { counts: 'map', slow: 'every call', first: 'never', fast: 'never' } } })
  const counted = (/** @type {number} */ actual, /** @type {object} */ counters = lab.counters) =>
    findStepByCounts([{ name: 'made', variant: 'mine', expected: 0, actual, holds: actual === 0 }], { ...lab, counters })
  t.equal(counted(1), null, 'the start')
  t.equal(counted(0), 'first', 'right counts alone reach no last step')
  t.equal(counted(0, { made: { counts: 'map', slow: 'every call', fast: 'never' } }), undefined, 'the lab counts nothing of the first step')
  t.equal(findStepByCounts([], lab), undefined)
})

t.test("a lab's own step is told as that step, whatever a noisy run measured", async (t) => {
  const manifest = /** @type {any} */ ({ variants, steps, claims: [main] })
  const noisy = [measured('slow', 0.7, { interval: [0.2, 3] }), measured('fast', 0.1, { interval: [0.02, 2] })]
  t.match(findReachedStep({ claims: noisy, counters: [] }, manifest, 'first'), { ...none, number: 1, reached: 'first', next: 'fast' })
  t.match(findReachedStep({ claims: noisy, counters: [] }, manifest, 'fast'), { ...none, number: 2, next: null })
  t.equal(findReachedStep({ claims: [], counters: [] }, manifest, 'fast'), undefined, 'but not after a failure')
  const lab = await loadLab(String(resolveLabFolder('pbkdf2-event-loop')))
  for (const variant of ['async', 'fast']) t.equal(findSameVariant(lab, lab.files[variant]), variant)
  t.equal(findSameVariant(lab, lab.files.slow), undefined)
})
