import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { hashVariantSources } from '@hotpath-labs/lab/sources.js'
import { findRecordsFile, readAllRows, readLabRecords, writeLabRecords } from '../records.js'
import { formatVersionCharts } from './screen.js'
import { collectLabResultsByNode } from './results.js'

const machine = { cpu: 'C', cores: 2 }
const TERMINAL = { color: false, width: 100 }

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

/** @param {any} lab @param {string} node @param {number} early @param {number} later @param {string} [cpu] @returns {any[]} two rows */
const makeRun = (lab, node, early, later, cpu = 'C') => Object.entries({ early, later }).map(([age, ratio], place) => ({
  ...{ machine: { ...machine, cpu }, node, age, by: 'versions', recorded: '2026-01-01', sources: hashVariantSources(lab), pairs: 5 },
  cpuSeconds: place + 0.5,
  claims: { faster: { ratio, interval: [ratio * 0.99, ratio * 1.01] } },
}))

t.test('written rows can be read, and rows of another format are refused', async (t) => {
  const lab = labIn(t)
  const rows = [...makeRun(lab, '6.17.1', 10, 8), { node: '8.1.0', recorded: '2026-01-01', cannot: 'it lacks something' }]
  writeLabRecords(lab.folder, rows)
  t.same(readAllRows(lab.folder), rows)
  t.equal(readLabRecords(lab.folder).length, 2)
  writeFileSync(findRecordsFile(lab.folder), '[{ "node": "6.1.0" }]')
  t.throws(() => readAllRows(lab.folder), { code: 'DAMAGED_FILE' })
})

t.test('results are in the order of Nodes, early and late', async (t) => {
  const lab = labIn(t)
  writeLabRecords(lab.folder, [...makeRun(lab, '20.1.0', 3, 2), ...makeRun(lab, '6.17.1', 10, 8)])
  const { claims: [{ readings }], processors, stale } = collectLabResultsByNode(lab)
  t.same(readings.map(({ node }) => node), ['v6.17.1', 'v20.1.0'])
  t.same(readings.map(({ early, late }) => [Math.round(early.ratio), Math.round(late.ratio)]), [[10, 8], [3, 2]])
  t.equal(readings[0].late.cpuSeconds, 1.5)
  t.ok(readings.every(({ late: { ratio, interval: [low, high] } }) => low < ratio && ratio < high))
  t.same([processors, stale], [['C'], []])
})

t.test('a warm row of that Node and processor gives the late ratio, until a variant changes', async (t) => {
  const lab = labIn(t)
  const late = () => collectLabResultsByNode(lab).claims[0].readings.map(({ late: { ratio } }) => ratio)
  const claims = { faster: { ratio: 5, interval: [4.9, 5.1] } }
  /** @type {any} */
  const warm = { machine, node: '20.1.0', age: 'warm', recorded: '2026-01-01', sources: hashVariantSources(lab), claims }
  const old = makeRun(lab, '6.17.1', 10, 8)
  writeLabRecords(lab.folder, [...old, ...makeRun(lab, '20.1.0', 3, 2, 'D'), warm])
  t.same(late(), [8, 2], 'another processor has another ratio')
  writeLabRecords(lab.folder, [...old, ...makeRun(lab, '20.1.0', 3, 2), warm])
  t.same(late(), [8, 5])
  t.match(formatVersionCharts(collectLabResultsByNode(lab), TERMINAL), /Node 20\.1\.0 .*●.*[\d.]+–[\d.]+×, 3(\.\d+)?× .* first/)
  writeFileSync(join(lab.folder, 'fast.cjs'), '"another"')
  t.same(late(), [8, 2], 'a row of another program does not count')
  t.same(collectLabResultsByNode(lab).stale, ['v6.17.1', 'v20.1.0'])
})

t.test('the screen has every Node, the published ratio, and the change of Node behind it', async (t) => {
  const lab = labIn(t, {
    published: { ratio: 41.2, figures: '1 → 41.2', of: 'slow → fast', metric: 'calls', source: 'a book', node: 'not stated', asks: 'the same' },
    changes: [{ node: '20', says: 'it inlines', link: 'https://example.org/a' }],
  })
  writeLabRecords(lab.folder, [...makeRun(lab, '6.17.1', 60, 40), ...makeRun(lab, '20.1.0', 1, 1)])
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
