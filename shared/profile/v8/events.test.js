import { readFileSync } from 'node:fs'
import t from 'tap'
import { parseV8Events, convertEventTimesToProcessAge } from './events.js'

const log = readFileSync(new URL('./fixtures/node20.txt', import.meta.url), 'utf8')
const trace = `[26:0x5a]       35 ms: Scavenge 2.3 (3.0) -> 2.0 (4.0) MB, 0.9 / 0.0 ms
[26:0x5a]       52 ms: Mark-Compact (reduce) 3.1 (5.0) -> 2.9 (6.0) MB, 2.1 / 0.0 ms
[26:0x5a:1]     61.5 ms: Mark-Compact 3.1 (5.0) -> 2.9 (6.0) MB, 2.1 / 0.0 ms
`

t.test('parses compilations, deoptimisations and major collections, sorted by time', async (t) => {
  const events = parseV8Events(log, trace)
  t.same(events.filter(({ what }) => what === 'collected').map(({ ms }) => ms), [52, 61.5], 'major collections only')
  t.ok(events.some(({ what, label }) => what === 'compiled' && /^divideByAndSum \(slow\.cjs:3\)$/.test(label)))
  t.ok(events.some(({ what, label }) => what === 'thrown away' && / \(slow\.cjs:\d+\): wrong map$/.test(label)))
  t.same(events.map(({ ms }) => ms), events.map(({ ms }) => ms).sort((a, b) => a - b))
})

t.test('a mark has the age of its process at that time', async (t) => {
  const event = (/** @type {number} */ ms) => ({ what: /** @type {const} */ ('collected'), ms, label: '' })
  const edges = [
    { ms: 0, cpuSeconds: 0, operations: 0 },
    { ms: 100, cpuSeconds: 0.08, operations: 40 },
    { ms: 300, cpuSeconds: 0.18, operations: 240 },
  ]
  t.same(
    convertEventTimesToProcessAge([event(50), event(200), event(301)], edges).map(({ cpuSeconds, operations }) => [cpuSeconds, operations]),
    [[0.04, 20], [0.13, 140]],
    'an event after the last block has no mark'
  )
})
