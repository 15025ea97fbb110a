import { formatMarkdownTable } from 'hotpath/report'

/** @import { ReplayedRow } from './replay-trials.js' */

/**
 * Formats the verdicts of `hotpath compare`'s rule on measured pairs whose true difference is known.
 *
 * @param {ReplayedRow[]} rows
 * @returns {string} Markdown
 */
export function formatReplayTable (rows) {
  if (rows.length === 0) return 'None has been replayed with the current rule.'
  const lines = rows.map(({ name, pairs, calledDifferent, difference, hasMargin, comparisons, red, slower, undecided }) => [
    name, format(pairs), calledDifferent === null ? '–' : format(calledDifferent), `${difference}×`, hasMargin ? '5 %' : 'none',
    format(comparisons), format(red), format(slower), format(undecided),
  ])
  const titles = ['pairs of', 'pairs', 'different', 'true', 'margin', 'comparisons', 'looked slower', 'slower', 'undecided']
  return formatMarkdownTable(titles, lines)
}

/** @param {number} count @returns {string} such as 1,244 */
const format = (count) => count.toLocaleString('en-US')
