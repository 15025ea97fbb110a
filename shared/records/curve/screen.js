import colors from 'picocolors'
import { findOperationName } from '@hotpath-labs/lab/manifest.js'
import { formatComparison } from '@hotpath-labs/lab/phrase.js'
import { findNamesOfClaimSides } from '@hotpath-labs/lab/sides.js'
import { formatApproximateRatio, roundRatio, formatCountWithNoun, formatSignificantDigits } from '@hotpath-labs/terminal/numbers.js'
import { invertInterval } from '@hotpath-labs/lab/report/statement.js'
import { findMetric } from '@hotpath-labs/lab/metrics.js'
import { formatColumns, wrapText, wrapWithHangingIndent } from '@hotpath-labs/terminal/lines.js'
import { drawLogarithmicGraph } from '../graph.js'
import { computeMedianCurve, formatCurveName, summarizeCurves } from './shape.js'

/**
 * @import { Claim, Manifest } from '@hotpath-labs/lab/manifest.js'
 * @import { Lab } from '@hotpath-labs/lab/load.js'
 * @import { CurveRecord } from './record.js'
 * @import { Curve, Track } from './shape.js'
 */

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
      ...(metrics.length > 1 ? [paint.dim(findMetric(track.metric).short)] : []),
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
function formatSteadyRatio ({ evidence }, manifest, claim) {
  const steady = evidence.find(({ id }) => id === claim.id)
  if (!steady || steady.pairs < 2) return
  const { ratio, interval } = steady
  const isReversed = ratio < 1
  const times = isReversed ? formatApproximateRatio(1 / ratio, invertInterval(interval)) : formatApproximateRatio(ratio, interval)
  return formatComparison(findNamesOfClaimSides(manifest, claim), times, { isReversed })
}

/**
 * Draws how each program's median cost changes with the CPU time that its process has used.
 *
 * @param {CurveRecord} record @param {string} metric @param {{ color: boolean, width: number }} terminal
 */
function drawMetric (record, metric, terminal) {
  const { name, format } = findMetric(metric)
  const lines = record.tracks.filter((track) => track.metric === metric).map((track) => {
    const points = computeMedianCurve(findCurves(record, track))
    return { name: track.side, points: points.map(({ cpuSeconds, cost }) => /** @type {[number, number]} */ ([cpuSeconds, cost])) }
  })
  const heading = `${name} (vertical axis), by the CPU time that the process has used (horizontal axis)`
  return [
    wrapText(colors.createColors(terminal.color).dim(heading), '', terminal.width),
    drawLogarithmicGraph(lines, { ...terminal, formatX: formatAge, formatY: format }),
  ].join('\n')
}

/** @param {number} seconds */
function formatAge (seconds) {
  return `${formatSignificantDigits(Number(seconds.toPrecision(2)))} s`
}
