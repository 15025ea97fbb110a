import t from 'tap'
import { chooseLogarithmicTicks, makeLinearAxis, makeLogarithmicAxis, makeAxisOfNames, widenLogarithmicRange } from './scale.js'

t.test('a short axis has fewer ticks, and round ones', async (t) => {
  for (const range of [[0.8, 1.3], [0.5, 4], [0.8, 160], [0.08, 12_000]]) {
    for (const most of [1, 2.5, 4, 8, 20]) {
      const ticks = chooseLogarithmicTicks(range, most)
      const leastGap = Math.log(range[1] / range[0]) / most
      for (const [index, tick] of ticks.slice(1).entries()) t.ok(Math.log(tick / ticks[index]) >= leastGap, `${range}, at most ${most}: ${ticks}`)
      t.ok(ticks.includes(1), '1 is always there')
    }
  }
  t.same(chooseLogarithmicTicks([0.8, 160], 4), [1, 10, 100])
  t.same(chooseLogarithmicTicks([0.3, 8], 8), [0.3, 0.5, 1, 2, 5, 8])
  t.ok(chooseLogarithmicTicks([21.1, 24.4], 5).length > 1, 'values that nearly agree have an axis too')
})

t.test('an axis has room beyond its values, and a few per cent stay a flat line', async (t) => {
  t.same(widenLogarithmicRange([1, 1]), [1 / 1.08, 1.08])
  const [low, high] = widenLogarithmicRange([1, 1.02], 2)
  t.ok(Math.abs(high / low - 2) < 0.01)
})

t.test('equal ratios have equal distances, and so do names', async (t) => {
  const { at } = makeLogarithmicAxis([1, 100], [0, 10], String)
  t.same([1, 10, 100].map(at), [0, 5, 10])
  t.same(['a', 'b', 'c'].map(makeAxisOfNames(['a', 'b', 'c'], [0, 10], String).at), [0, 5, 10])
})

t.test('a linear axis has round ticks inside its ends', async (t) => {
  const texts = (ends, most) => makeLinearAxis(ends, [0, 10], (value) => `${value}×`, most).ticks.map(({ text }) => text)
  t.same(texts([0.9, 3.2], 4), ['1×', '2×', '3×'])
  t.same(texts([0.93, 1.34], 4), ['1×', '1.2×'], 'without the errors of binary fractions')
  t.same(texts([0, 0.3], 3), ['0×', '0.1×', '0.2×', '0.3×'], 'the last one too, though 0.3 / 0.1 is less than 3')
  const { at } = makeLinearAxis([1, 3], [100, 0], String)
  t.same([1, 2, 3].map(at), [100, 50, 0])
})
