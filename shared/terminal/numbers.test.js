import t from 'tap'
import { formatApproximateRatio, formatInterval, formatRange, roundRatio } from './numbers.js'

t.test('a ratio has the digits that its interval bears', async (t) => {
  for (const [ratio, interval, written] of /** @type {[number, [number, number], string][]} */ ([
    [7.91, [6.74, 9.29], '8'],
    [1.29, [1.05, 1.59], '1.3'],
    [1.003, [0.98, 1.027], '1'],
    [533, [361, 790], '530'],
    [16.8, [15.1, 18.5], '17'],
    [0.19, [0.16, 0.226], '0.19'],
    [1234, [1230, 1238], '1,234'],
    [1.5, [0.2, 40], '1.5'],
  ])) t.equal(roundRatio(ratio, interval), written)
})

t.test('one pair bears one digit', async (t) => {
  t.equal(formatApproximateRatio(7.91, [-Infinity, Infinity]), 'about 8×')
  t.equal(formatApproximateRatio(0.62), 'about 0.6×')
  t.equal(formatInterval([0, Infinity]), '')
})

t.test('an interval has two digits, or more if it is narrow; in a table it has fewer', async (t) => {
  const cases = /** @type {[(interval: [number, number]) => string, [number, number], string][]} */ ([
    [formatInterval, [6.74, 9.29], '6.7 to 9.3×'],
    [formatInterval, [20.3, 108], '20 to 110×'],
    [formatInterval, [1.27, 1.34], '1.27 to 1.34×'],
    [formatInterval, [0.98, 1.027], '0.98 to 1.03×'],
    [formatInterval, [0.03, 53], '0.03 to 53×'],
    // the side of 1 is told
    [formatInterval, [0.96, 1.7], '0.96 to 1.7×'],
    [formatRange, [6.4, 9.3], '6–9×'],
    [formatRange, [148, 175], '150–180×'],
    [formatRange, [0.96, 1.04], '0.96–1.04×'],
    [formatRange, [3.81, 3.84], '3.81–3.84×'],
    [formatRange, [2, 2], '2×'],
  ])
  for (const [format, interval, written] of cases) t.equal(format(interval), written)
})
