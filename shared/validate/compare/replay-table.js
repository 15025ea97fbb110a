import { formatMarkdownTable } from 'hotpath/report'

/** @import { ReplayedRow } from './replay-trials.js' */

/**
 * Formats what the rule of `hotpath compare` says about published trials of equal programs.
 *
 * @param {ReplayedRow[]} rows
 * @returns {string} Markdown
 */
export function formatReplayTable (rows) {
  if (rows.length === 0) return 'None has been replayed with the current rule.'
  const lines = rows.map(({ name, trials, calledDifferent, hasMargin, comparisons, red, slower, undecided }) => [
    name, calledDifferent === null ? '–' : `${format(calledDifferent)} of ${format(trials)}`, hasMargin ? '5 %' : 'none',
    format(comparisons), format(red), format(slower), format(undecided),
  ])
  return formatMarkdownTable(
    ['published trials', 'called different by their own tool', 'margin', 'comparisons', 'looked slower before confirmation', 'called slower', 'undecided'],
    lines
  )
}

/** @param {number} count @returns {string} such as 1,244 */
const format = (count) => count.toLocaleString('en-US')
