import t from 'tap'
import { computePointCost } from './pair.js'

t.test('the cost of a point is the median of its blocks', async (t) => {
  const blocks = [{ cpu: 10, p50: 1 }, { cpu: 12, p50: 2 }, { cpu: 90, p50: 3 }]
  const cost = computePointCost(blocks, { cpuSeconds: 0.02, operations: 100 }, 0.001)
  t.equal(cost('cpu'), 12)
  t.equal(cost('p50'), 2)
})

t.test('where CPU time comes in ticks, the cost is the CPU time of all blocks over all requests', async (t) => {
  const blocks = [{ cpu: 0, p50: 1 }, { cpu: 0, p50: 2 }, { cpu: 3125, p50: 3 }]
  const cost = computePointCost(blocks, { cpuSeconds: 0.3125, operations: 10_000 }, 15.625)
  t.equal(cost('cpu'), 31.25)
  t.equal(cost('p50'), 2)
  t.ok(computePointCost([{ cpu: 0 }], { cpuSeconds: 0, operations: 5 }, 15.625)('cpu') > 0, 'a cost is never zero')
  t.equal(computePointCost([{ cpu: 7 }], { cpuSeconds: 0, operations: 0 }, 15.625)('cpu'), 7, 'a single block has no time before it')
})
