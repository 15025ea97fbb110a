import t from 'tap'
import { hashCompareSettings } from '../engine.js'
import { selectCurrentCompareResults } from './proof.js'
import { formatCompareTables } from './table.js'

/** @import { CompareRow } from './proof.js' */

/** @type {CompareRow} */
const row = {
  kind: 'function',
  noise: 'quiet',
  difference: 1,
  hasMargin: true,
  verdict: 'not slower',
  red: false,
  disturbed: false,
  values: [0, 0.01],
  fresh: [],
  seconds: 2,
  most: 10,
  engine: hashCompareSettings('function'),
  node: 'v20.0.0',
  on: '2026-01-01',
  machine: { cpu: 'a processor', cores: 2, os: 'an os' },
}

t.test('a program within the margin is wrongly judged if it is called slower', async (t) => {
  const table = formatCompareTables([row, { ...row, hasMargin: false, verdict: 'slower', red: true }, { ...row, hasMargin: false, verdict: 'undecided', red: true }])
  t.match(table, '| function | quiet | 1 of 1 | 1 of 2 |  | 2 s |')
  t.match(table, 'In 3 comparisons the right answer was *not slower*. The tool said *slower* in 2 of them before confirmation, and in 1 after it.')
})

t.test('a row that another rule judged does not count', async (t) => {
  t.same(selectCurrentCompareResults([row, { ...row, engine: 'values-00000000' }, { ...row, kind: 'server' }]), [row])
})
