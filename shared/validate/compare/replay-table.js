import { formatMarkdownTable, groupDigits } from 'hotpath/report'
import { formatMargin } from './table.js'

/** @import { ReplayedRow } from './replay-trials.js' */

/**
 * Formats the verdicts of `hotpath compare`'s rule on measured pairs whose true difference is known.
 *
 * @param {ReplayedRow[]} rows
 * @returns {string} Markdown
 */
export function formatReplayTable (rows) {
  if (rows.length === 0) return 'None has been replayed with the current rule.'
  const lines = rows.map(({ name, pairs, difference, hasMargin, comparisons, red, slower, undecided }) => [
    name, groupDigits(pairs), `${difference}×`, formatMargin({ hasMargin }),
    ...[comparisons, red, slower, undecided].map(groupDigits),
  ])
  const titles = ['pairs of', 'pairs', 'true', 'margin', 'comparisons', 'looked slower', 'slower', 'undecided']
  return formatMarkdownTable(titles, lines)
}
