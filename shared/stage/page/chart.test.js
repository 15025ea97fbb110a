import t from 'tap'
import { Chart } from './chart.js'

/** As much of a browser as a chart that nobody sees asks for. */
Object.assign(globalThis, {
  document: { createElement: () => ({ clientWidth: 0, setAttribute (/** @type {'role'} */ name, /** @type {string} */ value) { this[name] = value } }) },
  window: { ResizeObserver: class { observe () {} disconnect () {} } },
})

t.test('what is drawn is told to who cannot see it', (t) => {
  const chart = new Chart({ floor: 1.5, within: null, published: null })
  const told = (/** @type {any[]} */ pairs) => {
    chart.show({ blocks: [], pairs }, 1)
    return /** @type {any} */ (chart.place)['aria-label']
  }
  t.equal(told([]), 'no pair yet')
  t.equal(told([[0.3, 3, 3, null, null]]), 'after 1 pair 3×')
  t.equal(told([[0.3, 3, 3, null, null], [0.6, 3.2, 3.1, 2.5, 3.8]]), 'after 2 pairs 3.1×')
  chart.close()
  t.end()
})
