import t from 'tap'
import { PairFigureCollector, computePairLogRatio } from './figures.js'

const pair = (costs) => new Map(Object.entries(costs).map(([side, cost]) => [side, {
  cpu: [cost * 0.9, cost, cost * 1.1],
  opsPerSecond: [1e6 / cost, 1e6 / cost, 1e6 / cost],
  p50: [cost / 100],
  p99: [cost / 10],
}]))

t.test('a side in one pair is scaled by its ratio there, however fast the machine was', async (t) => {
  const figures = new PairFigureCollector()
  figures.add(pair({ slow: 200, fast: 40, limit: 36 }))
  for (const speed of [1, 1.1, 0.9]) figures.add(pair({ slow: 100 * speed, fast: 20 * speed }))
  const { slow, fast, limit } = figures.summary
  t.equal(slow.cpu, 105)
  t.equal(fast.cpu, 21, 'a fifth of slow, as in each pair')
  t.equal(limit.cpu, 18.9, 'nine tenths of fast')
  t.ok(Math.abs(limit.opsPerSecond * limit.cpu / 1e6 - 1) < 0.001, 'costs and rates agree')
  t.same(limit.latencyMs, { p50: 0.189, p99: 1.89 })
  t.notOk('cpuSeconds' in slow)
})

t.test('zero and negative figures are not scaled', async (t) => {
  const figures = new PairFigureCollector()
  figures.add(new Map([['slow', { heap: [2000] }], ['fast', { heap: [-12] }]]))
  figures.add(new Map([['slow', { heap: [1000] }], ['fast', { heap: [-6] }]]))
  t.same(figures.summary, { slow: { heap: 1500 }, fast: { heap: -9 } })
})

const readRatio = (slow, fast) => Math.exp(computePairLogRatio(new Map([['slow', { time: slow }], ['fast', { time: fast }]]), 'time', 'slow', 'fast').value)

t.test("each block is compared with the other side's block next to it", async (t) => {
  // 1/2, 2/3 and 3/1; the medians of the two sides are equal
  t.ok(Math.abs(readRatio([1, 2, 3], [2, 3, 1]) - 2 / 3) < 1e-9)
  for (const [slow, fast] of [[[2, 2, 9], [1, 1]], [[2, 2], [1, 1, 9]]]) t.equal(readRatio(slow, fast), 2, 'a block that only one side has is left out')
})

t.test('a burst in a few blocks does not move a pair', async (t) => {
  t.ok(Math.abs(readRatio([2, 2, 900, 2, 700], [1, 1, 1, 1, 1]) - 2) < 1e-9)
})
