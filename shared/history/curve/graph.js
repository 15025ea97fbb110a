import plot from 'simple-ascii-chart'
import colors from 'picocolors'
import { findMetricWords, formatSignificantDigits } from 'hotpath/report'
import { wrapWithHangingIndent, wrapText } from 'hotpath/text'
import { computeMedianCurve } from './median-curve.js'
import { formatCurveName } from './track.js'

/** @import { CurveRecord } from './summary.js' */

/** Colours of a graph's lines. Each has two names: one for picocolors, which colours the legend, and one for simple-ascii-chart. */
const PAINTS = /** @type {const} */ ([
  ['yellow', 'ansiYellow'],
  ['green', 'ansiGreen'],
  ['cyan', 'ansiCyan'],
  ['magenta', 'ansiMagenta'],
  ['red', 'ansiRed'],
])

/** Number of labels on each axis. */
const TICKS = 5

/** Width in terminal columns of the vertical axis, as the chart library draws it. */
const AXIS_COLUMNS = 12

/** Height of a graph in terminal lines, without its horizontal axis. */
const HEIGHT = 12

/**
 * Draws a terminal graph for each metric. Each line shows how a program's median cost changes with the CPU time that its process has used.
 * Both axes are logarithmic.
 *
 * @param {CurveRecord} record
 * @param {{ color: boolean, width: number }} terminal `width` in columns
 */
export function drawCurveGraphs (record, { color, width }) {
  const metrics = [...new Set(record.tracks.map(({ metric }) => metric))]
  return metrics.map((metric) => drawMetric(record, metric, { color, width })).join('\n\n')
}

/** @param {CurveRecord} record @param {string} metric @param {{ color: boolean, width: number }} terminal */
function drawMetric (record, metric, { color, width }) {
  const paint = colors.createColors(color)
  const { name, format } = findMetricWords(metric)
  const curves = record.tracks.filter((track) => track.metric === metric).map((track, index) => {
    const points = computeMedianCurve(record.pairs.map(({ curves }) => curves[formatCurveName(track)].points))
    const [painter, ansi] = PAINTS[index % PAINTS.length]
    const logs = points.map(({ cpuSeconds, cost }) => /** @type {[number, number]} */ ([Math.log10(cpuSeconds), Math.log10(cost)]))
    return { side: track.side, ansi, painter, last: points[points.length - 1].cost, points: logs }
  })
  const [ages, costs] = [0, 1].map((axis) => findRange(curves.flatMap(({ points }) => points.map((point) => point[axis]))))
  const formatSeconds = (/** @type {number} */ seconds) => `${formatSignificantDigits(Number(seconds.toPrecision(2)))}s`
  const graph = plot(curves.map(({ points }) => points), {
    width: Math.max(20, width - AXIS_COLUMNS),
    height: HEIGHT,
    yRange: costs,
    customXAxisTicks: placeTicks(ages),
    customYAxisTicks: placeTicks(costs),
    formatter: (value, { axis }) => axis === 'y' ? format(10 ** value).replace(/ (.?)s$/, '$1s') : formatSeconds(10 ** value),
    ...(color && { color: curves.map(({ ansi }) => ansi) }),
  })
  // the legend lists the lines in their order at the graph's right end, so that readers can tell the lines apart without colour
  const ordered = curves.toSorted((a, b) => b.last - a.last)
  const legend = ordered.map(({ side, painter, last }) => `${paint[painter](side)} ${format(last)}`).join('  ')
  return [
    wrapText(paint.dim(`${name} (vertical axis), by the CPU time that the process has used (horizontal axis)`), '', width),
    ...graph.split('\n').map((line) => line.trimEnd()).filter(Boolean),
    wrapWithHangingIndent(`the lines at the right end, from top to bottom: ${legend}`, width),
  ].join('\n')
}

/** @param {number[]} values @returns {[number, number]} */
function findRange (values) {
  const [low, high] = [Math.min(...values), Math.max(...values)]
  // the largest value on an axis is at least 1.6 times the smallest, so that a nearly constant curve looks flat
  const middle = (low + high) / 2
  return [Math.min(low, middle - 0.1), Math.max(high, middle + 0.1)]
}

/** @param {[number, number]} range */
function placeTicks ([low, high]) {
  return Array.from({ length: TICKS }, (_, index) => low + (high - low) * index / (TICKS - 1))
}
