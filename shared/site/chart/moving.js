import { chooseLogarithmicTicks } from './scale.js'

/** @import uPlot from 'uplot' */

/** @typedef {new (options: Record<string, unknown>, data: unknown[][], place: HTMLElement) => uPlot} MakeChart */

/* global document, getComputedStyle, devicePixelRatio -- this file runs in a page */

/** @param {string} name of a custom property @returns {() => string} read at each drawing, because a canvas has no style sheet */
export function makeCssColourReader (name) {
  return () => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`)
}

/** Sets the text that a screen reader reads in place of a chart. @param {Element} place @param {string} label */
export function setTextAlternative (place, label) {
  place.setAttribute('role', 'img')
  place.setAttribute('aria-label', label)
}

/**
 * @typedef {object} MovingAxis
 * @property {(value: number) => string} format
 * @property {number} size pixels for its labels; those of the y axis get more if they are longer
 * @property {number} space pixels between two ticks, at least
 * @property {boolean} [isLog]
 * @property {(low: number, high: number) => [number, number]} [range] ends of the axis, from those of the data
 */

/**
 * Draws a chart with uPlot on a canvas. The chart can have a cursor, and can change while a measurement runs.
 *
 * @param {HTMLElement} place
 * @param {{ font: number, x: MovingAxis, y: MovingAxis } & Record<string, any>} chart `font`: size in pixels; the rest are options of uPlot
 * @param {any[][]} data x values, then one list for each of the series
 * @returns {uPlot}
 */
export function drawCanvasChart (place, { font, x, y, ...options }, data) {
  // eslint-disable-next-line new-cap -- uPlot's constructor has a lower-case name
  return new /** @type {typeof globalThis & { uPlot: MakeChart }} */ (globalThis).uPlot({
    ...options,
    scales: { x: scaleOptions(x), y: scaleOptions(y) },
    axes: [x, y].map((axis) => axisOptions(axis, font)),
  }, data, place)
}

/** @param {MovingAxis} axis */
function scaleOptions ({ isLog, range = (low, high) => [low, high] }) {
  return { time: false, distr: isLog ? 3 : 1, range: (_, low, high) => range(low, high) }
}

/** @param {MovingAxis} axis @param {number} font */
function axisOptions ({ format, size, space, isLog }, font) {
  const line = { stroke: makeCssColourReader('rule'), width: 1 }
  return {
    stroke: makeCssColourReader('ink'),
    grid: line,
    ticks: line,
    // whole pixels: uPlot misreads a decimal point, and draws tiny letters on a screen with two pixels for each CSS pixel
    font: `${Math.round(font)}px system-ui`,
    size: (_, labels, axis) => axis ? Math.max(size, measureWidth(labels ?? [], font)) : size,
    space,
    values: (_, ticks) => ticks.map(format),
    ...(isLog && {
      splits: ({ bbox: { width, height } }, axis, low, high) =>
        chooseLogarithmicTicks([low, high], (axis ? height : width) / devicePixelRatio / space),
      filter: (_, ticks) => ticks,
    }),
  }
}

/** @param {string[]} labels @param {number} font @returns {number} pixels, with the 15 that uPlot leaves before the chart */
function measureWidth (labels, font) {
  return 15 + 0.7 * font * Math.max(0, ...labels.map(({ length }) => length))
}

/**
 * Draws a line on a chart. Parts of the line outside the axes are cut off.
 *
 * @param {uPlot} chart
 * @param {{ name: string, dash?: number[], width?: number }} style `name` of the colour; width of lines in pixels
 * @param {(ctx: any, x: (value: number) => number, y: (value: number) => number) => void} draw adds to the path that is stroked
 */
export function strokeOnChart (chart, { name, dash = [], width = 1 }, draw) {
  const { ctx, bbox: { left, top, width: across, height } } = chart
  ctx.save()
  ctx.beginPath()
  ctx.rect(left, top, across, height)
  ctx.clip()
  ctx.strokeStyle = makeCssColourReader(name)()
  ctx.lineWidth = width * devicePixelRatio
  ctx.setLineDash(dash)
  ctx.beginPath()
  draw(ctx, (value) => chart.valToPos(value, 'x', true), (value) => chart.valToPos(value, 'y', true))
  ctx.stroke()
  ctx.restore()
}
