import t from 'tap'
import { median, quantile, standardDeviation, fitTheilSenSlope, computeConfidenceInterval, findCriticalT, estimateByMean, estimateByTrimmedMean, isSignificantlyAbove, isSignificantlyBelow } from './sample.js'
import { listTurnOrders, createRandom } from './random.js'

/** As in the worked examples below. */
const PRIOR = { sd: 0.05, pairs: 2 }

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
  t.equal(fitTheilSenSlope([[0, 0], [1, 2], [2, 4], [3, 6], [4, 8]]), 2)
  t.equal(fitTheilSenSlope([[0, 0], [1, 2], [2, 4], [3, 600], [4, 8]]), 2)
})

t.test('Student\'s t, from the printed table', async (t) => {
  const table = {
    0.05: { 1: 6.314, 2: 2.920, 10: 1.812, 60: 1.671 },
    0.025: { 3: 3.182, 25: 2.060 },
    0.001: { 2: 22.327, 8: 4.501, 60: 3.232 },
    0.0005: { 7: 5.408, 40: 3.551 },
  }
  for (const [risk, row] of Object.entries(table)) {
    for (const [degrees, value] of Object.entries(row)) t.ok(Math.abs(findCriticalT(Number(risk), Number(degrees)) - value) < 0.001, `${risk}, ${degrees} degrees`)
  }
})

t.test('the moderated t of values that scatter as the prior says: their own t with two more degrees of freedom', async (t) => {
  const values = [0.05, -0.05, 0, 0.05, -0.05].map((value) => value + 0.1)
  // variance (2·0.05² + 4·0.0025) / 6 = 0.0025, error 0.05/√5, t = 0.1/0.02236 = 4.472 at 6 degrees: 0.00211 (tables of Student's t)
  t.notOk(isSignificantlyAbove({ centre: 0, error: 0, degrees: 7 }, 0, 0.05), 'eight that lie on the bound are not above it')
  t.ok(isSignificantlyAbove(estimateByMean(values, PRIOR), 0, 0.00213))
  t.notOk(isSignificantlyAbove(estimateByMean(values, PRIOR), 0, 0.00209))
  const [low, high] = computeConfidenceInterval(estimateByMean(values, PRIOR), 0.95)
  t.ok(Math.abs((high - low) / 2 - 2.4469 * 0.05 / Math.sqrt(5)) < 1e-4)
})

t.test('the trimmed t: one value of eight is cut off at either end', async (t) => {
  const values = [-7, 0.05, 0.05, 0.1, 0.1, 0.15, 0.15, 9]
  // kept: six, mean 0.1; winsorized squares 0.015; variance (2·0.05² + 0.015) / 7, error 0.02182, t = 4.583 at 7 degrees: 0.00127
  t.ok(isSignificantlyAbove(estimateByTrimmedMean(values, PRIOR), 0, 0.00129))
  t.notOk(isSignificantlyAbove(estimateByTrimmedMean(values, PRIOR), 0, 0.00125))
  t.ok(isSignificantlyBelow(estimateByTrimmedMean(values, PRIOR), 0.2, 0.00129))
  t.notOk(isSignificantlyAbove(estimateByMean(values, PRIOR), 0, 0.1), 'the mean of all of them says nothing')
})

t.test('every side has as many turns, and two blocks mirror each other', async (t) => {
  const orders = listTurnOrders(3, 8, createRandom(5))
  t.equal(orders.length, 8)
  for (let block = 0; block < 8; block += 2) t.same(orders[block].toReversed(), orders[block + 1])
  for (const order of orders) t.same(order.toSorted(), [0, 1, 2])
  const firsts = new Set(Array.from({ length: 50 }, (_, seed) => listTurnOrders(2, 2, createRandom(seed))[0][0]))
  t.equal(firsts.size, 2, 'and either side may begin')
})

t.test('a seed repeats its numbers, and another has others', async (t) => {
  const draw = (seed) => {
    const random = createRandom(seed)
    return Array.from({ length: 5 }, () => random.int(1, 1000))
  }
  t.same(draw(9), draw(9))
  t.notSame(draw(9), draw(10))
})
