import t from 'tap'
import { FakeMachine } from '@hotpath-labs/engine/fake-machine.js'
import { estimateNoisePrior, INTERIM_ANALYSIS_PAIR_COUNTS } from '@hotpath-labs/engine/stats/rule.js'
import { createRandom } from '@hotpath-labs/engine/stats/random.js'
import { mean } from '@hotpath-labs/engine/stats/sample.js'
import { judgeDrawnPairs } from './drawn-pairs.js'
import { Schedule, findMostSeconds, measureAndConfirmVerdict } from './judge-pairs.js'
import { FALSE_ALARM_RATE, doBaseProcessesDiffer, findErrorRateShare, judgeMeasuredPairs, planAnalysis } from './rule.js'

/**
 * @import { Random } from '@hotpath-labs/engine/stats/random.js'
 * @import { Draws } from './drawn-pairs.js'
 */

const MARGIN = Math.log(1.05)

/** Seconds of a pair, so that ten seconds have 25. */
const PAIR = 0.4

/** @param {Random} random */
const normal = (random) => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())

/** Noise of pairs: quiet; of a busy machine; with one odd process in ten. @type {Record<string, (random: Random) => number>} */
const NOISE = {
  quiet: (random) => 0.02 * normal(random),
  busy: (random) => 0.12 * normal(random),
  odd: (random) => (random() < 0.1 ? 0.4 : 0.03) * normal(random),
}

/**
 * @param {Random} random
 * @param {Pick<Drawn, 'effect' | 'noise' | 'bias'>} drawn
 * @returns {Draws}
 */
function drawPairs (random, { effect, noise, bias = 0 }) {
  const prior = estimateNoisePrior([0.02])
  return { takeHead: () => effect + noise(random), takeControl: () => bias + noise(random), pairMs: 1000 * PAIR, prior }
}

/**
 * @typedef {object} Drawn
 * @property {number} effect
 * @property {(random: Random) => number} noise
 * @property {number} [seconds]
 * @property {number} [mostSeconds] with a confirmation, where a user set the seconds
 * @property {number} [benchmarks] that share the error
 * @property {'gate' | 'claim'} [asks]
 * @property {number} [bound]
 * @property {number} [bias] of the control
 */

/** @param {Random} random @param {Drawn} how */
async function draw (random, { effect, noise, seconds = 10, mostSeconds = Infinity, benchmarks = 1, asks = 'gate', bound = MARGIN, bias }) {
  const question = { asks, bound, falseAlarm: FALSE_ALARM_RATE / benchmarks }
  return judgeDrawnPairs(drawPairs(random, { effect, noise, bias }), { question, seconds, mostSeconds, margin: MARGIN })
}

/**
 * @param {number} times @param {number} seed @param {Drawn} how @param {string[]} verdicts
 * @returns {Promise<number>} the share of calls with one of these
 */
async function shareOfVerdict (times, seed, how, ...verdicts) {
  const random = createRandom(seed)
  return shareOf(times, async () => verdicts.includes(String((await draw(random, how)).verdict)))
}

/** @param {number} times @param {(index: number) => Promise<boolean>} happens @returns {Promise<number>} a share */
async function shareOf (times, happens) {
  let count = 0
  for (let index = 0; index < times; index++) if (await happens(index)) count++
  return count / times
}

t.test('all analyses together spend the whole error, wherever the time ends', async (t) => {
  for (const last of [2, 7, 13, 54]) {
    const earlier = INTERIM_ANALYSIS_PAIR_COUNTS.filter((look) => look < last)
    const before = earlier.reduce((sum, look) => sum + findErrorRateShare(look, false), 0)
    t.ok(Math.abs(before + findErrorRateShare(last, true) - 1) < 1e-9, String(last))
    const schedule = new Schedule({ seconds: last, leavesTime: true })
    let red = 0
    for (let pairs = 1; pairs <= last; pairs++) {
      const isOver = (/** @type {number} */ seconds) => pairs > 1 && pairs + 1 > seconds
      red += schedule.plan(/** @type {any} */ ({ pairs, isOver })).red
    }
    t.ok(Math.abs(red - 1) < 1e-9, `${last}, where the last analysis leaves time for a confirmation`)
  }
  t.equal(findErrorRateShare(7, false), 0, 'between two analyses nothing is judged')
})

for (const [name, noise] of Object.entries(NOISE)) {
  t.test(`${name}: programs slower by exactly the margin are called slower in at most 1 call in 100`, async (t) => {
    const random = createRandom(7)
    // The ten benchmarks of a call share its error rate. Faster programs are called slower less often.
    const share = await shareOf(200, async () => {
      for (let one = 0; one < 10; one++) if ((await draw(random, { effect: MARGIN, noise, benchmarks: 10 })).verdict === 'slower') return true
      return false
    })
    t.ok(share <= 0.01, String(share))
  })
}

t.test('a slowdown of 1.10 times the margin\'s limit is found in 95 of 100 calls of ten seconds', async (t) => {
  t.ok(await shareOfVerdict(400, 11, { effect: Math.log(1.05 * 1.1), noise: NOISE.quiet }, 'slower') >= 0.95)
})

t.test('where a user set the seconds, all are used before the verdict stays open, a fifth more at most, and advice names more', async (t) => {
  for (const [name, noise] of Object.entries(NOISE)) {
    const random = createRandom(43)
    for (const effect of [0, 0.03, MARGIN, 0.1, 0.2]) {
      for (let times = 0; times < 60; times++) {
        const { verdict, pairs, forecast, confirmation } = await draw(random, { effect, noise, mostSeconds: 12 })
        const spent = Number(pairs) * PAIR
        t.ok(spent <= 12, `${name}, ${effect}: ${verdict} after ${spent} s`)
        if (verdict !== 'undecided') continue
        t.ok(spent > (confirmation ? 12 - 2 * PAIR : 10 - PAIR), `${name}, ${effect}: open after ${spent} s`)
        t.ok(!forecast?.seconds || forecast.seconds >= 12, `--seconds ${forecast?.seconds}`)
      }
    }
  }
  const disturbed = await draw(createRandom(23), { effect: 0.3, noise: NOISE.quiet, bias: 0.3, mostSeconds: 12 })
  t.match(disturbed, { verdict: 'undecided', disturbed: true, reason: /and so did fresh pairs/ })
  t.ok(Number(disturbed.pairs) * PAIR > 11)
})

t.test('where a user set the seconds, the errors are as small, and clear slowdowns are found', async (t) => {
  for (const noise of Object.values(NOISE)) t.ok(await shareOfVerdict(500, 47, { effect: MARGIN, noise, mostSeconds: 12 }, 'slower') <= 0.01)
  t.ok(await shareOfVerdict(300, 53, { effect: Math.log(1.05 * 1.1), noise: NOISE.quiet, mostSeconds: 12 }, 'slower') >= 0.95)
})

t.test('what a benchmark takes at most: its seconds and a confirmation, or as many slow pairs', async (t) => {
  t.equal(findMostSeconds({ seconds: 15 }), 30)
  t.equal(findMostSeconds({ seconds: 15 }, 9), 108)
  t.equal(findMostSeconds({ seconds: 10, mostSeconds: 12 }, 1), 12)
  t.equal(findMostSeconds({ seconds: 10, mostSeconds: 12 }, 3), 16)
  t.equal(findMostSeconds({ seconds: 10, mostSeconds: 12 }, 6), 24)
})

t.test('what is slower by more than the margin passes as not slower in at most 1 of 20', async (t) => {
  for (const noise of [NOISE.quiet, NOISE.busy]) t.ok(await shareOfVerdict(800, 13, { effect: MARGIN * 1.02, noise }, 'not slower', 'faster') <= 0.05)
})

t.test('equal programs are mostly not slower, and faster ones are called faster', async (t) => {
  t.ok(await shareOfVerdict(300, 17, { effect: 0, noise: NOISE.quiet }, 'not slower') > 0.9)
  t.ok(await shareOfVerdict(300, 17, { effect: -0.2, noise: NOISE.quiet }, 'faster') > 0.9)
})

t.test('the interval never contradicts the verdict', async (t) => {
  for (const noise of Object.values(NOISE)) {
    const random = createRandom(41)
    for (const effect of [-0.1, 0, MARGIN, 0.12, 0.3]) {
      for (let times = 0; times < 60; times++) {
        const { verdict, interval, atMost, reason, disturbed } = await draw(random, { effect, noise })
        const [low, high] = /** @type {[number, number]} */ (interval)
        const sides = { slower: low > 1.05, 'not slower': high <= 1.05, faster: high < 1, undecided: disturbed || (low <= 1.05 && high >= 1.05) }
        t.ok(low <= high && sides[/** @type {keyof typeof sides} */ (verdict)], `${verdict} ${interval} ${reason}`)
        t.equal(typeof atMost === 'number' && high <= atMost && atMost <= 1.05, verdict === 'not slower', `${verdict} ${atMost} ${interval}`)
      }
    }
  }
})

t.test('a claim holds, is broken, and at its bound is neither', async (t) => {
  const bound = -Math.log(1.5)
  const share = (/** @type {string} */ verdict, /** @type {number} */ effect, times = 200) =>
    shareOfVerdict(times, 19, { effect, noise: NOISE.quiet, asks: 'claim', bound }, verdict)
  t.ok(await share('holds', -Math.log(1.7)) > 0.95)
  t.ok(await share('broken', -Math.log(1.3)) > 0.95)
  t.ok(await share('holds', bound, 800) <= 0.01)
  t.ok(await share('broken', bound, 800) <= 0.01)
})

t.test('the A/A test blames a quiet machine in at most 1 run of 100, and never for a trifle', async (t) => {
  const random = createRandom(29)
  const values = () => Array.from({ length: 6 }, () => NOISE.quiet(random))
  t.ok(await shareOf(1000, async () => doBaseProcessesDiffer(values(), estimateNoisePrior([0.02]), MARGIN)) <= 0.01)
  t.notOk(doBaseProcessesDiffer([0.01, 0.01, 0.01, 0.01], { sd: 0.0001, pairs: 2 }, MARGIN), 'a fifth of the margin')
  t.ok(doBaseProcessesDiffer([0.03, 0.03, 0.03, 0.03], { sd: 0.0001, pairs: 2 }, MARGIN))
  t.notOk(doBaseProcessesDiffer([0.5], estimateNoisePrior(), MARGIN), 'one pair says nothing')
})

/** @param {number} effect @returns {FakeMachine} on which head costs so much more */
const makeMachine = (effect) =>
  new FakeMachine({ usPerOperation: { base: 1, head: Math.exp(effect), control: 1 }, noise: 0.02, secondsPerPair: PAIR })

t.test('fresh pairs confirm a red verdict, leave it open, or contradict it', async (t) => {
  const question = { asks: /** @type {const} */ ('gate'), bound: MARGIN, falseAlarm: 0.01 }
  const how = { seed: 1, question, seconds: 10, mostSeconds: Infinity, margin: MARGIN, onProgress () {} }
  /** @type {[number, string, number, number][]} effect of the fresh pairs, verdict, and what holds the interval */
  const cases = [[0.5, 'slower', 1.5, 1.8], [0.04, 'undecided', 0.9, 1.9], [0, 'undecided', 0.9, 1.9]]
  for (const [fresh, verdict, low, high] of cases) {
    const machines = [0.5, fresh].map(makeMachine)
    /** @type {number[]} */
    const seeds = []
    const result = await measureAndConfirmVerdict({ kind: 'fn', title: 'it' }, async (seed) => machines[seeds.push(seed) - 1], how)
    const { values = [], control = [], confirmation } = result
    const all = [...values, ...confirmation?.values ?? []]
    t.match(result, { verdict, disturbed: false, pairs: all.length, confirmation: { seed: seeds[1] } })
    t.not(seeds[1], seeds[0])
    t.equal(control.length, Math.ceil(values.length / 2), 'every second pair has a control')
    t.equal(confirmation?.control.length, confirmation?.values.length, 'each pair of a confirmation has one')
    t.same(machines.map(({ running }) => running), [0, 0])
    t.ok(Math.abs(Number(result.difference) - Math.exp(mean(all))) < 1e-4, 'of all pairs')
    t.equal(result.forecast !== null, verdict === 'undecided')
    t.ok(low < Number(result.interval?.[0]) && Number(result.interval?.[1]) < high, `${fresh}: ${result.interval}`)
  }
})

t.test('one pair decides nothing, and a forecast names the pairs that would', async (t) => {
  t.equal(judgeMeasuredPairs([3], estimateNoisePrior(), { asks: 'gate', bound: MARGIN, falseAlarm: 0.01 }, planAnalysis(1, true)), 'undecided')
  const result = await draw(createRandom(37), { effect: 0, noise: NOISE.busy, seconds: 2 })
  t.match(result, { verdict: 'undecided', forecast: { visible: Number } })
  t.ok(Number(result.forecast?.visible) > 1.05)
})
