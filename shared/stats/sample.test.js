import t from 'tap'
import { median, quantile, standardDeviation, theilSenSlope } from './sample.js'
import { mirroredOrders } from './order.js'
import { seeded } from './random.js'
import { meanInterval, probabilityAbove, signProbabilityAbove } from './tests.js'

t.test('quantiles lie between the order statistics', async (t) => {
  t.equal(median([3, 1, 2]), 2)
  t.equal(median([4, 1, 2, 3]), 2.5)
  t.equal(quantile([10, 20, 30, 40, 50], 0.25), 20)
  t.equal(quantile([1, 100], 0.99), 99.01)
})

t.test('standard deviation of a textbook sample', async (t) => {
  t.ok(Math.abs(standardDeviation([2, 4, 4, 4, 5, 5, 7, 9]) - Math.sqrt(32 / 7)) < 1e-12)
})

t.test('one odd reading in five does not move the slope', async (t) => {
  t.equal(theilSenSlope([[0, 0], [1, 2], [2, 4], [3, 6], [4, 8]]), 2)
  t.equal(theilSenSlope([[0, 0], [1, 2], [2, 400], [3, 6], [4, 8]]), 2)
})

t.test('the sign test is the binomial one', async (t) => {
  const allAbove = Array(10).fill(1)
  t.ok(Math.abs(signProbabilityAbove(allAbove, 0) - 2 ** -10) < 1e-15)
  t.ok(Math.abs(signProbabilityAbove([...allAbove, -1], 0) - 12 * 2 ** -11) < 1e-12)
  t.equal(signProbabilityAbove([-1, -1], 0), 1)
})

t.test('the moderated t: with values as far apart as the prior says, their own t at two degrees of freedom more', async (t) => {
  const values = [0.05, -0.05, 0, 0.05, -0.05].map((value) => value + 0.1)
  const probability = probabilityAbove(values, 0)
  // variance (2·0.05² + 4·0.0025) / 6 = 0.0025, error 0.05/√5, t = 0.1/0.02236 = 4.472 at 6 degrees: 0.00211 (tables of Student's t)
  t.ok(Math.abs(probability - 0.00211) < 0.00002, String(probability))
  const [low, high] = meanInterval(values, 0.95)
  t.ok(Math.abs((high - low) / 2 - 2.4469 * 0.05 / Math.sqrt(5)) < 1e-4)
})

t.test('every side has as many turns, and two blocks mirror each other', async (t) => {
  const orders = mirroredOrders(3, 8, seeded(5))
  t.equal(orders.length, 8)
  for (let block = 0; block < 8; block += 2) t.same(orders[block].toReversed(), orders[block + 1])
  for (const order of orders) t.same(order.toSorted(), [0, 1, 2])
  const firsts = new Set(Array.from({ length: 50 }, (_, seed) => mirroredOrders(2, 2, seeded(seed))[0][0]))
  t.equal(firsts.size, 2, 'and either side may begin')
})

t.test('a seed repeats its numbers, and another has others', async (t) => {
  const draw = (/** @type {number} */ seed) => { const random = seeded(seed); return Array.from({ length: 5 }, () => random.int(1, 1000)) }
  t.same(draw(9), draw(9))
  t.notSame(draw(9), draw(10))
})
