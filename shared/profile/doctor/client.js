/* global document, addEventListener, getComputedStyle, matchMedia -- this file runs in the page */
(() => {
  const { uPlot, DOCTOR: { variants, seconds, panels } } = /** @type {any} */ (globalThis)

  // told apart without colour too: the first is whole, the next is dashed
  const STROKES = [{ stroke: colour('first'), width: 3 }, { stroke: colour('second'), width: 2.5, dash: [9, 5] }]
  const NAMES = ['first', 'second']
  const shown = variants.map(() => true)
  const place = /** @type {HTMLElement} */ (document.getElementById('panels'))

  /** A canvas knows no style sheet: it asks whenever it is drawn. @param {string} name */
  function colour (name) {
    return () => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`)
  }

  /** @param {HTMLElement} panel whose width the style sheet gives */
  const sizeIn = (panel) => ({ width: panel.clientWidth, height: Math.round(Math.max(150, panel.clientWidth / 3)) })
  const axis = { stroke: colour('ink'), grid: { stroke: colour('rule'), width: 1 }, ticks: { stroke: colour('rule'), width: 1 }, font: '15px system-ui' }
  // all cells before the first chart, for the grid makes its columns by what there is
  const cells = panels.map(() => place.appendChild(Object.assign(document.createElement('div'), { className: 'panel' })))
  const charts = panels.map((/** @type {any} */ panel, /** @type {number} */ nth) => {
    const cell = cells[nth]
    const told = (/** @type {any} */ _, /** @type {number | null} */ value) => value === null ? '–' : `${value} ${panel.unit}`
    const lines = panel.lines.map((/** @type {any} */ line, /** @type {number} */ index) => ({ label: variants[index], ...STROKES[index], spanGaps: true, points: { show: false }, value: told }))
    const dots = panel.dots.map((/** @type {any} */ line, /** @type {number} */ index) => ({ label: `${variants[index]}, after a garbage collection`, class: 'left', stroke: STROKES[index].stroke, paths: () => null, points: { show: true, size: 11, fill: index ? colour('paper') : STROKES[index].stroke, width: 3 }, value: told }))
    // eslint-disable-next-line new-cap -- that is its name
    const chart = new uPlot({
      title: panel.unit ? `${panel.title}, ${panel.unit}` : panel.title,
      ...sizeIn(cell),
      cursor: { sync: { key: 'doctor' }, y: false, drag: { x: true, y: false } },
      scales: { x: { time: false }, y: { range: (/** @type {any} */ _, /** @type {number} */ low, /** @type {number} */ high) => [0, Math.max(1, (high ?? 1) * 1.1)] } },
      axes: [{ values: (/** @type {any} */ _, /** @type {number[]} */ ticks) => ticks.map((tick) => `${tick} s`), ...axis, size: 32 }, { ...axis, size: 62 }],
      series: [{ label: 'at', value: (/** @type {any} */ _, /** @type {number | null} */ value) => value === null ? '–' : `${value.toFixed(2)} s` }, ...lines, ...dots],
      legend: { markers: { stroke: (/** @type {any} */ _, /** @type {number} */ index) => `var(--${NAMES[(index - 1) % variants.length]})`, dash: (/** @type {any} */ chart, /** @type {number} */ index) => chart.series[index].dash ? 'dashed' : 'solid' } },
      hooks: { setScale: [(/** @type {any} */ from, /** @type {string} */ key) => { if (key === 'x') zoomAll(from.scales.x.min, from.scales.x.max) }] },
    }, [seconds, ...panel.lines, ...panel.dots], cell)
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
  addEventListener('resize', () => { for (const chart of charts) chart.setSize(sizeIn(chart.root.parentElement)) })
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => { for (const chart of charts) chart.redraw() })
})()
