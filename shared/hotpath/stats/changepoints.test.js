import t from 'tap'
import { splitAtChangePoints, classifyCostCurve } from './changepoints.js'
import { createRandom } from './random.js'

/** Normal noise, by the sum of twelve (Irwin and Hall). @param {import('./random.js').Random} random */
const normal = (random) => Array.from({ length: 12 }, () => random()).reduce((sum, value) => sum + value, -6)

/**
 * @param {[number, number][]} levels with how many values each has
 * @param {number} noise standard deviation
 * @param {number} seed
 */
function series (levels, noise, seed) {
  const random = createRandom(seed)
  return levels.flatMap(([level, length]) => Array.from({ length }, () => level + noise * normal(random)))
}

const SEEDS = Array.from({ length: 40 }, (_, index) => index + 1)
const starts = (/** @type {number[]} */ values) => splitAtChangePoints(values).map(({ from }) => from)

t.test('a constant sequence is one segment', async (t) => {
  for (const noise of [0, 0.02, 0.3]) for (const seed of SEEDS) t.same(starts(series([[1, 150]], noise, seed)), [0], `noise ${noise}, seed ${seed}`)
  t.same(splitAtChangePoints([5]), [{ from: 0, to: 1, level: 5 }])
})

t.test('one or two steps of four times the noise are found at their places', async (t) => {
  for (const seed of SEEDS) {
    const [, first, second, ...more] = starts(series([[1, 60], [0.8, 60], [0.4, 60]], 0.05, seed))
    t.ok(Math.abs(first - 60) <= 3 && Math.abs(second - 120) <= 3 && more.length === 0, `${first}, ${second}`)
  }
})

t.test('PELT finds the best of all segmentations', async (t) => {
  const values = series([[0, 4], [3, 3], [1, 5]], 0.02, 3)
  const squares = (/** @type {number[]} */ part) => {
    const mean = part.reduce((a, b) => a + b) / part.length
    return part.reduce((sum, value) => sum + (value - mean) ** 2, 0)
  }
  const found = splitAtChangePoints(values)
  t.same(found.map(({ from, to }) => [from, to]), [[0, 4], [4, 7], [7, 12]])
  const cost = found.reduce((sum, { from, to }) => sum + squares(values.slice(from, to)), 0)
  for (let first = 1; first < 11; first++) {
    for (let second = first + 1; second < 12; second++) {
      const parts = [values.slice(0, first), values.slice(first, second), values.slice(second)]
      t.ok(cost <= parts.reduce((sum, part) => sum + squares(part), 0) + 1e-9)
    }
  }
})

t.test('a burst is no change', async (t) => {
  for (const seed of SEEDS) {
    const values = series([[1, 120]], 0.03, seed)
    values[40] += 3
    values[80] += 1
    t.same(starts(values), [0])
  }
})

/** @param {[number, number][]} levels of cost with how many points each has, 4 % of age apart */
function shape (levels, seed = 1) {
  const costs = series(levels.map(([cost, length]) => [Math.log(cost), length]), 0.03, seed).map(Math.exp)
  return classifyCostCurve(costs, costs.map((_, index) => 1.04 ** index))
}

t.test('flat, warms up, slows down, never steady', async (t) => {
  for (const seed of SEEDS) {
    t.equal(shape([[100, 150]], seed).class, 'flat')
    t.equal(shape([[100, 75], [105, 75]], seed).class, 'flat', 'less than 10 % is no matter')
    t.equal(shape([[100, 30], [40, 30], [20, 90]], seed).class, 'warms up')
    t.equal(shape([[100, 30], [20, 60], [40, 60]], seed).class, 'slows down')
    t.equal(shape([[20, 60], [40, 60]], seed).class, 'slows down')
    t.equal(shape([[100, 60], [20, 86], [10, 4]], seed).class, 'never steady', 'too short at its last level')
  }
})

t.test('a cost is steady from the start of its last level, and levels are logarithms', async (t) => {
  const { steadyFrom, first, last } = shape([[100, 30], [20.5, 30], [20, 90]])
  t.ok(Math.abs(steadyFrom - 30) <= 2)
  t.ok(Math.abs(Math.exp(first) - 100) < 5 && Math.abs(Math.exp(last) - 20) < 1)
})

t.test('another unit keeps class and start', async (t) => {
  const costs = series([[Math.log(90), 40], [Math.log(30), 80]], 0.04, 5).map(Math.exp)
  const ages = costs.map((_, index) => index + 1)
  const [us, ns] = [1, 1000].map((factor) => classifyCostCurve(costs.map((cost) => cost * factor), ages))
  t.equal(us.class, ns.class)
  t.equal(us.steadyFrom, ns.steadyFrom)
})
