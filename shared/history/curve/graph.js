import plot from 'simple-ascii-chart'
import colors from 'picocolors'
import { nameOf } from './pair.js'
import { usualCurve } from './usual.js'
import { hanging, metricNamed, significant, wrapped } from 'hotpath/report'

/** What a side is drawn with; where there are more, they begin again. */
const PAINTS = /** @type {const} */ ([['yellow', 'ansiYellow'], ['green', 'ansiGreen'], ['cyan', 'ansiCyan'], ['magenta', 'ansiMagenta'], ['red', 'ansiRed']])

/** Points on each axis that are told, and columns that the library takes for them. */
const TICKS = 5
const AXIS_COLUMNS = 12

/** Lines of a graph, beside the axis. */
const HEIGHT = 12

/** @typedef {import('./record.js').CurveRecord} CurveRecord */

/**
 * @param {CurveRecord} record
 * @param {{ color: boolean, width: number }} looks `width` in columns
 * @returns {string} a graph for each metric, cost against age on logarithmic axes, the median of the pairs
 */
export function curveGraph (record, { color, width }) {
  const metrics = [...new Set(record.tracks.map(({ metric }) => metric))]
  return metrics.map((metric) => graphOf(record, metric, { color, width })).join('\n\n')
}

/** @param {CurveRecord} record @param {string} metric @param {{ color: boolean, width: number }} looks */
function graphOf (record, metric, { color, width }) {
  const paint = colors.createColors(color)
  const { name, format } = metricNamed(metric)
  const curves = record.tracks.filter((track) => track.metric === metric).map((track, index) => {
    const points = usualCurve(record.pairs.map(({ curves }) => curves[nameOf(track)].points))
    const [painter, ansi] = PAINTS[index % PAINTS.length]
    return { side: track.side, ansi, painter, last: points[points.length - 1].cost, points: points.map(({ cpuSeconds, cost }) => /** @type {[number, number]} */ ([Math.log10(cpuSeconds), Math.log10(cost)])) }
  })
  const all = curves.flatMap(({ points }) => points)
  const [ages, costs] = [0, 1].map((axis) => range(all.map((point) => point[axis])))
  const graph = plot(curves.map(({ points }) => points), {
    width: Math.max(20, width - AXIS_COLUMNS),
    height: HEIGHT,
    yRange: costs,
    customXAxisTicks: ticks(ages),
    customYAxisTicks: ticks(costs),
    formatter: (value, { axis }) => axis === 'y' ? format(10 ** value).replace(/ (.?)s$/, '$1s') : `${significant(Number((10 ** value).toPrecision(2)))}s`,
    ...(color && { color: curves.map(({ ansi }) => ansi) }),
  })
  // told apart without colour too
  const legend = curves.toSorted((a, b) => b.last - a.last).map(({ side, painter, last }) => `${paint[painter](side)} ${format(last)}`).join('  ')
  return `${wrapped(paint.dim(`${name}, against the seconds of CPU the process has used so far`), '', width)}\n${graph.split('\n').map((line) => line.trimEnd()).filter(Boolean).join('\n')}\n${hanging(`at the right end, from the top: ${legend}`, width)}`
}

/** @param {number[]} values @returns {[number, number]} */
function range (values) {
  const [low, high] = [Math.min(...values), Math.max(...values)]
  // costs that differ by less are drawn as a flat line
  const middle = (low + high) / 2
  return [Math.min(low, middle - 0.1), Math.max(high, middle + 0.1)]
}

/** @param {[number, number]} range */
function ticks ([low, high]) {
  return Array.from({ length: TICKS }, (_, index) => low + (high - low) * index / (TICKS - 1))
}
