/* global document, addEventListener, innerWidth -- this file runs in the page */
(() => {
  const { uPlot, DOCTOR: { variants, seconds, panels } } = /** @type {any} */ (globalThis)

  // told apart without colour too: the first is whole and dark, the next are dashed and lighter
  const STROKES = [{ stroke: '#8c1d18', width: 3 }, { stroke: '#0b57d0', width: 2.5, dash: [9, 5] }]
  const HEIGHT = 150
  const shown = variants.map(() => true)
  const place = /** @type {HTMLElement} */ (document.getElementById('panels'))

  const widthOfOne = () => Math.max(280, Math.floor((place.clientWidth - (innerWidth > 900 ? 24 : 0)) / (innerWidth > 900 ? 2 : 1)))
  const charts = panels.map((/** @type {any} */ panel) => {
    const told = (/** @type {any} */ _, /** @type {number | null} */ value) => value === null ? '–' : `${value} ${panel.unit}`
    const lines = panel.lines.map((/** @type {any} */ line, /** @type {number} */ index) => ({ label: variants[index], ...STROKES[index], spanGaps: true, points: { show: false }, value: told }))
    const dots = panel.dots.map((/** @type {any} */ line, /** @type {number} */ index) => ({ label: `${variants[index]}, left`, class: 'left', stroke: STROKES[index].stroke, paths: () => null, points: { show: true, size: 11, fill: index ? '#fff' : STROKES[index].stroke, width: 3 }, value: told }))
    // eslint-disable-next-line new-cap -- that is its name
    const chart = new uPlot({
      title: panel.unit ? `${panel.title}, ${panel.unit}` : panel.title,
      width: widthOfOne(),
      height: HEIGHT,
      cursor: { sync: { key: 'doctor' }, y: false, drag: { x: true, y: false } },
      scales: { x: { time: false }, y: { range: (/** @type {any} */ _, /** @type {number} */ low, /** @type {number} */ high) => [0, Math.max(1, (high ?? 1) * 1.1)] } },
      axes: [{ values: (/** @type {any} */ _, /** @type {number[]} */ ticks) => ticks.map((tick) => `${tick} s`), font: '15px system-ui', size: 32 }, { font: '15px system-ui', size: 62 }],
      series: [{ label: 'at', value: (/** @type {any} */ _, /** @type {number | null} */ value) => value === null ? '–' : `${value.toFixed(2)} s` }, ...lines, ...dots],
      legend: { markers: { dash: (/** @type {any} */ chart, /** @type {number} */ index) => chart.series[index].dash ? 'dashed' : 'solid' } },
      hooks: { setScale: [(/** @type {any} */ from, /** @type {string} */ key) => { if (key === 'x') zoomAll(from.scales.x.min, from.scales.x.max) }] },
    }, [seconds, ...panel.lines, ...panel.dots], place)
    chart.root.setAttribute('role', 'img')
    chart.root.setAttribute('aria-label', panel.title)
    return chart
  })

  /** @param {number} min @param {number} max */
  function zoomAll (min, max) {
    for (const chart of charts ?? []) if (chart.scales.x.min !== min || chart.scales.x.max !== max) chart.setScale('x', { min, max })
  }

  let at = 0
  /** @param {number} index of a time, to which the cursor of all panels goes */
  function point (index) {
    at = Math.max(0, Math.min(seconds.length - 1, index))
    for (const chart of charts) chart.setCursor({ left: chart.valToPos(seconds[at], 'x'), top: 5 })
  }

  /** @param {number} factor of the time that is shown, around the cursor */
  function zoom (factor) {
    const { min, max } = charts[0].scales.x
    const half = Math.max(0.1, (max - min) * factor / 2)
    const centre = seconds[at] >= min && seconds[at] <= max ? seconds[at] : (min + max) / 2
    zoomAll(Math.max(0, centre - half), Math.min(seconds[seconds.length - 1], centre + half))
    point(at)
  }

  const KEYS = /** @type {Record<string, () => void>} */ ({
    ArrowLeft: () => point(at - 1),
    ArrowRight: () => point(at + 1),
    Home: () => point(0),
    End: () => point(seconds.length - 1),
    '+': () => zoom(0.5),
    '-': () => zoom(2),
    0: () => zoomAll(seconds[0], seconds[seconds.length - 1]),
  })
  addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !Object.hasOwn(KEYS, event.key)) return
    event.preventDefault()
    KEYS[event.key]()
  })

  for (const [index, button] of [...document.querySelectorAll('button[data-variant]')].entries()) {
    button.addEventListener('click', () => {
      shown[index] = !shown[index]
      button.setAttribute('aria-pressed', String(shown[index]))
      for (const chart of charts) for (let series = index + 1; series < chart.series.length; series += variants.length) chart.setSeries(series, { show: shown[index] })
    })
  }
  addEventListener('resize', () => { for (const chart of charts) chart.setSize({ width: widthOfOne(), height: HEIGHT }) })
})()
