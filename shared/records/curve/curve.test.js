import stringWidth from 'fast-string-width'
import t from 'tap'
import { computePointCost } from './record.js'
import { formatCurves } from './screen.js'
import { classifyCurve, computeSteadyRatio } from './shape.js'

/** Ages of a server's points, 5 % apart, from a third of a second to ten seconds. */
const AGES = Array.from({ length: 70 }, (_, index) => 0.35 * 1.05 ** index)

/** @param {(cpuSeconds: number) => number} costAt */
const makeCurve = (costAt) => classifyCurve(AGES.map((cpuSeconds, round) =>
  ({ round, cpuSeconds, operations: Math.round(cpuSeconds * 1e6 / costAt(cpuSeconds)), cost: costAt(cpuSeconds) })))

/** @param {number} ratio slow gets twice as cheap after a second, fast is flat */
const makePair = (ratio) => new Map([
  ['cpu of slow', makeCurve((age) => age < 1 ? 40 * ratio : 20 * ratio)],
  ['cpu of fast', makeCurve(() => 20)],
])

t.test('the cost of a point is the median of its blocks', async (t) => {
  const blocks = [{ cpu: 10, p50: 1 }, { cpu: 12, p50: 2 }, { cpu: 90, p50: 3 }]
  const cost = computePointCost(blocks, { cpuSeconds: 0.02, operations: 100 }, 0.001)
  t.same([cost('cpu'), cost('p50')], [12, 2])
})

t.test('where CPU time comes in ticks, the cost is the CPU time of all blocks over all requests', async (t) => {
  const blocks = [{ cpu: 0, p50: 1 }, { cpu: 0, p50: 2 }, { cpu: 3125, p50: 3 }]
  const cost = computePointCost(blocks, { cpuSeconds: 0.3125, operations: 10_000 }, 15.625)
  t.same([cost('cpu'), cost('p50')], [31.25, 2])
  t.ok(computePointCost([{ cpu: 0 }], { cpuSeconds: 0, operations: 5 }, 15.625)('cpu') > 0, 'a cost is never zero')
  t.equal(computePointCost([{ cpu: 7 }], { cpuSeconds: 0, operations: 0 }, 15.625)('cpu'), 7, 'a single block has no time before it')
})

t.test('a curve has one of four shapes, and a ratio from where both curves are steady', async (t) => {
  /** @type {((age: number) => number)[]} */
  const shapes = [() => 20, (age) => age < 1 ? 40 : 20, (age) => age < 1 ? 20 : 40, (age) => 40 / age]
  t.same(shapes.map((costAt) => makeCurve(costAt).class), ['flat', 'warms up', 'slows down', 'never steady'])
  const [slow, fast] = makePair(8).values()
  t.ok(Math.abs(slow.gets - 2) < 1e-9)
  t.ok(Math.abs(computeSteadyRatio(slow, fast) - 8) < 1e-9)
})

t.test('the screen has a graph, the shapes and the steady ratios, in 60 to 120 columns', async (t) => {
  const tracks = ['slow', 'fast'].map((side) => ({ side, metric: 'cpu' }))
  const record = { node: 'v20.20.2', tracks, pairs: [7.8, 8, 8.2].map(makePair) }
  const claims = [{ id: 'it', faster: 'fast', than: 'slow', metric: 'cpu', atLeast: 1.5 }]
  /** @type {any} */
  const manifest = { kind: 'server', variants: { slow: 'express', fast: 'fastify' }, claims }
  for (const width of [60, 80, 120]) {
    const [text, painted] = [false, true].map((color) => formatCurves(record, { name: 'a-lab', manifest }, { color, width }))
    for (const one of [text, painted]) t.ok(Math.max(...one.split('\n').map((line) => stringWidth(line))) <= width)
    const running = text.replace(/\s+/g, ' ')
    t.match(running, /Steady: express needs about 8× .* fastify \(3 pairs\)/)
    t.match(running, /slow warms up 3 of 3 from [\d,]+ requests on/)
    t.match(running, /slow 160 µs fast 20 µs/)
  }
})
