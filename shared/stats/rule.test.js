import t from 'tap'
import jstat from 'jstat'
import { FALSE_BROKEN, FALSE_HOLDS, LOOKS, SAME_WITHIN, judge, verdictAt } from './rule.js'
import { seeded } from './random.js'

const { jStat } = jstat

/** @param {import('./random.js').Random} random @returns {() => number} standard normal (Box & Muller 1958) */
function normal (random) {
  return () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}

/** @type {Record<string, (random: import('./random.js').Random) => () => number>} */
const NOISE = {
  'normal, 2 %': (random) => { const draw = normal(random); return () => 0.02 * draw() },
  'normal, 10 %': (random) => { const draw = normal(random); return () => 0.1 * draw() },
  'bursts: nine in ten 1.5 %, one 15 %': (random) => { const draw = normal(random); return () => (random() < 0.9 ? 0.015 : 0.15) * draw() },
  'very noisy: four in five 4 %, one 25 %': (random) => { const draw = normal(random); return () => (random() < 0.8 ? 0.04 : 0.25) * draw() },
}

/**
 * One run of the rule to its verdict.
 *
 * @param {() => number} noise
 * @param {number} ratio the true one
 * @param {import('./rule.js').Target} target
 */
function run (noise, ratio, target) {
  /** @type {number[]} */
  const values = []
  for (const look of LOOKS) {
    while (values.length < look) values.push(Math.log(ratio) + noise())
    const verdict = verdictAt(values, target)
    if (verdict !== 'undecided') return verdict
  }
  return 'undecided'
}

/** How often each verdict comes out of so many runs. @param {number} runs @param {() => import('./rule.js').Verdict} one */
function counts (runs, one) {
  const count = { holds: 0, broken: 0, undecided: 0 }
  for (let i = 0; i < runs; i++) count[one()]++
  return count
}

/** The rate that so many of so many runs stay below with 99 % confidence, and the one they exceed (exact: Clopper & Pearson 1934). */
const mostRate = (/** @type {number} */ count, /** @type {number} */ of) => jStat.beta.inv(0.99, count + 1, of - count)
const leastRate = (/** @type {number} */ count, /** @type {number} */ of) => count === 0 ? 0 : jStat.beta.inv(0.01, count, of - count + 1)

/** So many that the rate is told from 1 in 1000. The seeds are fixed: it passes or it does not. */
const MANY = 50_000
/** At a noise of 10 % the rate is 7 in 10,000, which takes more; at the others it is 1 in 10,000. */
const MORE = 150_000
const FEWER = 5_000

for (const [name, noise] of Object.entries(NOISE)) {
  t.test(name, async (t) => {
    const runs = name === 'normal, 10 %' ? MORE : MANY
    const draw = noise(seeded(1))
    const alike = counts(runs, () => run(draw, 1.4, { floor: 1.4 }))
    t.ok(mostRate(alike.holds, runs) <= FALSE_HOLDS, `holds by mistake, true ratio = floor: ${alike.holds} in ${runs}`)
    t.ok(leastRate(alike.broken, runs) <= FALSE_BROKEN, `broken by mistake, true ratio = floor: ${alike.broken} in ${runs}`)
    const same = counts(MANY, () => run(draw, Math.exp(SAME_WITHIN), { same: true }))
    t.ok(mostRate(same.holds, MANY) <= FALSE_HOLDS, `the same by mistake, at 1.10: ${same.holds} in ${MANY}`)
    t.ok(leastRate(same.broken, MANY) <= FALSE_BROKEN, `not the same by mistake, at 1.10: ${same.broken} in ${MANY}`)

    const found = counts(FEWER, () => run(draw, 1.3, { floor: 1.3 / 1.25 }))
    t.ok(leastRate(found.holds, FEWER) >= 0.99, `a true claim with its usual margin is found: ${found.holds} in ${FEWER}`)
    const lost = counts(FEWER, () => run(draw, 1 / 1.5, { floor: 1.25 }))
    t.ok(leastRate(lost.broken, FEWER) >= 0.99, `a lost speedup is found: ${lost.broken} in ${FEWER}`)
  })
}

t.test('power at 1.10 times the floor', async (t) => {
  for (const name of ['normal, 2 %', 'bursts: nine in ten 1.5 %, one 15 %']) {
    const draw = NOISE[name](seeded(3))
    const { holds } = counts(FEWER, () => run(draw, 1.1, { floor: 1 }))
    t.ok(leastRate(holds, FEWER) >= 0.99, `${name}: ${holds} in ${FEWER}`)
  }
})

t.test('two clear pairs decide', async (t) => {
  t.equal(judge([1.9, 1.92], { floor: 1.4 }).verdict, 'holds')
  t.equal(judge([-1.9, -1.92], { floor: 1.4 }).verdict, 'broken')
})

t.test('agreement by chance is not certainty', async (t) => {
  t.equal(judge([0.11, 0.11, 0.11], { floor: 1 }).verdict, 'undecided')
})

t.test('no verdict between two looks', async (t) => {
  t.notOk(LOOKS.includes(7))
  t.equal(judge(Array(7).fill(2), { floor: 1 }).verdict, 'undecided')
  t.equal(judge(Array(8).fill(2), { floor: 1 }).verdict, 'holds')
})
