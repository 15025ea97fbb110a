import t from 'tap'
import jstat from 'jstat'
import { MACHINES, estimateRates, simulateRun } from './fixtures/simulation.js'
import { estimateNoisePrior } from './prior.js'
import { ATTEMPT_ERROR_RATES, CLAIM_ERROR_RATES, INTERIM_ANALYSIS_PAIR_COUNTS, judgeRatios, classifyInformationalRatio } from './rule.js'
import { LARGEST_EQUAL_LOG_RATIO } from './same.js'
import { createRandom } from './random.js'

/** @import { Target } from './rule.js' */

const { jStat } = jstat

/** Machines that decide a run: with 20 % and more, a true 1.25 of the minimum may need more pairs than a run has. */
const QUIET = Object.keys(MACHINES).filter((name) => !/[23]0 %/.test(name))

/** @param {number} count @param {number} of @returns {number} the rate exceeded with 99 % confidence (exact: Clopper & Pearson 1934) */
const leastRate = (count, of) => count === 0 ? 0 : jStat.beta.inv(0.01, count, of - count + 1)

/** Runs of an estimate: the rate of one wrong verdict in 10,000 then has a standard error of 5 to 50 %. The seeds are fixed. */
const RUNS = 20_000
const FEWER = 2_000

for (const [name, create] of Object.entries(MACHINES)) {
  t.test(name, async (t) => {
    const random = createRandom(1)
    const start = create(random)
    const alike = estimateRates(RUNS, random, start, 1.4, { atLeast: 1.4 })
    t.ok(alike.holds.rate <= CLAIM_ERROR_RATES.holds, `holds by mistake, at the minimum: ${alike.holds.rate}`)
    t.ok(alike.broken.rate <= CLAIM_ERROR_RATES.broken, `broken by mistake, at the minimum: ${alike.broken.rate}`)
    const same = estimateRates(RUNS, random, start, Math.exp(LARGEST_EQUAL_LOG_RATIO), { same: true })
    t.ok(same.holds.rate <= CLAIM_ERROR_RATES.holds, `the same by mistake, at 1.10: ${same.holds.rate}`)
    t.ok(same.broken.rate <= CLAIM_ERROR_RATES.broken, `not the same by mistake, at 1.10: ${same.broken.rate}`)

    const simulate = (/** @type {number} */ ratio, /** @type {Target} */ target) =>
      Array.from({ length: FEWER }, () => simulateRun(random, start, ratio, target))
    const share = (/** @type {{ verdict: string }[]} */ runs, /** @type {string} */ wanted) =>
      leastRate(runs.filter(({ verdict }) => verdict === wanted).length, FEWER)
    const clear = simulate(10, { atLeast: 3 })
    const held = clear.filter(({ values, spreads }) => {
      const { interval: [low, high] } = judgeRatios(values, { atLeast: 3 }, estimateNoisePrior(spreads))
      return low <= 10 && high >= 10
    }).length
    t.ok(held >= 0.93 * FEWER, `the 95 % interval has the truth where the run stopped: ${held} in ${FEWER}`)
    t.ok(share(clear, 'holds') >= 0.99, 'a clear claim is found')
    if (!QUIET.includes(name)) return
    t.ok(share(simulate(1.3, { atLeast: 1.3 / 1.25 }), 'holds') >= 0.985, 'a true claim with its usual margin is found')
    t.ok(share(simulate(1 / 1.5, { atLeast: 1.25 }), 'broken') >= 0.985, 'a lost speedup is found')
  })
}

t.test('an attempt is judged sooner, at a larger error', async (t) => {
  for (const name of Object.keys(MACHINES)) {
    const random = createRandom(4)
    const start = MACHINES[name](random)
    const runs = Array.from({ length: FEWER }, () => simulateRun(random, start, 1.4, { atLeast: 1.4 }, 0, ATTEMPT_ERROR_RATES))
    for (const wrong of /** @type {const} */ (['holds', 'broken'])) {
      const times = runs.filter(({ verdict }) => verdict === wrong).length
      t.ok(leastRate(times, FEWER) <= ATTEMPT_ERROR_RATES.holds, `${name}: ${wrong} by mistake in ${times} of ${FEWER}`)
    }
    const held = runs.filter(({ values, spreads }) => {
      const { interval: [low, high] } = judgeRatios(values, { atLeast: 1.4 }, estimateNoisePrior(spreads), { isAttempt: true })
      return low <= 1.4 && high >= 1.4
    }).length
    t.ok(held >= 0.98 * FEWER, `${name}: the interval has the truth in ${held} of ${FEWER}`)
  }
})

t.test('a rule that is wrong too often is found out', async (t) => {
  const random = createRandom(2)
  const { holds, broken } = estimateRates(RUNS, random, MACHINES['normal, 10 %'](random), 1.42, { atLeast: 1.4 })
  t.ok(holds.rate > CLAIM_ERROR_RATES.holds, `a ratio of 1 % above the minimum holds more often: ${holds.rate}`)
  t.ok(broken.rate > 0 && broken.rate < CLAIM_ERROR_RATES.broken)
})

t.test('power at 1.10 times the minimum', async (t) => {
  for (const name of ['normal, 2 %', 'bursts: nine in ten 1.5 %, one 15 %']) {
    const random = createRandom(3)
    const start = MACHINES[name](random)
    const holds = Array.from({ length: FEWER }, () => simulateRun(random, start, 1.1, { atLeast: 1 })).filter(({ verdict }) => verdict === 'holds').length
    t.ok(leastRate(holds, FEWER) >= 0.985, `${name}: ${holds} in ${FEWER}`)
  }
})

t.test('two clear pairs decide if their blocks agree too', async (t) => {
  t.equal(judgeRatios([1.9, 1.92], { atLeast: 1.4 }).verdict, 'holds')
  t.equal(judgeRatios([-1.9, -1.92], { atLeast: 1.4 }).verdict, 'broken')
  t.equal(judgeRatios([1.9, 1.92], { atLeast: 1.4 }, estimateNoisePrior([0.3, 0.3])).verdict, 'undecided')
  t.equal(judgeRatios([1.1, 1.12], { atLeast: 1.4 }, estimateNoisePrior([], 'apart')).verdict, 'undecided', 'nor where each side had a processor of its own')
})

t.test('agreement by chance is not certainty', async (t) => {
  t.equal(judgeRatios([0.11, 0.11, 0.11], { atLeast: 1 }).verdict, 'undecided')
  t.equal(judgeRatios([0.6, 0.62, 0.55, 0.61], { atLeast: 1 }, estimateNoisePrior([], 'apart')).verdict, 'undecided', 'four pairs in a state that lasts, as they were recorded')
})

t.test('no verdict between two analyses', async (t) => {
  t.notOk(INTERIM_ANALYSIS_PAIR_COUNTS.includes(7))
  t.equal(judgeRatios(Array(7).fill(2), { atLeast: 1 }).verdict, 'undecided')
  t.equal(judgeRatios(Array(8).fill(2), { atLeast: 1 }).verdict, 'holds')
})

t.test('the interval decides a claim for information', async (t) => {
  t.equal(classifyInformationalRatio([1.2, 1.4]), 'faster')
  t.equal(classifyInformationalRatio([0.5, 0.9]), 'slower')
  t.equal(classifyInformationalRatio([0.95, 1.05]), 'same')
  t.equal(classifyInformationalRatio([0.8, 1.3]), 'undecided')
})
