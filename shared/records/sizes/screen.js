import colors from 'picocolors'
import { formatMarkdownTable } from '@hotpath-labs/terminal/documents.js'
import { formatColumns, wrapText, wrapWithHangingIndent } from '@hotpath-labs/terminal/lines.js'
import { formatSignificantDigits, groupDigits } from '@hotpath-labs/terminal/numbers.js'
import { findDefaultMetric } from '@hotpath-labs/lab/metrics.js'
import { findMetric } from '@hotpath-labs/lab/metrics.js'
import { drawLogarithmicGraph } from '../graph.js'
import { describeGrowth } from './shape.js'

/**
 * @import { Lab } from '@hotpath-labs/lab/load.js'
 * @import { SizeRecord } from './record.js'
 */

/** Sentence that says how to read an exponent, on screens and pages. */
const MEANING = 'With n^1, twice the size costs twice as much; with n^2, four times as much.'

/**
 * Lists each variant's costs by size, and how they grow.
 *
 * @param {Pick<Lab, 'manifest'>} lab
 * @param {SizeRecord} record
 * @returns {{ unit: string, metric: string, rows: { name: string, costs: string[], growth: string }[], sizes: string[] }}
 */
function tabulateSizes ({ manifest }, { sizes, costs }) {
  const unit = manifest.sizes?.unit ?? ''
  const { name: metric, format } = findMetric(findDefaultMetric(manifest.kind))
  const rows = Object.entries(costs).filter(([variant]) => variant in manifest.variants).map(([variant, all]) => ({
    name: manifest.variants[variant],
    costs: all.map(format),
    growth: formatGrowth(sizes, all),
  }))
  return { unit, metric, rows, sizes: sizes.map(groupDigits) }
}

/** @param {number[]} sizes @param {number[]} costs @returns {string} such as n^1.0, or n^1.0 to 16,000, then 150× at once, then n^2.0 */
function formatGrowth (sizes, costs) {
  const { exponent, cliff } = describeGrowth(sizes, costs)
  const power = formatPower(exponent)
  if (!cliff) return power
  const { after, before, times, exponent: beyond } = cliff
  const jump = `${groupDigits(after)} to ${groupDigits(before)} costs ${formatSignificantDigits(Number(times.toPrecision(2)))}× as much`
  return `${power}, but ${jump}${beyond === null ? '' : `, then ${formatPower(beyond)}`}`
}

/** @param {number} exponent @returns {string} such as n^0.0, without a sign that only rounding has left */
const formatPower = (exponent) => `n^${(Number(exponent.toFixed(1)) + 0).toFixed(1)}`

/**
 * Draws for a terminal how the costs of a lab's variants grow with the size of the input.
 *
 * @param {Pick<Lab, 'name' | 'manifest'>} lab
 * @param {SizeRecord} record
 * @param {{ color: boolean, width: number }} terminal `width` in columns
 */
export function formatSizes (lab, record, terminal) {
  const { color, width } = terminal
  const paint = colors.createColors(color)
  const { unit, metric, rows, sizes } = tabulateSizes(lab, record)
  const lines = Object.entries(record.costs).map(([variant, costs]) => {
    const points = costs.map((cost, index) => /** @type {[number, number]} */ ([record.sizes[index], cost]))
    return { name: lab.manifest.variants[variant], points }
  })
  const { format } = findMetric(findDefaultMetric(lab.manifest.kind))
  const right = (/** @type {string} */ content) => ({ content, hAlign: /** @type {const} */ ('right') })
  const table = [[unit, ...sizes.map(right)], ...rows.map(({ name, costs }) => [paint.bold(name), ...costs.map(right)])]
  return [
    wrapText(`${paint.bold(`${lab.name}: cost over size`)}${paint.dim(`  Node ${record.node}`)}`, '', width),
    `${wrapText(paint.dim(`${metric} (vertical axis), by the number of ${unit} (horizontal axis)`), '', width)}\n${drawLogarithmicGraph(lines, { ...terminal, formatX: (size) => groupDigits(Math.round(size)), formatY: format })}`,
    formatColumns(table, width, [0]),
    rows.map(({ name, growth }) => wrapWithHangingIndent(`${paint.bold(name)} grows like ${growth}`, width)).join('\n'),
    paint.dim(wrapText(MEANING, '', width)),
  ].join('\n\n')
}

/** @param {Pick<Lab, 'name' | 'manifest'>} lab @param {SizeRecord} record @returns {string} the same figures as a Markdown table */
export function renderSizesTable (lab, record) {
  const { unit, metric, rows, sizes } = tabulateSizes(lab, record)
  return [
    formatMarkdownTable([`${metric}, by ${unit}`, ...sizes, 'grows like'], rows.map(({ name, costs, growth }) => [name, ...costs, growth])),
    '',
    `${MEANING} Recorded on Node ${record.node}, ${record.machine.cpu}. \`pnpm lab ${lab.name} --sizes\` measures the same on your machine.`,
  ].join('\n')
}
