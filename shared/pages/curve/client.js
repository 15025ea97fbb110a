/* global document, addEventListener, getComputedStyle, matchMedia, devicePixelRatio -- this file runs in the page */
(() => {
  const { uPlot, CURVES: { operation, panels } } = /** @type {any} */ (globalThis)

  // told apart without colour too
  const DASHES = [[], [9, 5], [2, 4], [14, 4, 2, 4], [5, 3]]
  const place = /** @type {HTMLElement} */ (document.getElementById('panels'))
  let by = 'cpuSeconds'
  /** @type {any[]} */
  let charts = []

  /** A canvas knows no style sheet: it asks whenever it is drawn. @param {string} name */
  const colour = (name) => () => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`)

  /** @param {HTMLElement} panel whose width the style sheet gives */
  const sizeIn = (panel) => ({ width: panel.clientWidth, height: Math.round(Math.max(240, panel.clientWidth / 3)) })
  const axis = { stroke: colour('ink'), grid: { stroke: colour('rule'), width: 1 }, ticks: { stroke: colour('rule'), width: 1 }, font: '15px system-ui' }
  const short = (/** @type {number} */ value) => {
    const [unit, name] = value >= 1e6 ? [1e6, 'M'] : value >= 1000 ? [1000, 'k'] : [1, '']
    return `${Number((value / unit).toPrecision(3))}${name}`
  }

  /** An upright line for each side, where the default measurement looks. @param {any} panel */
  const drawLooks = (panel) => (/** @type {any} */ chart) => {
    const { ctx, bbox: { left, top, width, height } } = chart
    for (const [index, look] of panel.looks.entries()) {
      const x = look && chart.valToPos(look[by], 'x', true)
      if (!look || x < left || x > left + width) continue
      ctx.save()
      ctx.strokeStyle = colour(`side${index % DASHES.length}`)()
      ctx.setLineDash(DASHES[index % DASHES.length])
      ctx.lineWidth = 1.5
      ctx.beginPath()
      ctx.moveTo(x, top)
      ctx.lineTo(x, top + height)
      ctx.stroke()
      ctx.restore()
    }
  }

  /** Of each side a row at the foot: what V8 did when. @param {any} panel */
  const drawMarks = (panel) => (/** @type {any} */ chart) => {
    const { ctx, bbox: { left, top, width, height } } = chart
    const size = 5 * devicePixelRatio
    /** @type {Record<string, (x: number, y: number) => void>} */
    const draws = {
      compiled (x, y) { ctx.moveTo(x, y - size); ctx.lineTo(x, y + size) },
      'thrown away' (x, y) { ctx.moveTo(x - size, y - size); ctx.lineTo(x + size, y + size); ctx.moveTo(x - size, y + size); ctx.lineTo(x + size, y - size) },
      collected (x, y) { ctx.moveTo(x + size, y); ctx.arc(x, y, size, 0, 2 * Math.PI) },
    }
    for (const [index, marks] of panel.marks.entries()) {
      ctx.save()
      ctx.strokeStyle = colour(`side${index % DASHES.length}`)()
      ctx.lineWidth = devicePixelRatio
      ctx.beginPath()
      for (const mark of marks) {
        const x = chart.valToPos(mark[by], 'x', true)
        if (x >= left && x <= left + width) draws[mark.what](x, top + height - (2 * (panel.marks.length - index) - 0.5) * 1.5 * size)
      }
      ctx.stroke()
      ctx.restore()
    }
  }

  /** @param {any} panel @param {HTMLElement} cell */
  function chartOf (panel, cell) {
    const { ages, lines } = panel[by]
    const unit = by === 'cpuSeconds' ? 's' : operation
    const sides = panel.sides.flatMap((/** @type {string} */ side, /** @type {number} */ index) => {
      const stroke = colour(`side${index % DASHES.length}`)
      const dash = DASHES[index % DASHES.length]
      const line = { label: side, stroke, width: 2.5, dash, spanGaps: true, points: { show: false }, value: (/** @type {any} */ _, /** @type {number | null} */ value) => value === null ? '–' : `${value} ${panel.unit}` }
      const bound = { class: 'bound', stroke: 'transparent', width: 0, points: { show: false } }
      return [line, { ...bound, label: `${side}, lowest` }, { ...bound, label: `${side}, highest` }]
    })
    // eslint-disable-next-line new-cap -- that is its name
    const chart = new uPlot({
      title: `${panel.title}, ${panel.unit}`,
      ...sizeIn(cell),
      cursor: { y: false, drag: { x: true, y: false } },
      scales: { x: { time: false, distr: 3 }, y: { distr: 3 } },
      axes: [{ ...axis, values: (/** @type {any} */ _, /** @type {(number | null)[]} */ ticks) => ticks.map((tick) => tick === null ? '' : `${short(tick)}${by === 'cpuSeconds' ? ' s' : ''}`), size: 32, space: 90 }, { ...axis, values: (/** @type {any} */ _, /** @type {(number | null)[]} */ ticks) => ticks.map((tick) => tick === null ? '' : short(tick)), size: 62 }],
      series: [{ label: 'at', value: (/** @type {any} */ _, /** @type {number | null} */ value) => value === null ? '–' : `${short(value)} ${unit}` }, ...sides],
      bands: panel.sides.map((/** @type {string} */ _, /** @type {number} */ index) => ({ series: [3 * index + 3, 3 * index + 2], fill: () => `color-mix(in srgb, ${colour(`side${index % DASHES.length}`)()} 14%, transparent)` })),
      legend: { markers: { stroke: (/** @type {any} */ _, /** @type {number} */ index) => `var(--side${Math.floor((index - 1) / 3) % DASHES.length})`, dash: (/** @type {any} */ chart, /** @type {number} */ index) => chart.series[index].dash?.length ? 'dashed' : 'solid' } },
      hooks: { draw: [drawLooks(panel), drawMarks(panel)] },
    }, [ages, ...lines], cell)
    chart.root.setAttribute('role', 'img')
    chart.root.setAttribute('aria-label', `${panel.title} while the processes warm up`)
    return chart
  }

  function drawAll () {
    for (const chart of charts) chart.destroy()
    const cells = panels.map(() => Object.assign(document.createElement('div'), { className: 'panel' }))
    place.replaceChildren(...cells)
    charts = panels.map((/** @type {any} */ panel, /** @type {number} */ index) => chartOf(panel, cells[index]))
  }

  const buttons = Array.from(/** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('button[data-age]')))
  for (const button of buttons) {
    button.addEventListener('click', () => {
      by = String(button.dataset.age)
      for (const other of buttons) other.setAttribute('aria-pressed', String(other === button))
      drawAll()
    })
  }
  /** @param {number} factor of the ages that are shown @param {number} by so many of their widths they move, on the logarithmic axis */
  function zoom (factor, by = 0) {
    for (const chart of charts) {
      const [ages] = chart.data
      const [low, high] = [chart.scales.x.min, chart.scales.x.max].map(Math.log)
      const middle = (low + high) / 2 + by * (high - low)
      const half = factor * (high - low) / 2
      chart.setScale('x', { min: Math.max(ages[0], Math.exp(middle - half)), max: Math.min(ages[ages.length - 1], Math.exp(middle + half)) })
    }
  }

  const KEYS = /** @type {Record<string, () => void>} */ ({
    ArrowLeft: () => zoom(1, -0.25),
    ArrowRight: () => zoom(1, 0.25),
    '+': () => zoom(0.5),
    '-': () => zoom(2),
    0: () => zoom(Infinity),
  })
  addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !Object.hasOwn(KEYS, event.key)) return
    event.preventDefault()
    KEYS[event.key]()
  })

  drawAll()
  addEventListener('resize', () => { for (const chart of charts) chart.setSize(sizeIn(chart.root.parentElement)) })
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => { for (const chart of charts) chart.redraw() })
})()
