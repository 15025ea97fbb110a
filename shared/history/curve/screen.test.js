import stringWidth from 'string-width'
import t from 'tap'
import { CLAIM, recordSchema } from './fixtures/record.js'
import { computeSteadyRatio } from './steady.js'
import { formatCurves } from './screen.js'
import { formatJunit, formatMarkdown, formatSteadyRatio } from 'hotpath/report'

/** @type {any} */
const manifest = { kind: 'server', variants: { slow: 'express', fast: 'fastify' }, claims: [CLAIM] }

t.test('the screen has the sentence, the shapes, the steady ratios and a graph, in 60 to 120 columns', async (t) => {
  for (const width of [60, 80, 120]) {
    const [text, painted] = [false, true].map((color) => formatCurves(recordSchema(), manifest, { color, width }))
    const widest = (/** @type {string} */ one) => Math.max(...one.split('\n').map((line) => stringWidth(line)))
    t.ok(widest(text) <= width && widest(painted) <= width, `${widest(text)} and ${widest(painted)} of ${width} columns`)
    const running = text.replace(/\s+/g, ' ')
    t.match(running, /express is steady after 3,400 requests, 2× as fast as at first; fastify costs the same throughout its 10\.1 s of CPU time\./)
    t.match(running, /Steady: express needs about 8× as much CPU per request as fastify \(3 pairs\)/)
    t.match(running, /slow warms up 3 of 3 from 3,400 requests on/)
    t.match(running, /the lines at the right end, from top to bottom: slow 160 µs fast 20 µs/)
  }
})

const steady = { ...computeSteadyRatio(recordSchema(), { id: 'it', metric: 'cpu', slower: 'slow', faster: 'fast' }), node: 'v20.20.2', processor: 'C', cpuSeconds: 10 }
const age = { slower: { cpuSeconds: 0.41, operations: 3000 }, faster: { cpuSeconds: 0.3, operations: 4000 } }
/** @type {any} */
const claim = {
  ...{ id: 'it', metric: 'cpu', says: 'so', slower: 'slow', faster: 'fast', atLeast: 1.5 },
  ...{ names: { slower: 'slow', faster: 'fast' }, requests: { slower: null, faster: null } },
  ...{ required: true, verdict: 'holds', ratio: 16, interval: [15, 17], age, steady },
}
const here = { cpu: 'C' }

t.test('a steady ratio names another processor, and says if a variant has changed', async (t) => {
  t.equal(formatSteadyRatio(/** @type {any} */ (steady), { cpu: 'C' }), '7.5–8.6×')
  t.match(formatSteadyRatio(/** @type {any} */ (steady), { cpu: 'D' }), / \(on C\)$/)
  t.match(formatSteadyRatio(/** @type {any} */ ({ ...steady, stale: true }), here), / \(before a variant was changed\)$/)
})

t.test('reports for CI have the ages and the steady ratio', async (t) => {
  /** @type {any} */
  const result = {
    ...{ lab: 'a-lab', verdict: 'holds', seconds: 4, node: 'v20.0.0', machine: { ...here, cores: 2, os: 'L' } },
    ...{ oracle: { verdict: 'same', checked: 3, difference: null }, counters: [], claims: [claim], failure: null },
  }
  t.match(formatMarkdown([result]), /once warm: [\d.]+–[\d.]+×, recorded on Node [\d.]+ \|/)
  const xml = formatJunit([result])
  t.match(xml, /<property name="age of slow" value="0.41 s of CPU, 3,000 operations"\/>/)
  t.match(xml, /<property name="steady" value="[\d.]+–[\d.]+×"\/>/)
  t.notMatch(formatJunit([{ ...result, claims: [{ ...claim, steady: null }] }]), /steady|later/)
})
