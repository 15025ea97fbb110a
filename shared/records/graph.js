import colors from 'picocolors'
import plot from 'simple-ascii-chart'
import { formatColumns, wrapText } from '@hotpath-labs/terminal/lines.js'

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
 * Draws lines in a terminal, with logarithmic axes and a legend.
 *
 * @param {{ name: string, points: [number, number][] }[]} lines values above 0, the first axis horizontal
 * @param {{ formatX: (value: number) => string, formatY: (value: number) => string, color: boolean, width: number }} options `width` in
 *   columns
 * @returns {string}
 */
export function drawLogarithmicGraph (lines, { formatX, formatY, color, width }) {
  const paint = colors.createColors(color)
  const curves = lines.map(({ name, points }, index) => {
    const [painter, ansi] = PAINTS[index % PAINTS.length]
    const logs = points.map((point) => /** @type {[number, number]} */ (point.map(Math.log10)))
    return { name, ansi, painter, last: points[points.length - 1][1], points: logs }
  })
  const [across, up] = [0, 1].map((axis) => findRange(curves.flatMap(({ points }) => points.map((point) => point[axis]))))
  const graph = plot(curves.map(({ points }) => points), {
    width: Math.max(20, width - AXIS_COLUMNS),
    height: HEIGHT,
    yRange: up,
    customXAxisTicks: placeTicks(across),
    customYAxisTicks: placeTicks(up),
    formatter: (value, { axis }) => (axis === 'y' ? formatY(10 ** value) : formatX(10 ** value)).replace(/ (.?s)$/, '$1'),
    ...(color && { color: curves.map(({ ansi }) => ansi) }),
  })
  // the legend lists the lines in their order at the graph's right end, so that readers can tell the lines apart without colour
  const ordered = curves.toSorted((a, b) => b.last - a.last)
  return [
    ...graph.split('\n').map((line) => line.trimEnd()).filter(Boolean),
    wrapText('the lines at the right end, from top to bottom:', '', width),
    formatColumns(ordered.map(({ name, painter, last }) => [`  ${paint[painter](name)}`, { content: formatY(last), hAlign: 'right' }]), width, [0]),
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
