/* global document, addEventListener, matchMedia, devicePixelRatio -- this file runs in the page */
import { makeCssColourReader, setTextAlternative, drawCanvasChart, strokeOnChart, chooseLineStyle } from '../chart/moving.js'
import { widenLogarithmicRange } from '../chart/scale.js'

const { operation, panels } = /** @type {any} */ (globalThis).CURVES
const place = /** @type {HTMLElement} */ (document.getElementById('panels'))
let by = 'cpuSeconds'
/** @type {any[]} */
let charts = []

/** @param {HTMLElement} panel */
const measure = (panel) => ({ width: panel.clientWidth, height: Math.round(Math.max(240, panel.clientWidth / 3)) })

/** @param {number} value */
function formatShort (value) {
  const [unit, name] = value >= 1e6 ? [1e6, 'M'] : value >= 1000 ? [1000, 'k'] : [1, '']
  return `${Number((value / unit).toPrecision(3))}${name}`
}

/**
 * Draws a vertical line for each variant, at the CPU time or number of operations after which `pnpm lab` measures.
 *
 * @param {any} chart @param {any} panel
 */
function drawMeasuredAges (chart, { looks }) {
  const { top, height } = chart.bbox
  for (const [index, look] of looks.entries()) {
    if (!look) continue
    strokeOnChart(chart, { ...chooseLineStyle(index), width: 1.5 }, (ctx, x) => {
      ctx.moveTo(x(look[by]), top)
      ctx.lineTo(x(look[by]), top + height)
    })
  }
}

/**
 * Draws a row of marks for each variant at the chart's bottom: V8's compilations, deoptimisations and major garbage collections.
 *
 * @param {any} chart
 * @param {any} panel
 */
function drawEvents (chart, { marks }) {
  const { top, height } = chart.bbox
  const size = 5 * devicePixelRatio
  /** @type {Record<string, (ctx: any, x: number, y: number) => void>} */
  const shapes = {
    compiled (ctx, x, y) {
      ctx.moveTo(x, y - size)
      ctx.lineTo(x, y + size)
    },
    'thrown away' (ctx, x, y) {
      ctx.moveTo(x - size, y - size)
      ctx.lineTo(x + size, y + size)
      ctx.moveTo(x - size, y + size)
      ctx.lineTo(x + size, y - size)
    },
    collected (ctx, x, y) {
      ctx.moveTo(x + size, y)
      ctx.arc(x, y, size, 0, 2 * Math.PI)
    },
  }
  for (const [index, events] of marks.entries()) {
    const y = top + height - (2 * (marks.length - index) - 0.5) * 1.5 * size
    strokeOnChart(chart, { name: chooseLineStyle(index).name }, (ctx, x) => {
      for (const event of events) shapes[event.what](ctx, x(event[by]), y)
    })
  }
}

/** @param {any} panel @param {number} index of a side */
function makeSeries ({ sides, unit }, index) {
  const { name, dash } = chooseLineStyle(index)
  const bound = { class: 'bound', stroke: 'transparent', width: 0, points: { show: false } }
  const line = { label: sides[index], stroke: makeCssColourReader(name), width: 2.5, dash, spanGaps: true, points: { show: false }, value: (_, value) => value === null ? '–' : `${value} ${unit}` }
  return [line, { ...bound, label: `${sides[index]}, lowest` }, { ...bound, label: `${sides[index]}, highest` }]
}

/** @param {any} panel @param {HTMLElement} cell */
function drawPanel (panel, cell) {
  const { title, unit, sides } = panel
  const { ages, lines } = panel[by]
  const isTime = by === 'cpuSeconds'
  // series 0 is the x values; then each program has three series: the median cost, the lowest cost and the highest cost
  const sideAt = (/** @type {number} */ index) => chooseLineStyle(Math.floor((index - 1) / 3))
  setTextAlternative(cell, `${title} while the processes warm up`)
  return drawCanvasChart(cell, {
    ...measure(cell),
    title: `${title}, ${unit}`,
    font: 15,
    cursor: { y: false, drag: { x: true, y: false } },
    x: { isLog: true, format: (age) => `${formatShort(age)}${isTime ? ' s' : ''}`, size: 32, space: 90 },
    y: { isLog: true, format: formatShort, size: 62, space: 32, range: (low, high) => widenLogarithmicRange([low, high]) },
    series: [{ label: 'at', value: (_, age) => age === null ? '–' : `${formatShort(age)} ${isTime ? 's' : operation}` }, ...sides.flatMap((_, index) => makeSeries(panel, index))],
    bands: sides.map((_, index) => ({ series: [3 * index + 3, 3 * index + 2], fill: () => `color-mix(in srgb, ${makeCssColourReader(chooseLineStyle(index).name)()} 14%, transparent)` })),
    legend: { markers: { stroke: (_, index) => `var(--${sideAt(index).name})`, dash: (_, index) => sideAt(index).dash.length ? 'dashed' : 'solid' } },
    hooks: { draw: [(chart) => drawMeasuredAges(chart, panel), (chart) => drawEvents(chart, panel)] },
  }, [ages, ...lines])
}

function drawAll () {
  for (const chart of charts) chart.destroy()
  const cells = panels.map(() => Object.assign(document.createElement('div'), { className: 'panel' }))
  place.replaceChildren(...cells)
  charts = panels.map((panel, index) => drawPanel(panel, cells[index]))
}

const buttons = Array.from(/** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('button[data-age]')))
for (const button of buttons) {
  button.addEventListener('click', () => {
    by = String(button.dataset.age)
    for (const other of buttons) other.setAttribute('aria-pressed', String(other === button))
    drawAll()
  })
}

/** @param {number} factor of the shown ages @param {number} [move] to the right, in widths of the chart */
function zoom (factor, move = 0) {
  for (const chart of charts) {
    const [ages] = chart.data
    const [low, high] = [chart.scales.x.min, chart.scales.x.max].map(Math.log)
    const middle = (low + high) / 2 + move * (high - low)
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
addEventListener('resize', () => { for (const chart of charts) chart.setSize(measure(chart.root.parentElement)) })
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => { for (const chart of charts) chart.redraw() })
