import { formatMarkdownTable } from '@hotpath-labs/terminal/documents.js'
import { median } from '@hotpath-labs/engine/stats/sample.js'
import { LEAST_MARGIN_OF_WAITS } from 'hotpath/internal/compare/rule.js'
import { groupDigits } from '@hotpath-labs/terminal/numbers.js'
import { computeErrorRateLimit } from '../replay.js'
import { FOUND } from './replay-trials.js'
import { NONE_RECORDED, countRows } from '../tables.js'
import {
  DEFAULT_SLOWDOWN_MARGIN, DEFAULT_LEAK_MARGIN_BYTES, NOISE_KINDS_FOR_COMPARE, PROGRAM_KINDS_FOR_COMPARE, isLeak, isTrulySlower,
} from './cells.js'

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
  const cells = PROGRAM_KINDS_FOR_COMPARE.flatMap((kind) => NOISE_KINDS_FOR_COMPARE.map((noise) =>
    rows.filter((row) => row.kind === kind && row.noise === noise)))
  const lines = cells.filter(({ length }) => length > 0).map((cell) => {
    const isEqual = (/** @type {CompareRow} */ row) => row.hasMargin && row.difference === (isLeak(row.kind) ? 0 : 1)
    const slower = cell.filter(isTrulySlower)
    const limits = cell.filter((row) => !isTrulySlower(row) && !isEqual(row))
    const found = [...new Set(slower.map(({ difference }) => difference))].sort((one, other) => one - other).map((difference) => {
      const such = slower.filter((row) => row.difference === difference)
      return `${formatDifference(difference, cell[0].kind)}: ${countRows(such, isCalledSlower)}`
    })
    return [
      cell[0].kind, cell[0].noise, countRows(cell.filter(isEqual), ({ verdict }) => verdict === 'not slower'), countRows(limits, isCalledSlower),
      found.join(', '), `${median(cell.map((row) => row.seconds)).toFixed(0)} s`,
    ]
  })
  return formatMarkdownTable(['', 'noise', 'equal, called not slower', 'on the limit, called slower', 'slower, and called so', 'time'], lines)
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

/** @param {number} difference @param {CompareRow['kind']} kind */
const formatDifference = (difference, kind) => isLeak(kind) ? `${difference} bytes` : `${difference}×`

/**
 * Formats the verdicts of `hotpath compare`'s rule on measured pairs whose true difference is known.
 *
 * @param {ReplayedRow[]} rows
 * @returns {string} Markdown
 */
export function formatReplayTable (rows) {
  if (rows.length === 0) return 'None has been replayed with the current rule.'
  const lines = [...new Set(rows.map(({ name }) => name))].map((name) => {
    const own = rows.filter((row) => row.name === name)
    const [{ kind, pairs }] = own
    const equal = own.find(({ difference, hasMargin }) => hasMargin && difference === (isLeak(kind) ? 0 : 1))
    const limit = own.find(({ difference, hasMargin }) => hasMargin && difference === findLimit(kind))
    const found = own.filter((row) => isTrulySlower(row) && row.slower >= FOUND * row.comparisons)
    const [least] = found.sort((one, other) => one.difference - other.difference)
    return [name, groupDigits(pairs), formatNotSlower(equal), formatNotSlower(limit), least ? formatDifference(least.difference, kind) : '–']
  })
  return formatMarkdownTable(['pairs of', 'pairs', 'equal, called not slower', 'at the margin, called not slower', 'found in 95 of 100'], lines)
}

/** @param {CompareRow['kind']} kind @returns {number} the difference that the margin just allows */
function findLimit (kind) {
  if (kind === 'waits at a rate') return 1 + LEAST_MARGIN_OF_WAITS
  return isLeak(kind) ? DEFAULT_LEAK_MARGIN_BYTES : 1 + DEFAULT_SLOWDOWN_MARGIN
}

/** @param {ReplayedRow} [row] */
const formatNotSlower = (row) => row ? groupDigits(row.comparisons - row.slower - row.undecided) : '–'
