/* global document, addEventListener, getComputedStyle, matchMedia -- this file runs in the page */

/**
 * @typedef {ReturnType<typeof import('./page.js').buildChartPanels>} ChartPanels
 *
 * @typedef {object} Chart the parts of a uPlot chart that this file uses
 * @property {HTMLElement & { parentElement: HTMLElement }} root
 * @property {Record<string, { min: number, max: number }>} scales
 * @property {{ dash?: number[] }[]} series the first is the time
 * @property {(value: number, scale: string) => number} valToPos
 * @property {(position: { left: number, top: number }) => void} setCursor
 * @property {(scale: string, limits: { min: number, max: number }) => void} setScale
 * @property {(series: number, options: { show: boolean }) => void} setSeries
 * @property {(size: { width: number, height: number }) => void} setSize
 * @property {() => void} redraw
 *
 * @typedef {object} PageData what the page's other scripts define
 * @property {new (options: unknown, data: (number | null)[][], place: HTMLElement) => Chart} uPlot
 * @property {ChartPanels & { variants: string[] }} DOCTOR
 */

const { uPlot, DOCTOR: { variants, seconds, panels } } = /** @type {typeof globalThis & PageData} */ (globalThis)

/** Line styles of the two variants. The second line is dashed, so that readers can tell the lines apart without colour. */
const STROKES = [{ stroke: readColour('first'), width: 3 }, { stroke: readColour('second'), width: 2.5, dash: [9, 5] }]
const NAMES = ['first', 'second']
const SYNC_KEY = 'doctor'

/** Creates a function that reads a colour from the page's style sheet, because a canvas ignores style sheets. @param {string} name */
function readColour (name) {
  return () => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`)
}

/** @param {number | null} value @param {string} unit */
const formatValue = (value, unit) => value === null ? '–' : `${value} ${unit}`

/** @param {HTMLElement} cell whose width the style sheet sets */
const sizeChart = (cell) => ({ width: cell.clientWidth, height: Math.round(Math.max(150, cell.clientWidth / 3)) })

/** @param {ChartPanels['panels'][0]} panel @param {HTMLElement} cell */
function drawChart ({ title, unit, lines, dots }, cell) {
  const axis = {
    stroke: readColour('ink'),
    grid: { stroke: readColour('rule'), width: 1 },
    ticks: { stroke: readColour('rule'), width: 1 },
    font: '15px system-ui',
  }
  const value = (/** @type {Chart} */ _, /** @type {number | null} */ value) => formatValue(value, unit)
  // eslint-disable-next-line new-cap -- the library's name
  const chart = new uPlot({
    title: unit ? `${title}, ${unit}` : title,
    ...sizeChart(cell),
    cursor: { sync: { key: SYNC_KEY }, y: false, drag: { x: true, y: false } },
    scales: {
      x: { time: false },
      y: { range: (/** @type {Chart} */ _, /** @type {number} */ low, /** @type {number} */ high) => [0, Math.max(1, (high ?? 1) * 1.1)] },
    },
    axes: [
      { ...axis, values: (/** @type {Chart} */ _, /** @type {number[]} */ ticks) => ticks.map((tick) => `${tick} s`), size: 32 },
      { ...axis, size: 62 },
    ],
    series: [
      {
        label: 'at',
        value: (/** @type {Chart} */ _, /** @type {number | null} */ value) => formatValue(value && Number(value.toFixed(2)), 's'),
      },
      ...lines.map((_, index) => ({
        label: variants[index],
        ...STROKES[index],
        spanGaps: true,
        points: { show: false },
        value,
      })),
      ...dots.map((_, index) => {
        const { stroke } = STROKES[index]
        return {
          label: `${variants[index]}, after a garbage collection`,
          class: 'left',
          stroke,
          paths: () => null,
          points: { show: true, size: 11, fill: index ? readColour('paper') : stroke, width: 3 },
          value,
        }
      }),
    ],
    legend: {
      markers: {
        stroke: (/** @type {Chart} */ _, /** @type {number} */ index) => `var(--${NAMES[(index - 1) % variants.length]})`,
        dash: (/** @type {Chart} */ chart, /** @type {number} */ index) => chart.series[index].dash ? 'dashed' : 'solid',
      },
    },
  }, [seconds, ...lines, ...dots], cell)
  chart.root.setAttribute('role', 'img')
  chart.root.setAttribute('aria-label', title)
  return chart
}

// adds the boxes of all charts to the page before drawing a chart, because the number of boxes decides how wide each chart is
const cells = panels.map(() => document.getElementById('panels')
  ?.appendChild(Object.assign(document.createElement('div'), { className: 'panel' })))
const charts = panels.map((panel, index) => drawChart(panel, /** @type {HTMLElement} */ (cells[index])))
const last = seconds.length - 1
let cursor = 0

/** Moves the cursor of all charts to one point in time. @param {number} index of this time in `seconds` */
function moveCursor (index) {
  cursor = Math.max(0, Math.min(last, index))
  for (const chart of charts) chart.setCursor({ left: chart.valToPos(seconds[cursor], 'x'), top: 5 })
}

/** @param {number} min @param {number} max seconds */
function showRange (min, max) {
  for (const chart of charts) chart.setScale('x', { min: Math.max(0, min), max: Math.min(seconds[last], max) })
}

/** @param {number} factor of the visible time, around the cursor */
function zoom (factor) {
  const { min, max } = charts[0].scales.x
  const half = Math.max(0.1, (max - min) * factor / 2)
  const centre = seconds[cursor] >= min && seconds[cursor] <= max ? seconds[cursor] : (min + max) / 2
  showRange(centre - half, centre + half)
  moveCursor(cursor)
}

const KEYS = /** @type {Record<string, () => void>} */ ({
  ArrowLeft: () => moveCursor(cursor - 1),
  ArrowRight: () => moveCursor(cursor + 1),
  Home: () => moveCursor(0),
  End: () => moveCursor(last),
  '+': () => zoom(0.5),
  '-': () => zoom(2),
  0: () => showRange(0, seconds[last]),
})
addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || !Object.hasOwn(KEYS, event.key)) return
  event.preventDefault()
  KEYS[event.key]()
})

for (const [index, button] of document.querySelectorAll('button[data-variant]').entries()) {
  button.addEventListener('click', () => {
    const show = button.getAttribute('aria-pressed') !== 'true'
    button.setAttribute('aria-pressed', String(show))
    for (const chart of charts) {
      for (let series = index + 1; series < chart.series.length; series += variants.length) {
        chart.setSeries(series, { show })
      }
    }
  })
}
addEventListener('resize', () => { for (const chart of charts) chart.setSize(sizeChart(chart.root.parentElement)) })
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => { for (const chart of charts) chart.redraw() })
