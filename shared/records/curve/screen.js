import colors from 'picocolors'
import plot from 'simple-ascii-chart'
import { findOperationName } from '@hotpath-labs/lab/manifest.js'
import { formatComparison } from '@hotpath-labs/lab/phrase.js'
import { findNamesOfClaimSides, findClaimSides } from '@hotpath-labs/lab/sides.js'
import { formatApproximateRatio, roundRatio } from '@hotpath-labs/engine/text/ratio.js'
import { formatCountWithNoun, formatSignificantDigits } from '@hotpath-labs/engine/text/numbers.js'
import { invertInterval } from '@hotpath-labs/lab/report/statement.js'
import { findMetricWords } from '@hotpath-labs/lab/report/words.js'
import { formatColumns, wrapText, wrapWithHangingIndent } from '@hotpath-labs/engine/text/lines.js'
import { computeMedianCurve, computeSteadyRatio, estimateRatioOfPairs, summarizeCurves } from './shape.js'
import { formatCurveName } from './record.js'

/**
 * @import { Claim, Manifest } from '@hotpath-labs/lab/manifest.js'
 * @import { Lab } from '@hotpath-labs/lab/load.js'
 * @import { CurveRecord, Track } from './record.js'
 * @import { Curve } from './shape.js'
 */

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
 * Formats a lab's warm-up curves for a terminal.
 *
 * @param {CurveRecord} record of at least one pair
 * @param {Pick<Lab, 'name' | 'manifest'>} lab
 * @param {{ color: boolean, width: number }} terminal `width` in columns
 */
export function formatCurves (record, { name, manifest }, terminal) {
  const { color, width } = terminal
  const paint = colors.createColors(color)
  const metrics = [...new Set(record.tracks.map(({ metric }) => metric))]
  const rows = record.tracks.map((track) => {
    const { class: shape, alike, steadyFrom, end, gets } = summarizeCurves(findCurves(record, track))
    const operations = `${formatSignificantDigits(Number(steadyFrom.operations.toPrecision(2)))} ${findOperationName(manifest.kind)}s`
    const change = `${roundRatio(Math.max(gets, 1 / gets), [gets / 1.1, gets * 1.1])}× as ${gets >= 1 ? 'fast' : 'slow'}`
    return [
      paint.bold(track.side),
      ...(metrics.length > 1 ? [paint.dim(findMetricWords(track.metric).short)] : []),
      `${shape}${record.pairs.length > 1 ? paint.dim(` ${alike} of ${record.pairs.length}`) : ''}`,
      shape === 'flat' ? 'throughout' : shape === 'never steady' ? '' : `from ${operations} on`,
      paint.dim(`${formatAge(steadyFrom.cpuSeconds)} of ${formatAge(end.cpuSeconds)} of CPU${shape === 'flat' ? '' : `, ${change}`}`),
    ]
  })
  const ratios = manifest.claims.flatMap((claim) => formatSteadyRatio(record, manifest, claim) ?? [])
  const pairs = paint.dim(`(${formatCountWithNoun(record.pairs.length, 'pair')})`)
  return [
    wrapText(paint.bold(`${name}: how its variants warm up`) + paint.dim(`  Node ${record.node}`), '', width),
    ...metrics.map((metric) => drawMetric(record, metric, terminal)),
    formatColumns(rows, width, [rows[0].length - 1]),
    ratios.map((ratio) => wrapWithHangingIndent(`Steady: ${ratio} ${pairs}`, width)).join('\n'),
  ].filter(Boolean).join('\n\n')
}

/** @param {CurveRecord} record @param {Track} track */
const findCurves = ({ pairs }, track) => pairs.map((curves) => /** @type {Curve} */ (curves.get(formatCurveName(track))))

/**
 * @param {CurveRecord} record
 * @param {Manifest} manifest
 * @param {Claim} claim
 * @returns {string | undefined} such as: express needs about 8× as much CPU per request as fastify
 */
function formatSteadyRatio (record, manifest, claim) {
  const [slower, faster] = Object.values(findClaimSides(claim)).map((side) => ({ side, metric: claim.metric }))
  const ratios = record.pairs.flatMap((curves) => {
    const [costly, cheap] = [slower, faster].map((track) => curves.get(formatCurveName(track)))
    return costly && cheap ? [computeSteadyRatio(costly, cheap)] : []
  })
  if (ratios.length < 2) return
  const { ratio, interval } = estimateRatioOfPairs(ratios)
  const isReversed = ratio < 1
  const times = isReversed ? formatApproximateRatio(1 / ratio, invertInterval(interval)) : formatApproximateRatio(ratio, interval)
  return formatComparison(findNamesOfClaimSides(manifest, claim), times, { isReversed })
}

/**
 * Draws how each program's median cost changes with the CPU time that its process has used. Both axes are logarithmic.
 *
 * @param {CurveRecord} record @param {string} metric @param {{ color: boolean, width: number }} terminal
 */
function drawMetric (record, metric, { color, width }) {
  const paint = colors.createColors(color)
  const { name, format } = findMetricWords(metric)
  const curves = record.tracks.filter((track) => track.metric === metric).map((track, index) => {
    const points = computeMedianCurve(findCurves(record, track))
    const [painter, ansi] = PAINTS[index % PAINTS.length]
    const logs = points.map(({ cpuSeconds, cost }) => /** @type {[number, number]} */ ([Math.log10(cpuSeconds), Math.log10(cost)]))
    return { side: track.side, ansi, painter, last: points[points.length - 1].cost, points: logs }
  })
  const [ages, costs] = [0, 1].map((axis) => findRange(curves.flatMap(({ points }) => points.map((point) => point[axis]))))
  const graph = plot(curves.map(({ points }) => points), {
    width: Math.max(20, width - AXIS_COLUMNS),
    height: HEIGHT,
    yRange: costs,
    customXAxisTicks: placeTicks(ages),
    customYAxisTicks: placeTicks(costs),
    formatter: (value, { axis }) => (axis === 'y' ? format(10 ** value) : formatAge(10 ** value)).replace(/ (.?s)$/, '$1'),
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

/** @param {number} seconds */
function formatAge (seconds) {
  return `${formatSignificantDigits(Number(seconds.toPrecision(2)))} s`
}
