import t from 'tap'
import { FALSE_BROKEN, FALSE_HOLDS, LOOKS, SAME_WITHIN, judge } from './rule.js'
import { seeded } from './random.js'

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
    const { verdict } = judge(values, target)
    if (verdict !== 'undecided') return { verdict, pairs: look }
  }
  return { verdict: 'undecided', pairs: values.length }
}

/** How many of so many runs come out so. @param {number} runs @param {() => { verdict: string }} one @param {string} verdict */
function share (runs, one, verdict) {
  let count = 0
  for (let i = 0; i < runs; i++) if (one().verdict === verdict) count++
  return count / runs
}

/** Seeds are fixed, so this is no flaky bound: it says what these runs gave, and leaves room only for their own error. */
const RUNS = 20_000
/** The most of RUNS that a true rate gives in 999 of 1000 series (normal approximation of the binomial). */
const atMost = (/** @type {number} */ rate) => rate + 3.1 * Math.sqrt(rate / RUNS)

for (const [name, noise] of Object.entries(NOISE)) {
  t.test(name, async (t) => {
    for (const target of [{ floor: 1 }, { floor: 3 }]) {
      const draw = noise(seeded(1))
      const one = () => run(draw, target.floor, target)
      t.ok(share(RUNS, one, 'holds') <= atMost(FALSE_HOLDS), `holds by mistake, true ratio = floor = ${target.floor}`)
      t.ok(share(RUNS, one, 'broken') <= atMost(FALSE_BROKEN), `broken by mistake, true ratio = floor = ${target.floor}`)
    }
    const draw = noise(seeded(2))
    t.ok(share(RUNS, () => run(draw, Math.exp(SAME_WITHIN), { same: true }), 'holds') <= atMost(FALSE_HOLDS), 'the same by mistake, at 1.10')
    t.ok(share(RUNS, () => run(draw, 1.3, { floor: 1.3 / 1.25 }), 'holds') >= 0.99, 'a true claim with its usual margin is found')
    t.ok(share(500, () => run(draw, 1 / 1.5, { floor: 1.25 }), 'broken') >= 0.99, 'a lost speedup is found')
  })
}

t.test('power at 1.10 times the floor', async (t) => {
  for (const name of ['normal, 2 %', 'bursts: nine in ten 1.5 %, one 15 %']) {
    const draw = NOISE[name](seeded(3))
    t.ok(share(RUNS, () => run(draw, 1.1, { floor: 1 }), 'holds') >= 0.99, name)
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

t.test('exchanged sides give the mirrored verdict and the inverse ratio', async (t) => {
  const draw = NOISE['normal, 2 %'](seeded(4))
  for (let i = 0; i < 200; i++) {
    const values = Array.from({ length: 6 }, () => 0.3 * draw() / 0.02)
    const there = judge(values, { same: true })
    const back = judge(values.map((value) => -value), { same: true })
    t.equal(there.verdict, back.verdict)
    t.ok(Math.abs(there.ratio * back.ratio - 1) < 1e-12)
    t.ok(Math.abs(there.interval[0] * back.interval[1] - 1) < 1e-12)
  }
})
