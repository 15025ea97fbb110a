import { formatMarkdownTable } from '@hotpath-labs/engine/text/documents.js'
import { median } from '@hotpath-labs/engine/stats/sample.js'
import { LEAST_MARGIN_OF_WAITS } from 'hotpath/internal/compare/rule.js'
import { groupDigits } from '@hotpath-labs/engine/text/numbers.js'
import { computeErrorRateLimit } from '../replay.js'
import { NONE_RECORDED, countRows } from '../tables.js'
import { COMPARE_COMBINATION_FIELDS, DEFAULT_SLOWDOWN_MARGIN, DEFAULT_LEAK_MARGIN_BYTES, isLeak, isTrulySlower, listCompareCombinations } from './cells.js'

/**
 * @import { CompareRow } from './proof.js'
 * @import { ReplayedRow } from './replay-trials.js'
 */

/** @param {CompareRow} row */
const isCalledSlower = ({ verdict }) => verdict === 'slower'

/**
 * Formats how often `hotpath compare` was right about programs with a known difference.
 *
 * @param {CompareRow[]} rows
 * @returns {string} Markdown
 */
export function formatCompareTables (rows) {
  if (rows.length === 0) return NONE_RECORDED
  return [formatOwnTable(rows), formatErrorLine(rows), formatMachines(rows)].join('\n\n')
}

/** @param {CompareRow[]} rows */
function formatOwnTable (rows) {
  const lines = groupRows(rows).map((group) => {
    const [{ kind, noise, difference }] = group
    const seconds = median(group.map((row) => row.seconds)).toFixed(1)
    const pairs = median(group.map(({ values }) => values.length))
    return [
      kind, noise, formatDifference(kind, difference), formatMargin(group[0]), isTrulySlower(group[0]) ? 'slower' : 'not slower',
      countRows(group, isCalledSlower), countRows(group, ({ red }) => red), countRows(group, ({ verdict }) => verdict === 'undecided'), String(pairs), `${seconds} s`,
    ]
  })
  return formatMarkdownTable(['kind', 'noise', 'true difference', 'margin', 'right answer', 'called slower', 'before confirmation', 'undecided', 'pairs', 'seconds'], lines)
}

/** @param {CompareRow[]} rows @returns {string} the errors of all programs that are not slower */
function formatErrorLine (rows) {
  const nulls = rows.filter((row) => !isTrulySlower(row))
  const wrong = nulls.filter(isCalledSlower).length
  const red = nulls.filter((row) => row.red).length
  const rate = Number((100 * computeErrorRateLimit(wrong, nulls.length)).toPrecision(2))
  return `A comparison that looks slower is confirmed by new pairs. In ${nulls.length} comparisons the right answer was *not slower*. The tool said *slower* in ${red} of them before confirmation, and in ${wrong} after it. So the error rate is at most ${rate} %, with 95 % confidence.`
}

/** @param {CompareRow[]} rows */
function formatMachines (rows) {
  const machines = [...new Set(rows.map(({ machine }) => machine.cpu))]
  return `Processors: ${machines.join(', ')}. Node ${[...new Set(rows.map(({ node }) => node.replace('v', '')))].join(', ')}.`
}

/** @param {CompareRow['kind']} kind @param {number} difference */
const formatDifference = (kind, difference) => isLeak(kind) ? `${difference} bytes per ${kind === 'heap' ? 'request' : 'call'}` : `${difference}×`

/** @param {Pick<CompareRow, 'kind' | 'hasMargin'>} row */
function formatMargin ({ kind, hasMargin }) {
  if (kind === 'waits at a rate') return `${100 * LEAST_MARGIN_OF_WAITS} %`
  if (isLeak(kind)) return `${DEFAULT_LEAK_MARGIN_BYTES} bytes`
  return hasMargin ? `${100 * DEFAULT_SLOWDOWN_MARGIN} %` : 'none'
}

/** @param {CompareRow[]} rows @returns {CompareRow[][]} rows of one cell together, in the order of kinds, noises and differences */
function groupRows (rows) {
  return listCompareCombinations({})
    .map((cell) => rows.filter((row) => COMPARE_COMBINATION_FIELDS.every((field) => row[field] === cell[field])))
    .filter(({ length }) => length > 0)
}

/**
 * Formats the verdicts of `hotpath compare`'s rule on measured pairs whose true difference is known.
 *
 * @param {ReplayedRow[]} rows
 * @returns {string} Markdown
 */
export function formatReplayTable (rows) {
  if (rows.length === 0) return 'None has been replayed with the current rule.'
  const lines = rows.map(({ name, kind, pairs, difference, hasMargin, comparisons, slower, undecided }) => [
    name, groupDigits(pairs), formatDifference(kind, difference), formatMargin({ kind, hasMargin }),
    ...[slower, comparisons - slower - undecided, undecided].map(groupDigits),
  ])
  return formatMarkdownTable(['pairs of', 'pairs', 'true', 'margin', 'slower', 'not slower', 'undecided'], lines)
}
