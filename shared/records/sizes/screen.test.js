import t from 'tap'
import { formatSizes, renderSizesTable } from './screen.js'

/** @type {any} */
const lab = {
  name: 'crawler',
  manifest: { kind: 'function', variants: { slow: 'shift', fast: 'an index' }, sizes: { unit: 'waiting pages', values: [], input: () => [] } },
}
const record = {
  machine: { cpu: 'C', cores: 2 },
  node: '24.1.0',
  recorded: '2026-11-29',
  sizes: [2500, 10_000, 17_000, 68_000],
  sources: {},
  costs: { slow: [250, 1000, 20_000, 320_000], fast: [10, 40, 68, 272] },
}

t.test('a terminal of 80 columns shows each cost, the exponents and the cliff', async (t) => {
  const text = formatSizes(lab, record, { color: false, width: 80 })
  t.match(text, /an index +10 µs +40 µs +68 µs +272 µs/)
  t.match(text.replace(/\s+/g, ' '), 'shift grows like n^1.0, but 10,000 to 17,000 costs 20× as much, then n^2.0')
  t.match(text, /an index grows like n\^1\.0$/m)
  t.same(text.split('\n').filter((line) => line.length > 80), [])
})

t.test('the page has the same figures', async (t) => {
  const page = renderSizesTable(lab, record)
  t.match(page, '| shift | 250 µs | 1,000 µs | 20,000 µs | 320,000 µs | n^1.0, but 10,000 to 17,000 costs 20× as much, then n^2.0 |')
})
