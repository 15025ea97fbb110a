import { makeCssColourReader, setTextAlternative, drawCanvasChart, strokeOnChart } from '@hotpath-labs/site/chart/moving.js'
import { widenLogarithmicRange } from '@hotpath-labs/site/chart/scale.js'
import { formatRequiredRatio } from '@hotpath-labs/lab/report/statement.js'
import { formatCountWithNoun, formatMultiple } from '@hotpath-labs/engine/text/numbers.js'

/**
 * @import { LabView } from '../lab-view.js'
 * @import { Line } from '../run.js'
 */

/** @typedef {ReturnType<typeof drawCanvasChart>} Chart */

/** Smallest distance between two grid lines, as a multiple of the letters' height, so that the lines' labels do not touch. */
const TICK_SPACE = 1.8

/** Smallest ratio of the scale's highest value to its lowest, so that a change of a few percent looks flat. */
const LEAST_SPAN = 3

/** Interval of redraws in ms. Drawing takes half of the page's CPU time, and a shorter interval would not look smoother. */
const REDRAW_MS = 400

/** Chart of a run over time: the ratio of each pair of processes, the claim's bounds and the published ratio. */
export class RatioChart {
  /** @type {any} */
  #drawn
  /** @type {any[][]} */
  #data = []
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #redraw
  /** @type {[number, number]} */
  #range = [1, 10]
  /** @type {any[]} */
  #pairs = []

  /** @param {LabView['claims'][number]} claim */
  constructor (claim) {
    const { atLeast, equivalenceMargin: margin } = claim
    this.bounds = margin ? [1 + margin, 1 / (1 + margin)] : atLeast === null ? [] : [atLeast]
    const published = claim.published?.asks === 'the same' ? [claim.published.ratio] : []
    this.rules = [
      ...this.bounds.map((ratio) => ({ ratio, colour: 'first', dash: [14, 7] })),
      ...published.map((ratio) => ({ ratio, colour: 'second', dash: [3, 6] })),
    ]
    this.labels = [
      ...this.bounds.slice(0, 1).map((ratio) => ({ ratio, text: formatRequiredRatio(claim), colour: 'first' })),
      ...published.map((ratio) => ({ ratio, text: `published ${formatMultiple(ratio)}`, colour: 'second' })),
    ]
    this.place = document.createElement('div')
    this.place.className = 'chart'
    // resizes the chart with its element, because other parts of the screen grow and shrink during a run
    this.observer = new window.ResizeObserver(() => this.#resize())
    this.observer.observe(this.place)
  }

  close () {
    this.observer.disconnect()
    clearTimeout(this.#redraw)
    this.#drawn?.destroy()
  }

  /** @param {{ blocks: [number, number][], pairs: any[] }} line @param {number} seconds */
  show ({ blocks, pairs }, seconds) {
    const last = pairs.at(-1)
    const moments = [0, ...blocks.map(([time]) => time), ...pairs.map(([time]) => time), Math.max(1, seconds)]
    const at = [...new Set(moments)].sort((a, b) => a - b)
    const column = (points, index = 1) => {
      const known = new Map(points.map((point) => [point[0], point[index]]))
      return at.map((time) => known.get(time) ?? null)
    }
    this.#pairs = pairs
    this.#data = [at, column(blocks), column(pairs), column(pairs, 2), ...this.rules.map(({ ratio }) => at.map(() => ratio))]
    const ratios = last ? [...pairs.flatMap(([, pair, ratio]) => [pair, ratio]), ...last.slice(3)] : blocks.map(([, ratio]) => ratio)
    this.#range = widenLogarithmicRange([1, ...this.rules.map(({ ratio }) => ratio), ...ratios].filter((ratio) => ratio > 0), LEAST_SPAN)
    setTextAlternative(this.place, last ? `after ${formatCountWithNoun(pairs.length, 'pair')} ${formatMultiple(last[2])}` : 'no pair yet')
    if (!this.#drawn && this.place.clientWidth) this.#draw()
    else this.#redraw ??= setTimeout(() => this.#update(), REDRAW_MS)
  }

  #update () {
    this.#redraw = undefined
    this.#drawn?.setData(this.#data)
  }

  #draw () {
    const { font, ...size } = this.#measure()
    const noLine = { paths: () => null, width: 2 }
    const dots = (stroke, across, fill = stroke) => ({
      stroke: makeCssColourReader(stroke),
      points: { show: true, size: across * font, stroke: makeCssColourReader(stroke), fill: makeCssColourReader(fill), width: 2 },
    })
    this.#drawn = drawCanvasChart(this.place, {
      ...size,
      font,
      legend: { show: false },
      // leaves space beyond each axis's end, because the last label is centred on the end
      padding: [font, font * 1.5, null, null],
      cursor: { show: false },
      x: { format: (seconds) => `${seconds} s`, size: font * 2.4, space: font * 5, range: (_, high) => [0, high] },
      y: { isLog: true, format: formatMultiple, size: font * 4, space: font * TICK_SPACE, range: () => this.#range },
      series: [
        {},
        { ...dots('line', 0.35), ...noLine },
        { ...dots('ink', 0.75, 'paper'), ...noLine },
        { ...dots('ink', 0.5), width: 3, spanGaps: true },
        ...this.rules.map((rule) => ({ stroke: makeCssColourReader(rule.colour), width: 3, dash: rule.dash, points: { show: false } })),
      ],
      hooks: {
        drawSeries: [(chart, series) => { if (series === 1) drawIntervals(chart, this.#pairs) }],
        draw: [(chart) => drawLabels(chart, this.labels, font)],
      },
    }, this.#data)
  }

  #measure () {
    const { fontSize } = window.getComputedStyle(document.documentElement)
    return { width: this.place.clientWidth, height: Math.max(120, this.place.clientHeight), font: 0.75 * Number.parseFloat(fontSize) }
  }

  #resize () {
    const { width, height } = this.#measure()
    if (this.#drawn?.width === width && this.#drawn.height === height) return
    // draws the whole chart again, because its letters and dots grow and shrink with the page's letters
    this.#drawn?.destroy()
    this.#drawn = undefined
    this.place.replaceChildren()
    if (this.place.clientWidth && this.#data.length) this.#draw()
  }
}

/** @param {Chart} chart @param {Line['pairs']} pairs each with its interval */
function drawIntervals (chart, pairs) {
  const cap = 12 * window.devicePixelRatio
  strokeOnChart(chart, { name: 'line', width: 5 }, (ctx, x, y) => {
    for (const [seconds,,, low, high] of pairs) {
      if (low === null || high === null) continue
      ctx.moveTo(x(seconds), y(low))
      ctx.lineTo(x(seconds), y(high))
      for (const end of [low, high]) {
        ctx.moveTo(x(seconds) - cap, y(end))
        ctx.lineTo(x(seconds) + cap, y(end))
      }
    }
  })
}

/**
 * Writes each line's name beside the line, so that the chart needs no legend.
 *
 * @param {Chart} chart
 * @param {{ text: string, ratio: number, colour: string }[]} labels
 * @param {number} font
 */
function drawLabels ({ ctx, bbox, valToPos }, labels, font) {
  const pixel = window.devicePixelRatio
  const ys = labels.map(({ ratio }) => valToPos(ratio, 'y', true))
  const sides = chooseLabelPositions(ys, bbox.top + bbox.height, (font + 6) * pixel)
  ctx.save()
  ctx.font = `${font * pixel}px system-ui`
  ctx.textAlign = 'left'
  for (const [index, label] of labels.entries()) {
    const isBelow = sides[index] === 'below'
    ctx.textBaseline = isBelow ? 'top' : 'bottom'
    ctx.fillStyle = makeCssColourReader(label.colour)()
    // draws the label at the left end of its line, because the newest pair's interval is at the right end
    ctx.fillText(label.text, bbox.left + 8 * pixel, ys[index] + (isBelow ? 6 : -3) * pixel)
  }
  ctx.restore()
}

/**
 * Puts each label above or below its line, so that two labels do not overlap.
 *
 * @param {number[]} ys of the lines, from the top
 * @param {number} bottom of the chart
 * @param {number} height of a label
 * @returns {('above' | 'below')[]}
 */
export function chooseLabelPositions (ys, bottom, height) {
  const highest = ys.indexOf(Math.min(...ys))
  return ys.map((y, index) => {
    const hasRoomAbove = index === highest || y - ys[highest] >= height
    return hasRoomAbove && (index === highest || y + height > bottom) ? 'above' : 'below'
  })
}
