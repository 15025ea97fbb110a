import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { listSidesOfAllClaims } from 'hotpath/lab'
import { hashVariantSources } from 'hotpath/sources'
import { formatVersionCharts } from './screen.js'
import { collectLabResultsByNode } from './results.js'
import { readVersionsRecord, findVersionsFile, writeVersionsRecord } from './versions-file.js'

const machine = { cpu: 'C', cores: 2, os: 'O' }
const TERMINAL = { color: false, width: 100 }

/** One variant on two Nodes, without its pairs. */
const CROSS_VERSION = { side: 'slow', metric: 'time', from: 'v18.0.0', to: 'v20.0.0', machine, recorded: '2026-01-01', laterMs: 500 }

/** @param {any} t @param {object} [claim] @returns {any} a lab of one claim, in a folder of its own */
function labIn (t, claim) {
  const folder = t.testdir({ 'slow.cjs': '"slow"', 'fast.cjs': '"fast"' })
  return {
    name: 'made',
    folder,
    files: { slow: join(folder, 'slow.cjs'), fast: join(folder, 'fast.cjs') },
    manifest: {
      kind: 'function',
      flags: {},
      variants: { slow: 'before & that', fast: 'after <this>' },
      claims: [{ id: 'faster', faster: 'fast', than: 'slow', metric: 'time', atLeast: 2, ...claim }],
    },
  }
}

/** @param {any} lab @param {string} node @param {number} early @param {number} late @param {number} [pairs] @returns {any} */
const makeRun = (lab, node, early, late, pairs = 5) => ({
  node,
  machine,
  recorded: '2026-01-01',
  sources: hashVariantSources(lab),
  laterMs: 500,
  pairs: Array.from({ length: pairs }, (_, index) => ({
    early: { ratios: { faster: early * (1 + index / 200) }, cpuSeconds: { slow: 0.2, fast: 0.1 } },
    later: { ratios: { faster: late * (1 + index / 200) }, cpuSeconds: { slow: 0.8, fast: 0.7 } },
  })),
})

/** @param {any} lab @param {any[]} versions @param {any[]} [across] */
const keep = (lab, versions, across = []) => writeVersionsRecord(lab.folder, { schema: 1, lab: lab.name, versions, across })

t.test('a written record can be read, and has one pair per line', async (t) => {
  const lab = labIn(t)
  const versions = [makeRun(lab, 'v6.17.1', 10, 8), { node: 'v8.1.0', recorded: '2026-01-01', cannot: 'it lacks something' }]
  const across = [{ ...CROSS_VERSION, source: 'tree-000000000000000a', pairs: makeRun(lab, 'v6.17.1', 2, 2).pairs }]
  keep(lab, versions, across)
  t.same(readVersionsRecord(lab), { schema: 1, lab: 'made', versions, across })
  writeFileSync(findVersionsFile(lab.folder), '{ "schema": 1, "lab": "made", "versions": [{ "node": "v6.1.0" }], "across": [] }')
  t.throws(() => readVersionsRecord(lab), /hotpath-labs.*versions/)
})

t.test('results are in the order of Nodes, early and late; incomplete runs do not count', async (t) => {
  const lab = labIn(t)
  keep(lab, [makeRun(lab, 'v20.1.0', 3, 2), makeRun(lab, 'v6.17.1', 10, 8), makeRun(lab, 'v12.0.0', 3, 3, 4)])
  const { claims: [{ readings }], processors, stale } = collectLabResultsByNode(lab)
  t.same(readings.map(({ node }) => node), ['v6.17.1', 'v20.1.0'])
  t.same(readings.map(({ early, late }) => [Math.round(early.ratio), Math.round(late.ratio)]), [[10, 8], [3, 2]])
  t.match(readings[0].late, { pairs: 5, cpuSeconds: 0.75 })
  t.ok(readings.every(({ late: { ratio, interval: [low, high] } }) => low < ratio && ratio < high))
  t.same([processors, stale], [['C'], []])
})

t.test('a warm row of that Node and processor gives the late ratio, until a variant changes', async (t) => {
  const lab = labIn(t)
  const late = () => collectLabResultsByNode(lab).claims[0].readings.map(({ late: { ratio } }) => Math.round(ratio))
  keep(lab, [makeRun(lab, 'v6.17.1', 10, 8), makeRun(lab, 'v20.1.0', 3, 2)])
  const row = { machine, node: '20.1.0', age: 'warm', recorded: '2026-01-01', sources: hashVariantSources(lab), claims: { faster: { ratio: 5, interval: [4.9, 5.1] } } }
  writeFileSync(join(lab.folder, 'data', 'records.json'), JSON.stringify([row]))
  t.same(late(), [8, 5])
  t.match(formatVersionCharts(collectLabResultsByNode(lab), TERMINAL), /Node 20\.1\.0 .*●.*[\d.]+–[\d.]+×, 3(\.\d+)?× .* first/)

  keep(lab, [makeRun(lab, 'v6.17.1', 10, 8), { ...makeRun(lab, 'v20.1.0', 3, 2), machine: { ...machine, cpu: 'D' } }])
  t.same(late(), [8, 2], 'another processor has another ratio')
  keep(lab, [makeRun(lab, 'v6.17.1', 10, 8), makeRun(lab, 'v20.1.0', 3, 2)])
  writeFileSync(join(lab.folder, 'fast.cjs'), '"another"')
  t.same(late(), [8, 2], 'a row of another program does not count')
  const changed = collectLabResultsByNode(lab)
  t.same(changed.stale, ['v6.17.1', 'v20.1.0'])
  t.match(formatVersionCharts(changed, TERMINAL), /Node v6\.17\.1, v20\.1\.0\./)
})

t.test('a run of another question under the same id does not count', async (t) => {
  const lab = labIn(t)
  const asked = listSidesOfAllClaims(lab)
  const of = (/** @type {any} */ claims) => {
    keep(lab, [{ ...makeRun(lab, 'v20.1.0', 3, 2), claims }])
    return collectLabResultsByNode(lab).claims[0].readings.length
  }
  t.equal(of(asked), 1)
  t.equal(of({ ...asked, another: ['slow', 'fast', 'time'] }), 1, 'other claims do not matter')
  t.equal(of({ faster: ['step', 'fast', 'time'] }), 0)
})

t.test('a cross-version run is stale when its variant has changed, and the screen has the command', async (t) => {
  const lab = labIn(t)
  const { pairs } = makeRun(lab, 'v6.17.1', 2, 2)
  const measured = pairs.map(({ early }) => ({ early: { ratios: { cost: 2 }, cpuSeconds: { 'v18.0.0': 1, 'v20.0.0': 1 } } }))
  const across = (/** @type {string} */ source) => [{ ...CROSS_VERSION, source, pairs: measured }]
  keep(lab, [], across(hashVariantSources(lab).slow))
  t.same(collectLabResultsByNode(lab).staleAcross, [])
  keep(lab, [], across('tree-000000000000000a'))
  const screen = formatVersionCharts(collectLabResultsByNode(lab), { ...TERMINAL, width: 300 })
  t.match(screen, /slow .* Node v18\.0\.0 against v20\.0\.0.* --across slow --node 18\.0\.0,20\.0\.0/)
})

t.test('the screen has every Node, the published ratio, and the change of Node behind it', async (t) => {
  const lab = labIn(t, {
    published: { ratio: 41.2, figures: '1 → 41.2', of: 'slow → fast', metric: 'calls', source: 'a book', node: 'not stated', asks: 'the same' },
    changes: [{ node: '20', says: 'it inlines', link: 'https://example.org/a' }],
  })
  keep(lab, [makeRun(lab, 'v6.17.1', 60, 40), makeRun(lab, 'v20.1.0', 1, 1)])
  const report = formatVersionCharts(collectLabResultsByNode(lab), TERMINAL)
  for (const part of [
    /the difference: gone, since Node 20/,
    /published .*◆.*41\.2×/,
    /Node 6\.17\.1 .*●.*\d+(\.\d)?–\d+(\.\d)?×, [\d.]+× at first/,
    /Node 20\.1\.0 .*●.*[\d.]+–[\d.]+×/,
    /Node 20: it inlines: https:\/\/example\.org\/a/,
  ]) t.match(report, part)
  const lines = report.split('\n')
  t.ok(lines.every((line) => line.length <= TERMINAL.width))
  const at = (/** @type {string} */ row, /** @type {string} */ mark) => String(lines.find((line) => line.includes(row))).indexOf(mark)
  t.ok(at('Node 6.17.1', '●') > at('Node 20.1.0', '●'), 'more is to the right')
})
