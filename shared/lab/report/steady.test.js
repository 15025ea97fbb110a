import t from 'tap'
import { formatJunit, formatMarkdown } from './exporters.js'
import { formatSteadyRatio } from './statement.js'

/** @type {any} */
const steady = { ratio: 8, interval: [7.5, 8.6], node: 'v20.20.2', processor: 'C', cpuSeconds: 10 }

t.test('a steady ratio names another processor, and says if a variant has changed', async (t) => {
  t.equal(formatSteadyRatio(steady, { cpu: 'C' }), '7.5–8.6×')
  t.match(formatSteadyRatio(steady, { cpu: 'D' }), / \(on C\)$/)
  t.match(formatSteadyRatio({ ...steady, stale: true }, { cpu: 'C' }), / \(before a variant was changed\)$/)
})

t.test('reports for CI have the ages and the steady ratio', async (t) => {
  /** @type {any} */
  const claim = {
    ...{ id: 'it', metric: 'cpu', says: 'so', slower: 'slow', faster: 'fast', atLeast: 1.5, required: true, verdict: 'holds', steady },
    ...{ ratio: 16, interval: [15, 17], names: { slower: 'slow', faster: 'fast' }, requests: { slower: null, faster: null } },
    age: { slower: { cpuSeconds: 0.41, operations: 3000 }, faster: { cpuSeconds: 0.3, operations: 4000 } },
  }
  /** @type {any} */
  const result = {
    ...{ lab: 'a-lab', verdict: 'holds', seconds: 4, node: 'v20.0.0', machine: { cpu: 'C', cores: 2, os: 'L' } },
    ...{ oracle: { verdict: 'same', checked: 3, difference: null }, counters: [], claims: [claim], failure: null },
  }
  t.match(formatMarkdown([result]), /7\.5–8\.6×/)
  const xml = formatJunit([result])
  t.match(xml, /<property name="age of slow" value="0.41 s of CPU, 3,000 operations"\/>/)
  t.match(xml, /<property name="steady" value="7\.5–8\.6×"\/>/)
  t.notMatch(formatJunit([{ ...result, claims: [{ ...claim, steady: null }] }]), /steady/)
})
