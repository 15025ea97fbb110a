import colors from 'picocolors'
import plot from 'simple-ascii-chart'
import { formatMegabytes } from '@hotpath-labs/terminal/numbers.js'

/** @import { Sample } from '@hotpath-labs/engine/worker/index.cjs' */

/** Fields of process.memoryUsage() to draw, with the colours of their lines. */
const LINES = /** @type {const} */ ([
  { name: 'rss', color: 'red', ansi: 'ansiRed' },
  { name: 'heapTotal', color: 'yellow', ansi: 'ansiYellow' },
  { name: 'heapUsed', color: 'green', ansi: 'ansiGreen' },
  { name: 'external', color: 'cyan', ansi: 'ansiCyan' },
])

const TICKS_PER_AXIS = 5

/** Width in columns that simple-ascii-chart adds for the y axis and its numbers. */
const AXIS_COLUMNS = 8

/** Height of the graph in rows, without its horizontal axis. */
const HEIGHT = 15

const MIN_COLUMNS = 20

/** @typedef {Pick<Sample, 'ms' | 'rss' | 'heapTotal' | 'heapUsed' | 'external'>} Memory */

/**
 * Draws memory over time as a text graph, with the latest figures below the graph.
 *
 * @param {Memory[]} samples at least one, in order of time
 * @param {{ width: number, color: boolean }} terminal `width` in columns
 * @returns {string}
 */
export function drawMemoryGraph (samples, { width, color }) {
  const paint = colors.createColors(color)
  const columns = Math.max(MIN_COLUMNS, width - AXIS_COLUMNS)
  const shown = thinSamples(samples, columns)
  const latest = samples[samples.length - 1]
  const maxMegabytes = Math.max(...samples.map(({ rss }) => rss)) / 1e6
  /** @type {[number, number][][]} */
  const curves = LINES.map(({ name }) => shown.map((sample) => [sample.ms / 1000, sample[name] / 1e6]))
  const graph = plot(curves, {
    width: columns,
    height: HEIGHT,
    yRange: [0, maxMegabytes],
    customXAxisTicks: spreadTicks(latest.ms / 1000),
    customYAxisTicks: spreadTicks(maxMegabytes),
    formatter: (value, { axis }) => axis === 'y' ? `${Math.round(value)} MB` : `${value < 10 ? value.toFixed(1) : Math.round(value)} s`,
    ...(color && { color: LINES.map(({ ansi }) => ansi) }),
  })
  // highest line first, so that the legend works without colour
  const legend = LINES.toSorted((one, other) => latest[other.name] - latest[one.name]).map(({ name, color }) => `${paint[color](name)} ${formatMegabytes(latest[name])}`).join('  ')
  return `${graph.split('\n').map((line) => line.trimEnd()).filter(Boolean).join('\n')}\nfrom the top: ${legend}`
}

/** @param {number} max @returns {number[]} from 0 to the maximum */
function spreadTicks (max) {
  return Array.from({ length: TICKS_PER_AXIS }, (_, index) => max * index / (TICKS_PER_AXIS - 1))
}

/** @param {Memory[]} samples @param {number} count at most @returns {Memory[]} evenly spread, with the latest */
function thinSamples (samples, count) {
  const step = Math.ceil(samples.length / count)
  return samples.filter((_, index) => index % step === 0 || index === samples.length - 1)
}
