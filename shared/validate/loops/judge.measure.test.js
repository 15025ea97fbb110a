import t from 'tap'
import { hashCompareSettings } from '../engine.js'
import { measureShapeBesideLoop } from './judge.js'

t.test('a program is measured with hotpath compare and with plain loops', async (t) => {
  const row = await measureShapeBesideLoop([], { filter: 'typed arrays as input', seconds: 1, rounds: 2 })
  t.match(row, { shape: 'typed arrays as input', sides: `Node ${process.versions.node}`, engine: hashCompareSettings('function') })
  t.ok(row && row.loopCosts.base > 0 && row.loopCosts.base < 1000, `${row?.loopCosts.base} µs a call in a loop`)
  t.ok(row && row.loopInterval[0] <= row.loop && row.loop <= row.loopInterval[1])
})

t.test('nothing is left once each program has a result, and those far apart have two', async (t) => {
  const filter = 'typed arrays as input'
  const known = { shape: filter, sides: `Node ${process.versions.node}`, interval: /** @type {[number, number]} */ ([1, 1.1]), loopInterval: /** @type {[number, number]} */ ([1, 1.1]) }
  const rows = /** @type {any[]} */ ([1, 2, 1.1].map((ratio) => ({ ...known, ratio })))
  t.equal(await measureShapeBesideLoop(rows, { filter }), undefined)
  const far = rows.map((row) => ({ ...row, loopInterval: [1.3, 1.4] }))
  t.equal(await measureShapeBesideLoop([...far, ...far], { filter }), undefined)
})
