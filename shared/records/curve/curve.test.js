import stringWidth from 'fast-string-width'
import t from 'tap'
import { FakeMachine } from '@hotpath-labs/engine/fake-machine.js'
import { measure, Session } from '@hotpath-labs/engine/measure.js'
import { FunctionSubject } from '@hotpath-labs/engine/subjects/function.js'
import { AgingSubject, computePointCost } from './aging-subject.js'
import { planCurves } from './record.js'
import { formatCurves } from './screen.js'
import { classifyCurve, formatCurveName, readCurve } from './shape.js'

/** Ages of a server's points, 5 % apart, from a third of a second to ten seconds. */
const AGES = Array.from({ length: 70 }, (_, index) => 0.35 * 1.05 ** index)

const TRACKS = ['slow', 'fast'].map((side) => ({ side, metric: 'cpu' }))
const CLAIMS = [{ id: 'it', faster: 'fast', than: 'slow', metric: 'cpu', atLeast: 1.5 }]

/** Curves of three pairs: slow gets twice as cheap after a second, fast is flat. */
async function record (tracks) {
  const ratios = [7.8, 8, 8.2]
  const made = { node: process.version, tracks, pairs: /** @type {any[]} */ ([]), evidence: /** @type {any[]} */ ([]) }
  const slow = (age) => (age < 1 ? 40 : 20) * ratios[made.pairs.length]
  const machine = new FakeMachine({ ages: AGES, usPerOperation: { slow, fast: 20 } })
  const plan = planCurves(/** @type {any} */ ({ claims: CLAIMS }), tracks, { seed: 1, pairs: ratios.length })
  for await (const event of measure(plan, machine)) {
    if (event.type !== 'pair') continue
    made.pairs.push(new Map(tracks.map((track) => [formatCurveName(track), readCurve(event.figures, track)])))
    made.evidence = event.evidence
  }
  return { ...made, sides: machine.opened.map(({ sides }) => sides) }
}

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

t.test('a curve has one of four shapes', async (t) => {
  /** @type {import('@hotpath-labs/engine/fake-machine.js').CostAt[]} */
  const shapes = [() => 20, (age) => age < 1 ? 40 : 20, (age) => age < 1 ? 20 : 40, (age) => 40 / age]
  const makePoint = (cpuSeconds, cost) => ({ cpuSeconds, operations: 1, cost })
  const classes = shapes.map((costAt) => classifyCurve(AGES.map((age) => makePoint(age, costAt(age)))).class)
  t.same(classes, ['flat', 'warms up', 'slows down', 'never steady'])
})

t.test('curves are a plan: what each side gains with its age, and the ratio from where both are steady', async (t) => {
  const { evidence, sides, pairs } = await record(TRACKS)
  t.same(sides, Array(3).fill(['slow', 'fast']))
  t.match(evidence, [{ id: 'cpu of slow', ratio: 2 }, { id: 'cpu of fast', ratio: 1 }, { id: 'it', pairs: 3 }])
  t.ok(Math.abs(evidence[2].ratio - 8) < 0.01)
  t.equal(pairs[0].get('cpu of fast').class, 'flat')
  const alone = await record(TRACKS.slice(1))
  t.same([alone.sides[0], alone.evidence.map(({ id }) => id)], [['fast'], ['cpu of fast']], 'a side without its claim has a curve too')
})

t.test('a side ages until it is steady, in turns with the others', async (t) => {
  const costs = { slow: (ms) => ms < 500 ? 8000 : 4000, fast: () => 1000 }
  const processes = new Map(Object.entries(costs).map(([variant, costAt]) => {
    let cpuMs = 40
    const ask = async (name, { calls = 0 } = {}) => {
      const ns = calls * costAt(cpuMs)
      cpuMs += ns / 1e6
      return { ns, cpuMs }
    }
    return [variant, /** @type {any} */ ({ variant, operations: 0, cpuTickMs: 0.001, ask })]
  }))
  const measureUntil = (limits) => {
    const tracks = ['slow', 'fast'].map((side) => ({ side, metric: 'time' }))
    const subject = new AgingSubject(new FunctionSubject(), { seconds: 60, tracks, ...limits })
    return subject.measure(new Session({ seed: 1 }), processes, ['slow', 'fast'])
  }
  const figures = await measureUntil({})
  const [slow, fast] = ['slow', 'fast'].map((side) => readCurve(figures, { side, metric: 'time' }))
  t.equal(slow.points.length, fast.points.length, 'a point of each in every round')
  t.same([slow.class, slow.points[0].cost, slow.points.at(-1)?.cost, fast.class], ['warms up', 8, 4, 'flat'])
  const end = Number(slow.points.at(-1)?.cpuSeconds)
  t.ok(end > 3 && end < 6, `${end} s`)
  const longer = Number((await measureUntil({ full: true, seconds: 9 })).get('fast')?.cpuSeconds.at(-1))
  t.ok(longer >= 9, `${longer} s`)
})

t.test('the screen has a graph, the shapes and the steady ratios, in 60 to 120 columns', async (t) => {
  const recorded = await record(TRACKS)
  /** @type {any} */
  const manifest = { kind: 'server', variants: { slow: 'express', fast: 'fastify' }, claims: CLAIMS }
  for (const width of [60, 80, 120]) {
    const [text, painted] = [false, true].map((color) => formatCurves(recorded, { name: 'a-lab', manifest }, { color, width }))
    for (const one of [text, painted]) t.ok(Math.max(...one.split('\n').map((line) => stringWidth(line))) <= width)
    const running = text.replace(/\s+/g, ' ')
    t.match(running, /Steady: express needs about 8× .* fastify \(3 pairs\)/)
    t.match(running, /slow warms up 3 of 3 from [\d,]+ requests on/)
    t.match(running, /slow 160 µs fast 20 µs/)
  }
})
