import plot from 'simple-ascii-chart'
import colors from 'picocolors'
import { megabytes } from 'hotpath/report'

/** What a process says of its memory: each lies below the one before, so that they are told apart without colour too. */
const LINES = /** @type {const} */ ([
  { name: 'rss', painter: 'red', ansi: 'ansiRed' },
  { name: 'heapTotal', painter: 'yellow', ansi: 'ansiYellow' },
  { name: 'heapUsed', painter: 'green', ansi: 'ansiGreen' },
  { name: 'external', painter: 'cyan', ansi: 'ansiCyan' },
])

/** Numbers on each axis. */
const TICKS = 5

/** Columns that the library takes for the numbers and the axis. */
const AXIS_COLUMNS = 8

/** Lines that it takes for the axes, and those of the legend. */
const AXIS_ROWS = 6

/** A graph lower than this shows nothing. */
const FEWEST_ROWS = 4

/** @typedef {Pick<import('hotpath/worker').Sample, 'ms' | 'rss' | 'heapTotal' | 'heapUsed' | 'external'>} Memory */

/**
 * @param {Memory[]} samples at least one, in their order
 * @param {{ columns: number, rows: number, color: boolean }} how large a terminal
 * @returns {string} the memory over time, with what it is now
 */
export function memoryGraph (samples, { columns, rows, color }) {
  const paint = colors.createColors(color)
  const width = Math.max(20, columns - AXIS_COLUMNS)
  const height = Math.max(FEWEST_ROWS, rows - AXIS_ROWS)
  const series = LINES.map(({ name }) => thinned(samples, width).map((sample) => /** @type {[number, number]} */ ([sample.ms / 1000, sample[name] / 1e6])))
  const now = samples[samples.length - 1]
  const most = Math.max(...samples.map(({ rss }) => rss)) / 1e6
  const graph = plot(series, {
    width,
    height,
    yRange: [0, most],
    customXAxisTicks: ticks(now.ms / 1000),
    customYAxisTicks: ticks(most),
    formatter: (value, { axis }) => axis === 'y' ? `${Math.round(value)} MB` : `${value < 10 ? value.toFixed(1) : Math.round(value)} s`,
    ...(color && { color: LINES.map(({ ansi }) => ansi) }),
  })
  const legend = LINES.map(({ name, painter }) => `${paint[painter](name)} ${megabytes(now[name])}`).join('  ')
  return `${graph.split('\n').map((line) => line.trimEnd()).filter(Boolean).join('\n')}\nfrom the top: ${legend}`
}

/** @param {number} most @returns {number[]} from 0 to it */
function ticks (most) {
  return Array.from({ length: TICKS }, (_, index) => most * index / (TICKS - 1))
}

/** @param {Memory[]} samples @param {number} most */
function thinned (samples, most) {
  const step = Math.max(1, Math.ceil(samples.length / most))
  return samples.filter((_, index) => index % step === 0 || index === samples.length - 1)
}
