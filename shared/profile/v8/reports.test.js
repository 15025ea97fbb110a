import t from 'tap'
import { formatTimeShares } from './reports.js'

t.test('formats the largest shares first, with short places, and leaves out shares below one percent', async (t) => {
  const lab = /** @type {any} */ ({ folder: '/labs/sum' })
  const rows = /** @type {[string, number][]} */ ([
    ['libc.so', 11],
    ['JS: *walk /labs/node_modules/babel-walk/lib/index.js:73:26', 7],
    ['tiny', 0],
    ['JS: *sum file:///labs/sum/slow.cjs:3:1', 82],
  ])
  t.same(formatTimeShares(lab, rows, 100), ['82 %  JS: *sum slow.cjs:3:1', '11 %  libc.so', ' 7 %  JS: *walk babel-walk/lib/index.js:73:26'])
})
