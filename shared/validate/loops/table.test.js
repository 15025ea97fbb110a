import t from 'tap'
import { computeGap, selectCurrentLoops } from './judge.js'
import { formatLoopsTable } from './table.js'

/** @import { LoopRow } from './judge.js' */

/** @type {LoopRow} */
const row = {
  shape: 'Maps as input',
  ratio: 2,
  sides: 'Node 20.20.2',
  verdict: 'slower',
  difference: 1.95,
  interval: [1.9, 2],
  costs: { base: 1, head: 1.95 },
  collections: { base: 0.02, head: 0.4 },
  clock: 'cpu',
  seconds: 8,
  loop: 2.02,
  loopInterval: [1.98, 2.06],
  loopCosts: { base: 1, head: 2.02 },
  engine: 'values-00000000',
  on: '2026-01-01',
  machine: { cpu: 'a processor', cores: 2, os: 'an os' },
}
/** @type {LoopRow} */
const far = { ...row, shape: 'errors as answer', loop: 3, loopInterval: [2.5, 3.6] }

t.test('two intervals meet, or lie apart by a share of the nearer ratio', async (t) => {
  t.equal(computeGap(row), 0)
  t.equal(computeGap(far), 0.25)
  t.equal(computeGap({ interval: [1.2, 1.3], loopInterval: [0.9, 1] }).toFixed(3), '0.200')
})

t.test('the table counts programs that are far apart both times', async (t) => {
  t.match(formatLoopsTable([row, far]), '| Node 20.20.2, 2.00× the work | 1 of 2 | 50 % | 0 | 8.0 s |')
  t.match(formatLoopsTable([row, far, far]), '| 1 of 3 | 33 % | 1 | 8.0 s |')
  t.match(formatLoopsTable([row, far, { ...far, loopInterval: [1.9, 2.1] }]), '| 2 of 3 | 67 % | 0 | 8.0 s |')
})

t.test('results of another engine do not count', async (t) => {
  t.strictSame(selectCurrentLoops([row]), [])
  t.match(formatLoopsTable([]), 'None')
})
