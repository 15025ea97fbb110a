import t from 'tap'
import { loadNamedLab } from '@hotpath-labs/lab/project/timetable.js'
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

/** @param {number} ratio @param {number} low @param {number | null} high @param {string} slower */
const noisy = (slower, ratio, low, high) => measured(slower, ratio, { interval: [low, high] })

/** @param {any[]} claims measured @param {object} lab @param {any[]} [counters] @param {string} [same] @returns {any} */
const place = (claims, lab, counters = [], same) =>
  findReachedStep({ claims, counters }, /** @type {any} */ ({ variants, steps, claims: [main], ...lab }), same)

/** One count of the attendee's file. */
const count = (/** @type {number} */ actual, expected = actual) => [{ name: 'it', variant: 'mine', expected, actual, holds: actual === expected }]

/** A claim that asks for little over the step before. */
const LATER = { ...main, id: 'later', than: 'first', atLeast: 1.1 }

const none = { isUnclear: false, isBeyond: false, isSlower: false, isCounted: false, alsoReached: [] }

t.test('an attempt is placed beside fast, if that is the only step', async (t) => {
  const lab = { steps: { fast: 'do that' } }
  t.match(place([measured('slow', 0.7), measured('fast', 0.1)], lab), { ...none, number: 0, isSlower: true })
  t.match(place([measured('slow', 2), measured('fast', 0.3)], lab), { ...none, number: 0 })
  t.match(place([measured('slow', 6.8), measured('fast', 1.05)], lab), { ...none, number: 1 }, 'equal programs differ by as much')
  t.match(place([measured('slow', 13), measured('fast', 2)], lab), { ...none, number: 1, isBeyond: true })
  const unsure = (/** @type {string} */ verdict) => [measured('slow', 6, { required: true, verdict, atLeast: 4 }), noisy('fast', 0.9, 0.1, 9)]
  t.match(place(unsure('holds'), lab), { ...none, number: 1 }, 'what holds has no other place')
  t.match(place(unsure('undecided'), lab), { number: 0, isUnclear: true })
})

t.test('a step is reached by its program\'s speed, or by what a claim asks for', async (t) => {
  const byClaim = { claims: [main, { ...main, id: 'own', faster: 'first', atLeast: 1.5 }] }
  for (const [number, slow, fast] of [[0, 1, 0.15], [1, 3, 0.5], [2, 6, 0.95]]) t.match(place([measured('slow', slow), measured('fast', fast)], byClaim), { ...none, number })
  for (const [number, slow, first, fast] of [[0, 2, 0.3, 0.15], [1, 6, 0.97, 0.44], [2, 14, 2.2, 1]]) {
    t.match(place([measured('slow', slow), measured('first', first), measured('fast', fast)], { claims: [main, LATER] }), { ...none, number })
  }
})

t.test('a step of another metric than the one before is reached when the attempt is nearer to it than to slow', async (t) => {
  const own = { id: 'own', faster: 'first@ping', than: 'slow@ping', metric: 'stall', atLeast: 2 }
  const lab = { claims: [main, own] }
  const waits = measured('slow@ping', 12, { id: 'own', faster: 'mine@ping', metric: 'stall', required: true, verdict: 'holds', atLeast: 2 })
  t.match(place([waits, measured('slow', 14), measured('fast', 0.03)], lab), { ...none, number: 1 })
  t.match(place([waits, measured('slow', 280), measured('fast', 0.6)], lab), { ...none, number: 2 }, 'with less warm-up than fast')
})

t.test('a file that still does what a step leaves out has not reached it, however fast it is', async (t) => {
  const lab = { counters: { it: { counts: 'mongo:queries', atMost: true, slow: 21, first: 3, fast: 1 } }, claims: [main, { ...LATER, atLeast: 1 }] }
  const claims = [measured('slow', 6), noisy('first', 1, 0.5, 2), noisy('fast', 1, 0.2, 1.7)]
  t.match(place(claims, lab, count(3)), { number: 1, next: 'fast', isUnclear: false })
  t.match(place(claims, lab, [{ ...count(1)[0], expected: 3 }]), { number: 2, next: null })
})

t.test('a run that cannot tell two steps apart says so', async (t) => {
  const lab = { claims: [main, LATER] }
  t.match(place([measured('slow', 10), noisy('first', 1.5, 0.8, 3), noisy('fast', 0.7, 0.3, 1.6)], lab), { ...none, number: 1, isUnclear: true })
  t.match(place([noisy('slow', 10, 0, null), noisy('first', 1, 0, null), noisy('fast', 0.5, 0, null)], lab), { ...none, number: 0, isUnclear: true }, 'one pair has no interval')
})

t.test('a count tells two steps apart that a noisy run does not', async (t) => {
  const lab = { claims: [main, LATER], counters: { it: { counts: 'mongo:examined', slow: 10_000, first: 100, fast: 'once' } } }
  const late = [measured('slow', 13), noisy('first', 1.5, 0.8, 3), noisy('fast', 0.7, 0.3, 1.6)]
  t.match(place(late, lab, count(0)), { ...none, number: 2, next: null })
  t.match(place(late, lab, count(100)), { ...none, number: 1 }, 'nor can it be the last, which does less')
  const open = [noisy('slow', 2, 0.7, 6), noisy('first', 0.5, 0.2, 3), measured('fast', 0.1)]
  t.match(place(open, lab, count(100)), { ...none, number: 1, next: 'fast' }, 'the first step, too')
  t.match(place(open, lab, count(10_000)), { number: 0, isUnclear: false })
  t.match(place(open, { ...lab, steps: { first: 'do this' } }, count(100)), { number: 0, isUnclear: true }, 'but not the last, about which the verdict decides')
})

t.test('a step that no claim is about is reached by its count', async (t) => {
  const ping = { id: 'ping', faster: 'fast@ping', than: 'slow@ping', metric: 'p99', atLeast: 1.8 }
  const lab = { claims: [ping], counters: { it: { counts: 'crypto:pbkdf2Sync', slow: 50, first: 'never', fast: 'never' } } }
  const counted = (/** @type {number} */ actual, /** @type {string} */ verdict) =>
    place([measured('slow@ping', 3, { ...ping, faster: 'mine@ping', required: true, verdict, interval: [1.2, 9] })], lab, count(actual))
  t.match(counted(0, 'broken'), { ...none, number: 1, next: 'fast' })
  t.match(counted(0, 'undecided'), { number: 1, isUnclear: true })
  t.match(counted(0, 'holds'), { ...none, number: 2 })
  t.match(counted(50, 'broken'), { ...none, number: 0 })
})

t.test('a claim under another workload decides by its verdict', async (t) => {
  const ping = { id: 'ping', faster: 'fast@ping', than: 'first@ping', metric: 'p99', atLeast: 1.2 }
  const stall = { ...ping, id: 'stall', metric: 'stall' }
  const own = measured('slow', 4, { required: true, verdict: 'holds', atLeast: 1.5 })
  const under = (/** @type {any} */ claim, /** @type {string} */ verdict) =>
    measured('first@ping', 2, { ...claim, faster: 'mine@ping', required: true, verdict })
  const reached = (/** @type {any[]} */ ...claims) => place(claims, { claims: [{ ...main, faster: 'first', atLeast: 1.5 }, ping, stall] })
  const holds = under(stall, 'holds')
  t.match(reached(own), { ...none, number: 1, next: 'fast', about: null }, 'what was not measured is not reached, and not named as next')
  t.match(reached(own, under(ping, 'holds'), holds), { ...none, number: 2 })
  t.match(reached(own, under(ping, 'holds'), under(stall, 'broken')), { ...none, number: 1, about: 'do that' })
  t.match(reached(own, under(ping, 'undecided'), holds), { ...none, number: 1, isUnclear: true })
  t.match(reached(own, { ...under(ping, 'undecided'), ratio: 1.05, interval: [0.9, 1.25] }, holds), { ...none, number: 1, about: null }, 'as good as the step before')
  t.match(reached({ ...own, ratio: 1, interval: [0.95, 1.05], verdict: 'broken' }, under(ping, 'holds'), holds), { ...none, number: 0, alsoReached: ['fast'] }, 'a later step without an earlier one')
})

t.test('nothing measured has no place, also if the file is a step of the lab', async (t) => {
  for (const same of [undefined, 'fast']) t.equal(place([], {}, [], same), undefined)
})

t.test('a wrong count places an attempt at the step that counts alike', async (t) => {
  const lab = { counters: { it: { counts: 'map', slow: 'every call', first: 100, fast: 'never' } } }
  t.match(place([], lab, count(100, 0)), { ...none, number: 1, isCounted: true })
  t.match(place([measured('slow', 0.4)], lab, count(100, 0)), { ...none, number: 0, isSlower: true }, 'but a file that costs more than slow has reached nothing')
  t.match(place([], lab, count(1, 0)), { ...none, number: 0, isCounted: true })
})

t.test('a check places a file by its counts, as far as these tell', async (t) => {
  const lab = /** @type {any} */ ({ variants, steps, claims: [main] })
  const every = { counts: 'map', slow: 'every call', fast: 'never' }
  const counted = (/** @type {any[]} */ counters, /** @type {object} */ it = { ...every, first: 'never' }) => findStepByCounts(counters, { ...lab, counters: { it } })
  t.equal(counted(count(1, 0)), null, 'the start')
  t.equal(counted(count(0)), 'first', 'right counts alone reach no last step')
  t.equal(counted(count(0), every), undefined, 'the lab counts nothing of the first step')
  t.equal(counted([]), undefined)
})

t.test("a lab's own step is told as that step, whatever a noisy run measured", async (t) => {
  const claims = [noisy('slow', 0.7, 0.2, 3), noisy('fast', 0.1, 0.02, 2)]
  t.match(place(claims, {}, [], 'first'), { ...none, number: 1, reached: 'first', next: 'fast' })
  t.match(place(claims, {}, [], 'fast'), { ...none, number: 2, next: null })
  const lab = await loadNamedLab('pbkdf2-event-loop')
  for (const variant of ['async', 'fast']) t.equal(findSameVariant(lab, lab.files[variant]), variant)
  t.equal(findSameVariant(lab, lab.files.slow), undefined)
})
