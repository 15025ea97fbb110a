import t from 'tap'
import { RatioChart, chooseLabelPositions } from './chart.js'

/** As much of a browser as a chart that nobody sees asks for. */
Object.assign(globalThis, {
  document: {
    createElement: () => ({
      clientWidth: 0,
      setAttribute (/** @type {'role'} */ name, /** @type {string} */ value) { this[name] = value },
    }),
  },
  window: { ResizeObserver: class { observe () {} disconnect () {} } },
})

t.test('the chart has a text alternative', (t) => {
  const chart = new RatioChart(/** @type {any} */ ({ atLeast: 1.5, equivalenceMargin: null, published: null }))
  const told = (pairs) => {
    chart.show({ blocks: [], pairs }, 1)
    return /** @type {any} */ (chart.place)['aria-label']
  }
  t.equal(told([]), 'no pair yet')
  t.equal(told([[0.3, 3, 3, null, null]]), 'after 1 pair 3×')
  t.equal(told([[0.3, 3, 3, null, null], [0.6, 3.2, 3.1, 2.5, 3.8]]), 'after 2 pairs 3.1×')
  chart.close()
  t.end()
})

t.test('labels of two lines do not overlap', (t) => {
  const [bottom, height] = [300, 20]
  for (let atLeast = 40; atLeast <= bottom; atLeast += 5) {
    for (let published = 40; published <= bottom; published += 5) {
      const [a, b] = chooseLabelPositions([atLeast, published], bottom, height).map((side, index) => {
        const y = [atLeast, published][index]
        return side === 'above' ? [y - height, y] : [y, y + height]
      })
      t.ok(a[1] <= b[0] || b[1] <= a[0], `${atLeast} and ${published}: ${a} and ${b}`)
    }
  }
  t.same(chooseLabelPositions([295], bottom, height), ['above'], 'one line near the bottom')
  t.same(chooseLabelPositions([100, 290], bottom, height), ['above', 'above'], 'the lower one has no room below')
  t.end()
})
