import t from 'tap'
import { FEWER, checkMachine, leastRate } from './fixtures/check-machine.js'
import { MACHINES, simulateRun } from './fixtures/simulation.js'
import { createRandom } from './random.js'
import { estimateNoisePrior, ATTEMPT_ERROR_RATES, INTERIM_ANALYSIS_PAIR_COUNTS, judgeRatios, classifyInformationalRatio, forecastDecision } from './rule.js'

// rule.long.test.js checks all machines
const [name] = Object.keys(MACHINES).filter((one) => one.startsWith('bursts'))
t.test(name, async (t) => checkMachine(t, name))

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
    t.ok(leastRate(FEWER - held, FEWER) <= 2 * ATTEMPT_ERROR_RATES.holds, `${name}: the interval has the truth in ${held} of ${FEWER}`)
  }
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

/** So many pairs around a centre, which scatter by about so much. */
const pairs = (centre, scatter, pairs) => Array.from({ length: pairs }, (_, index) => centre + scatter * (index % 2 ? 1 : -1))

t.test('a forecast: nothing decides a ratio at its floor, less noise a clear one, more pairs one near it', async (t) => {
  t.match(forecastDecision(pairs(Math.log(1.305), 0.02, 54), { atLeast: 1.3 }), { needs: 'nothing', pairs: null, allowed: true })
  t.match(forecastDecision(pairs(Math.log(1.5), 0.9, 11), { atLeast: 1.25 }), { needs: 'less noise', allowed: false })
  t.match(forecastDecision(pairs(Math.log(1.25), 0.9, 11), { atLeast: 1.25 }), { needs: 'less noise' }, 'under noise nobody knows that it is close')
  const { needs, pairs: wanted } = forecastDecision(pairs(Math.log(1.5), 0.2, 5), { atLeast: 1.25 })
  t.equal(needs, 'more pairs')
  t.ok(Number(wanted) > 5 && INTERIM_ANALYSIS_PAIR_COUNTS.includes(Number(wanted)))
})

t.test('a verdict that this noise allowed is missing for another reason', async (t) => {
  const isAllowed = (centre, scatter, target) => forecastDecision(pairs(centre, scatter, 16), target).allowed
  t.ok(isAllowed(Math.log(1.27), 0.02, { atLeast: 1.25 }))
  t.ok(isAllowed(0.09, 0.01, { same: true }))
  t.notOk(isAllowed(0.09, 0.2, { same: true }))
  t.ok(isAllowed(0.09, 0.2, { same: true, equivalenceMargin: 0.5 }), 'a claim that leaves more room bears more noise')
})

t.test('after the last analysis no more pairs are advised', async (t) => {
  // 4.5 standard errors below the floor: too few for broken, which is seldom said by mistake, and the last look has been taken
  t.match(forecastDecision(pairs(Math.log(1.25) - 0.061, 0.1, 54), { atLeast: 1.25 }), { pairs: null })
  const pairsOf = (centre) => Number(forecastDecision(pairs(centre, 0.2, 6), { atLeast: 1 }).pairs)
  t.ok(pairsOf(-0.25) >= pairsOf(0.25), 'broken takes as many pairs as holds, or more')
})
