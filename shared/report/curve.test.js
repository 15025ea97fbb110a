import stringWidth from 'string-width'
import t from 'tap'
import { aRecord } from '../curve/fixtures/record.js'
import { steadyOf } from '../curve/steady.js'
import { curveReport } from './curve.js'
import { junitReport } from './junit.js'
import { markdownReport } from './markdown.js'
import { whenOld } from './steady.js'

/** @type {any} */
const manifest = { kind: 'server', ladder: { slow: 'express', fast: 'as little as can be' }, claims: [{ id: 'it', faster: 'fast', than: 'slow', metric: 'cpu', floor: 1.5, says: 'so' }] }

t.test('the sentence, the classes, the ratios and a graph', async (t) => {
  for (const width of [60, 80, 120]) {
    const [text, painted] = [false, true].map((color) => curveReport(aRecord(), manifest, { color, width }))
    const widest = (/** @type {string} */ one) => Math.max(...one.split('\n').map((line) => stringWidth(line)))
    t.ok(widest(text) <= width && widest(painted) <= width, `${widest(text)} and ${widest(painted)} of ${width} columns`)
    const running = text.replace(/\s+/g, ' ')
    t.match(running, /express is warm after 3,400 requests and gets 2× as fast on the way; fast \(as little as can be\) costs the same throughout, for 10\.1 s of CPU\./)
    t.match(running, /8× \[[\d.]+× … [\d.]+×\] it slow over fast when steady, 3 pairs/)
    t.match(running, /slow warms up 3 of 3 from 3,400 requests on/)
    t.match(running, /at the end, from the top: slow 160 µs fast 20 µs/)
  }
})

const steady = steadyOf(aRecord(), { id: 'it', metric: 'cpu', base: 'slow', against: 'fast' })
const age = { base: { cpuSeconds: 0.41, operations: 3000 }, against: { cpuSeconds: 0.3, operations: 4000 } }
/** @type {any} */
const claim = { id: 'it', says: 'so', base: 'slow', against: 'fast', gates: true, verdict: 'holds', ratio: 16, interval: [15, 17], floor: 1.5, age, steady }
const here = { cpu: 'C' }

t.test('what a long run says is told where it lies more than 15 % off', async (t) => {
  t.match(whenOld(claim, here), /^after 10 s under load: 8× \[[\d.]+× … [\d.]+×\]$/)
  t.match(whenOld({ ...claim, steady: { ...steady, cpuSeconds: 58 } }, here), /^after a minute under load: /)
  for (const ratio of [7.1, 9.1]) t.equal(whenOld({ ...claim, ratio }, here), undefined)
  for (const ratio of [6.8, 9.4]) t.type(whenOld({ ...claim, ratio }, here), 'string')
  t.equal(whenOld({ ...claim, steady: null }, here), undefined)
})

t.test('another processor and an older source are told with it', async (t) => {
  t.match(whenOld(claim, { cpu: 'D' }), / \(on C\)$/)
  t.match(whenOld({ ...claim, steady: { ...steady, stale: true } }, here), / \(before a variant was changed\)$/)
})

t.test('CI is told the age and the steady ratio too', async (t) => {
  /** @type {any} */
  const result = { lab: 'a-lab', verdict: 'holds', seconds: 4, node: 'v20.0.0', machine: { ...here, cores: 2, os: 'L' }, oracle: { verdict: 'same', checked: 3, difference: null }, counters: [], claims: [claim], failure: null }
  t.match(markdownReport([result]), /\| 16× \[15× … 17×\] \| 8× \[[^|]+\] \|/)
  const xml = junitReport([result])
  t.match(xml, /<property name="age of slow" value="0.41 s of CPU, 3,000 operations"\/>/)
  t.match(xml, /<property name="steady" value="8× \[/)
  t.notMatch(junitReport([{ ...result, claims: [{ ...claim, steady: null }] }]), /steady/)
})
