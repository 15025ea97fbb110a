import colors from 'picocolors'
import { makeCommand } from '@hotpath-labs/terminal/terminal.js'
import { formatLabArgument } from '@hotpath-labs/lab/project/project.js'
import { median } from '@hotpath-labs/engine/stats/sample.js'
import { doIntervalsNearlyOverlap } from '@hotpath-labs/lab/report/statement.js'
import { formatRange, roundRatio, formatSeconds, formatMultiple } from '@hotpath-labs/terminal/numbers.js'
import { formatColumns, TABLE_COLUMN_GAP, wrapWithHangingIndent, wrapText } from '@hotpath-labs/terminal/lines.js'
import { parseNodeMajor } from './results.js'
import { findComparablePublishedFigure } from '../figures/figures.js'
import { CLAIM_OUTCOME_TEXTS, findClaimOutcome } from './outcome.js'

/**
 * @import { Colors } from 'picocolors/types.js'
 * @import { Published } from '@hotpath-labs/lab/manifest.js'
 * @import { ClaimOverVersions, Estimate, LabOverVersions } from './results.js'
 */

/** @typedef {{ name: string, late: Estimate, figures: string }} Row */

/** Widths in terminal columns: smallest and largest width of a chart's axis, and width of the figures beside the axis. */
const AXIS = { least: 16, most: 44, beside: 34 }

/**
 * Formats a lab's ratios on all versions of Node for a terminal. Each claim gets a chart with a logarithmic axis.
 *
 * @param {LabOverVersions} recorded with at least one claim that has readings
 * @param {{ color: boolean, width: number }} terminal `width` in columns
 */
export function formatVersionCharts (recorded, { color, width }) {
  const { lab, refusals, stale, processors } = recorded
  const paint = colors.createColors(color)
  const claims = recorded.claims.filter(({ readings }) => readings.length)
  return [
    wrapText(paint.bold(`${lab.name}: its claims on each version of Node`) + paint.dim(`  recorded on ${processors.join(', ')}; the lab's page has all machines`), '', width),
    ...claims.map((claim) => formatClaim(claim, paint, width)),
    groupUnsupportedNodes(refusals)
      .map(({ nodes, cannot }) => wrapWithHangingIndent(`${paint.bold(`Node ${nodes}`)} cannot run it: ${cannot}`, width)).join('\n'),
    stale.length
      ? wrapWithHangingIndent(`${paint.yellow('recorded before a variant was changed')}: Node ${stale.join(', ')}. To record again, type: ${makeCommand(`versions record ${formatLabArgument(lab)}`)}`, width)
      : '',
    claims.length ? paint.dim(wrapText(formatLegend(claims), '', width)) : '',
  ].filter(Boolean).join('\n\n')
}

/** @param {ClaimOverVersions} recorded @param {Colors} paint @param {number} width */
function formatClaim (recorded, paint, width) {
  const { claim, says, readings } = recorded
  const published = findComparablePublishedFigure(claim)
  const rows = readings.map(({ node, early, late }) => ({ name: `Node ${node.slice(1)}`, late, figures: formatRatios(early, late) }))
  return [
    wrapWithHangingIndent(`${paint.bold(claim.id)}  ${says}`, width),
    paint.dim(wrapText(`the difference: ${formatClaimOutcome(recorded)}`, '  ', width)),
    ...(claim.changes ?? []).map(({ node, says, link }) => paint.dim(wrapText(`Node ${node}: ${says}: ${link}`, '  ', width))),
    drawChart(rows, published, paint, width),
  ].join('\n')
}

/** @param {ClaimOverVersions} recorded @returns {string} such as: gone, since Node 8 */
export function formatClaimOutcome (recorded) {
  const { outcome, since } = findClaimOutcome(recorded)
  return `${CLAIM_OUTCOME_TEXTS[outcome]}${since ? `, since Node ${since}` : ''}`
}

/** @param {Estimate} early @param {Estimate} late @returns {string} one range, and the early ratio if it lies outside */
function formatRatios (early, late) {
  const range = formatRange(late.interval)
  return doIntervalsNearlyOverlap(early.interval, late.interval) ? range : `${range}, ${roundRatio(early.ratio, early.interval)}× at first`
}

/**
 * Groups the versions of Node that cannot run a lab by the reason why they cannot.
 *
 * @param {LabOverVersions['refusals']} refusals
 * @returns {{ nodes: string, cannot: string }[]}
 */
export function groupUnsupportedNodes (refusals) {
  /** @type {Map<string, number[]>} */
  const nodes = new Map()
  for (const { node, cannot } of refusals) {
    const reason = cannot.replace(`, and this is ${node}`, '').replace(` on Node ${node}`, '')
    nodes.set(reason, [...nodes.get(reason) ?? [], parseNodeMajor(node)])
  }
  return [...nodes].map(([cannot, majors]) => ({ nodes: majors.join(', '), cannot }))
}

/** @param {ClaimOverVersions[]} claims */
function formatLegend (claims) {
  const seconds = median(claims.flatMap(({ readings }) => readings).map(({ late }) => late.cpuSeconds))
  const published = claims.some(({ claim }) => findComparablePublishedFigure(claim)) ? '; ◆ published' : ''
  return `● the ratio with its 95 % interval, after about ${formatSeconds(seconds)} of CPU${published}; │ no difference`
}

/** @param {Row[]} rows @param {Published | undefined} published @param {Colors} paint @param {number} width */
function drawChart (rows, published, paint, width) {
  const all = [1, ...rows.flatMap(({ late }) => [late.ratio, ...late.interval]), ...published ? [published.ratio] : []].map(Math.log)
  const low = Math.min(...all)
  const high = Math.max(...all, low + 0.2)
  const label = Math.max(...rows.map(({ name }) => name.length))
  const room = Math.min(AXIS.most, Math.max(AXIS.least, width - AXIS.beside - label - 2 * TABLE_COLUMN_GAP.length))
  const at = (/** @type {number} */ ratio) => Math.round((Math.log(ratio) - low) / (high - low) * (room - 1))
  const draw = (/** @type {string} */ mark, /** @type {number} */ ratio, /** @type {number[]} */ interval = []) => {
    const cells = Array(room).fill(' ').fill('│', at(1), at(1) + 1)
    if (interval.length) cells.fill('─', at(interval[0]), at(interval[1]) + 1)
    return cells.fill(mark, at(ratio), at(ratio) + 1).join('')
  }
  return formatColumns([
    ...published
      ? [['published', paint.yellow(draw('◆', published.ratio)), paint.dim(`${formatMultiple(published.ratio)}, Node ${published.node}`)]]
      : [],
    ...rows.map(({ name, late, figures }) => [name, paint.cyan(draw('●', late.ratio, late.interval)), paint.dim(figures)]),
  ], width, [2])
}
