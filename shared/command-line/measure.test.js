import t from 'tap'
import { loadNamedLab } from '@hotpath-labs/lab/project/timetable.js'
import { FakeMachine } from '@hotpath-labs/engine/fake-machine.js'
import { planAttempt } from '@hotpath-labs/lab/plans.js'
import { combineAttemptResults, measureAttempt } from './measure.js'

/** An observer that shows nothing. @returns {any} */
const silent = () => ({ waiting () {}, measuring () {}, stop () {} })

const ANSWERS = { answers: { oracle: { verdict: 'same', checked: 4, difference: null }, counters: [] } }

/** @param {string} name of a lab @param {Record<string, number>} usPerOperation @param {object} [more] of the machine and the attempt */
async function judge (name, usPerOperation, { noise = 0.02, file = '/my/mine.cjs', ...machine } = {}) {
  const lab = await loadNamedLab(name)
  const made = new FakeMachine({ usPerOperation, noise, answers: ANSWERS, secondsPerPair: 0.5, ...machine })
  const result = await measureAttempt(planAttempt(lab, file), { seed: 1, seconds: 60, machine: () => made }, silent)
  return { result, step: result.step, machine: made }
}

const COSTS = { slow: 8, 'four-shapes': 4, 'two-orders': 1.2, fast: 1, limit: 0.9 }

t.test('an attempt is as far as the step whose cost it has', async (t) => {
  for (const [mine, number, verdict] of /** @type {[number, number, string][]} */ ([[8, 0, 'broken'], [4.1, 1, 'broken'], [1.05, 2, 'holds']])) {
    const { result, step, machine } = await judge('hidden-classes', { ...COSTS, mine })
    t.match([step, result.verdict], [{ number, isUnclear: false, isBeyond: false }, verdict], `${mine}`)
    t.equal(machine.running, 0)
  }
})

t.test("a lab's own program is told as its step on the noisiest machine, and costs no pair for it", async (t) => {
  const lab = await loadNamedLab('hidden-classes')
  for (const [variant, number] of /** @type {const} */ ([['four-shapes', 1], ['fast', 2]])) {
    const costs = { ...COSTS, mine: COSTS[variant] }
    const { step } = await judge('hidden-classes', costs, { noise: 1, file: lab.files[variant] })
    t.match(step, { number, isUnclear: false }, variant)
  }
})

t.test('an attempt that counts wrongly is timed, and does not pass', async (t) => {
  const counters = [{ name: 'parses', variant: 'mine', expected: 0, actual: 1, holds: false }]
  const { result } = await judge('hidden-classes', { ...COSTS, mine: 1 }, { answers: { answers: { ...ANSWERS.answers, counters } } })
  t.equal(result.verdict, 'broken')
  t.ok(result.claims[0].ratio > 4, `${result.claims[0].ratio}`)
})

t.test('successive measurements become one result with the verdict of the last', async (t) => {
  const result = (/** @type {string} */ verdict, /** @type {string} */ id) => /** @type {any} */ ({
    verdict, seconds: 1, variants: { [id]: {} }, oracle: { verdict: 'same', checked: 2 }, claims: [{ id, verdict }], limit: id === 'mine' ? { fraction: 0.5 } : null,
  })
  t.match(combineAttemptResults([result('undecided', 'mine')]), { verdict: 'undecided', seconds: 1, oracle: { checked: 2 } })
  const both = combineAttemptResults([result('holds', 'mine'), result('broken', 'stall')])
  t.match(both, { verdict: 'broken', seconds: 2, oracle: { checked: 4 }, limit: { fraction: 0.5 } })
  t.same(both.claims.map(({ id }) => id), ['mine', 'stall'])
  t.same(Object.keys(both.variants), ['mine', 'stall'])
  t.match(combineAttemptResults([result('holds', 'mine'), { ...result('cannot run', 'stall'), claims: [], oracle: null }]), { verdict: 'cannot run', oracle: null })
})
