import { formatPercent, groupDigits } from '@hotpath-labs/terminal/numbers.js'
import { formatMarkdownTable } from '@hotpath-labs/terminal/documents.js'
import { quantile } from '@hotpath-labs/engine/stats/sample.js'
import { THIS_ENGINE_NAME } from './engine.js'
import { COMPARED_TOOLS, NOISES_OF_TOOLS } from './tool-comparison.js'
import { PROBE_KINDS } from './probe.js'
import { hasEnoughPairsForVerdict } from './aa-tests.js'
import { COMPARED_RULES, computeErrorRateLimit } from './replay.js'

/**
 * @import { Comparison } from './aa-tests.js'
 * @import { LiveRow } from './trial.js'
 * @import { PeerRow } from './tool-comparison.js'
 * @import { Kind } from './probe.js'
 */

/** Text in the place of a table without rows. */
export const NONE_RECORDED = 'None has been recorded yet.'

/**
 * Order of kinds of program in tables. All other fields that sort rows are numbers.
 *
 * @type {Record<string, readonly string[]>}
 */
const ORDERS = { kind: PROBE_KINDS }

/** @param {any[]} rows @param {string[]} fields @returns {any[][]} rows with equal fields together, in the order of the fields */
function groupRows (rows, fields) {
  /** @type {Map<string, any[]>} */
  const groups = new Map()
  for (const row of rows) {
    const key = fields.map((field) => row[field]).join()
    groups.set(key, [...groups.get(key) ?? [], row])
  }
  const rank = (/** @type {any} */ row, /** @type {string} */ field) => ORDERS[field]?.indexOf(row[field]) ?? row[field]
  return [...groups.values()].sort(([a], [b]) => fields.map((field) => rank(a, field) - rank(b, field)).find(Boolean) ?? 0)
}

/** @param {any[]} rows @param {(row: any) => boolean} what @returns {string} such as 3 of 20 */
export const countRows = (rows, what) => rows.length ? `${rows.filter(what).length} of ${rows.length}` : '–'

/** @param {any[]} rows @param {string} field @param {number} digits @param {string} [unit] */
const formatMedian = (rows, field, digits, unit = '') =>
  rows.length ? `${quantile(rows.map((row) => row[field]), 0.5).toFixed(digits)}${unit}` : '–'

/**
 * Formats the comparison of benchmark tools: how often each tool was wrong, and how long an answer took.
 *
 * @param {PeerRow[]} rows
 * @returns {string} Markdown
 */
export function formatToolsTable (rows) {
  return groupRows(rows, ['kind', 'budget']).map((group) => {
    const [{ kind, budget }] = group
    const tools = [THIS_ENGINE_NAME, ...Object.keys(COMPARED_TOOLS).filter((peer) => COMPARED_TOOLS[peer].kind === kind)]
    const lines = tools.map((tool) => {
      const at = (/** @type {number} */ ratio) => group.filter((row) => row.tool === tool && row.ratio === ratio)
      return [tool, countByNoise(at(1), isDecided), countByNoise(at(1.1), isMissed), countByNoise(at(1.5), isMissed), formatMedian(at(1.1), 'seconds', 1, ' s')]
    })
    const columns = [`${kind}, ${budget} s`, 'finds a difference between equal programs', 'misses a true 1.10×', 'misses a true 1.5×', 'time for 1.10×']
    return formatMarkdownTable(columns, lines)
  }).join('\n\n')
}

/** @param {PeerRow[]} rows @param {(row: PeerRow) => boolean} what @returns {string} quiet, and with a busy CPU: "3 of 20 · 4 of 20" */
const countByNoise = (rows, what) =>
  NOISES_OF_TOOLS.map((noise) => countRows(rows.filter((row) => row.noise === noise), what)).join(' · ')

/** @param {{ says: string }} row */
const isDecided = ({ says }) => says !== 'undecided'

/** @param {{ says: string }} row */
const isMissed = ({ says }) => says !== 'faster'

/**
 * Formats how often hotpath was right about programs with a known ratio, for every kind of program and ratio.
 *
 * @param {LiveRow[]} rows
 * @returns {string} Markdown
 */
export function formatKnownRatiosTable (rows) {
  if (rows.length === 0) return NONE_RECORDED
  const ratios = [...new Set(rows.map(({ ratio }) => ratio))].sort((one, other) => one - other)
  const lines = groupRows(rows, ['kind']).map((of) => {
    const cells = ratios.map((ratio) => of.filter((row) => row.ratio === ratio))
    return [of[0].kind, ...cells.map((cell) => cell.length ? `${countRows(cell, isRight)}, ${formatMedian(cell, 'reads', 2, '×')}` : '–')]
  })
  const table = formatMarkdownTable(['true ratio', ...ratios.map((ratio) => `${ratio}×`)], lines)
  return `${table}\n\nWrong: ${countRows(rows, (row) => !isRight(row) && isDecided(row))}. The others were *undecided*.`
}

/** @param {LiveRow} row @returns {boolean} of equal programs nothing can be decided */
const isRight = ({ ratio, says }) => says === (ratio === 1 ? 'undecided' : 'faster')

/**
 * Formats the A/A tests: how often each rule wrongly finds a difference, and the upper limit of its error rate.
 *
 * @param {Comparison[]} all
 * @returns {string} Markdown
 */
export function formatAATestsTable (all) {
  const rows = all.filter(hasEnoughPairsForVerdict)
  if (rows.length === 0) return NONE_RECORDED
  const lines = Object.entries(COMPARED_RULES).map(([rule, finds]) => {
    const wrong = rows.filter(finds).length
    const counts = `${groupDigits(wrong)} of ${groupDigits(rows.length)}`
    return [rule, counts, formatPercent(wrong / rows.length), formatPercent(computeErrorRateLimit(wrong, rows.length))]
  })
  const machines = formatCounts(rows.map(({ machine }) => machine.cpu))
  const kinds = formatCounts(rows.map(({ kind }) => kind))
  const table = formatMarkdownTable(['rule', 'finds a difference between equal programs', 'error rate', 'upper limit, with 95 % confidence'], lines)
  return `${table}\n\nTests by processor: ${machines}. By program: ${kinds}.`
}

/** @param {string[]} names @returns {string} each name with its count, the most frequent first */
function formatCounts (names) {
  const counts = [...new Set(names)].map((name) => ({ name, count: names.filter((other) => other === name).length }))
  return counts.sort((a, b) => b.count - a.count).map(({ name, count }) => `${name} (${groupDigits(count)})`).join(', ')
}
