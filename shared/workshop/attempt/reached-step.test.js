import t from 'tap'
import { formatReachedExerciseStep } from '@hotpath-labs/lab/report/attempt.js'
import { findReachedStep } from './reached-step.js'

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

/** @param {any[]} claims measured @param {object} lab @returns {string} */
const said = (claims, lab) =>
  formatReachedExerciseStep(/** @type {any} */ (
    findReachedStep({ claims, counters: [] }, /** @type {any} */ ({ variants, claims: [main], ...lab }))))

t.test('an attempt is placed beside fast, if that is the only step', async (t) => {
  const lab = { steps: { fast: 'do that' } }
  t.equal(said([measured('slow', 0.7), measured('fast', 0.1)], lab), 'step 0 of 1: slower than slow; next: do that')
  t.equal(said([measured('slow', 2), measured('fast', 0.3)], lab), 'step 0 of 1: not yet at fast; next: do that')
  t.equal(said([measured('slow', 6.5), measured('fast', 1)], lab), 'step 1 of 1: past slow, at fast, the last step')
  t.equal(said([measured('slow', 13), measured('fast', 2)], lab), 'step 1 of 1: beyond fast, the last step')
  t.equal(said([measured('slow', 6.8), measured('fast', 1.05)], lab), 'step 1 of 1: past slow, at fast, the last step', 'equal programs differ by as much')
})

t.test('a step is reached by its program\'s speed, or by what a claim asks for', async (t) => {
  const byClaim = { steps, claims: [main, { ...main, id: 'own', faster: 'first', atLeast: 1.5 }] }
  t.equal(said([measured('slow', 1), measured('fast', 0.15)], byClaim), 'step 0 of 2: not yet at first; next: do this')
  t.equal(said([measured('slow', 3), measured('fast', 0.5)], byClaim), 'step 1 of 2: past slow, at first; next: do that')
  t.equal(said([measured('slow', 6), measured('fast', 0.95)], byClaim), 'step 2 of 2: past first, at fast, the last step')
  const bySpeed = { steps, claims: [main, { ...main, id: 'later', than: 'first', atLeast: 1.1 }] }
  t.equal(said([measured('slow', 2), measured('first', 0.3), measured('fast', 0.15)], bySpeed), 'step 0 of 2: not yet at first; next: do this')
  t.equal(said([measured('slow', 6), measured('first', 0.97), measured('fast', 0.44)], bySpeed), 'step 1 of 2: past slow, at first; next: do that')
  t.equal(said([measured('slow', 14), measured('first', 2.2), measured('fast', 1)], bySpeed), 'step 2 of 2: past first, at fast, the last step')
})

t.test('a step of another metric than the one before is reached when the attempt is nearer to it than to slow', async (t) => {
  const own = { id: 'own', faster: 'first@ping', than: 'slow@ping', metric: 'stall', atLeast: 2 }
  const lab = { steps, claims: [main, own] }
  const waits = measured('slow@ping', 12, { id: 'own', faster: 'mine@ping', metric: 'stall', required: true, verdict: 'holds', atLeast: 2 })
  t.equal(said([waits, measured('slow', 14), measured('fast', 0.03)], lab), 'step 1 of 2: past slow, at first; next: do that')
  t.equal(said([waits, measured('slow', 280), measured('fast', 0.6)], lab), 'step 2 of 2: past first, at fast, the last step', 'with less warm-up than fast')
})

t.test('a run that cannot tell two steps apart says so', async (t) => {
  const lab = { steps, claims: [main, { ...main, id: 'later', than: 'first', atLeast: 1.1 }] }
  const noisy = [measured('slow', 10), measured('first', 1.5, { interval: [0.8, 3] }), measured('fast', 0.7, { interval: [0.3, 1.6] })]
  t.equal(said(noisy, lab), 'step 1 of 2: at first or already at fast, this run cannot tell which; next: do that')
  const single = [measured('slow', 10, { interval: [0, null] }), measured('first', 1, { interval: [0, null] }), measured('fast', 0.5, { interval: [0, null] })]
  t.match(said(single, lab), /^step 0 of 2: .* slow .* first/, 'one pair has no interval')
})

t.test('a claim under another workload decides by its verdict', async (t) => {
  const ping = { id: 'ping', faster: 'fast@ping', than: 'first@ping', metric: 'p99', atLeast: 1.2 }
  const stall = { ...ping, id: 'stall', metric: 'stall' }
  const lab = { steps, claims: [{ ...main, faster: 'first', atLeast: 1.5 }, ping, stall] }
  const own = measured('slow', 4, { required: true, verdict: 'holds', atLeast: 1.5 })
  const under = (/** @type {any} */ claim, /** @type {string} */ verdict) =>
    measured('first@ping', 2, { id: claim.id, faster: 'mine@ping', metric: claim.metric, required: true, verdict, atLeast: 1.2 })
  t.equal(said([own], lab), 'step 1 of 2: past slow, at first; next: do that', 'what was not measured is not reached')
  t.equal(said([own, under(ping, 'holds'), under(stall, 'holds')], lab), 'step 2 of 2: past first, at fast, the last step')
  t.equal(said([own, under(ping, 'holds'), under(stall, 'broken')], lab), 'step 1 of 2: past slow, at first; next: do that')
  t.match(said([own, under(ping, 'undecided'), under(stall, 'holds')], lab), /first .* fast/)
  const alike = { ...under(ping, 'undecided'), ratio: 1.05, interval: [0.9, 1.25] }
  t.match(said([own, alike, under(stall, 'holds')], lab), /^step 1 of 2: .* slow, .* first; next/, 'as good as the step before')
  const broken = { ...own, ratio: 1, interval: [0.95, 1.05], verdict: 'broken' }
  t.equal(said([broken, under(ping, 'holds'), under(stall, 'holds')], lab),
    'step 0 of 2: not yet at first; already as good as fast, but not as good as the earlier step first; next: do this', 'a later step without an earlier one')
})

t.test('nothing measured has no place', async (t) => {
  t.equal(findReachedStep({ claims: [], counters: [] }, /** @type {any} */ ({ variants, claims: [main] })), undefined)
})

t.test('a wrong count places an attempt at the step that counts alike', async (t) => {
  const lab = { variants, steps, claims: [main], counters: { made: { counts: 'map', slow: 'every call', first: 100, fast: 'never' } } }
  const counted = (/** @type {number} */ actual) =>
    formatReachedExerciseStep(/** @type {any} */ (findReachedStep({ claims: [], counters: [{ name: 'made', variant: 'mine', expected: 0, actual, holds: false }] }, /** @type {any} */ (lab))))
  t.equal(counted(100), 'step 1 of 2: past slow, at first by its counts; next: do that')
  t.equal(counted(1), 'step 0 of 2: not yet at first by its counts; next: do this')
})
