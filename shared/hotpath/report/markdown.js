import { formatHeadline } from './verdict.js'
import { formatClaimResult } from './statement.js'
import { formatLabCount, listLabNames, listNodeVersions, formatSeconds } from './words.js'
/** @import { Result } from './result-schema.js' */

const MARKS = { holds: '✅ holds', broken: '❌ broken', undecided: '❔ undecided', 'cannot run': '⛔ cannot run' }

/**
 * Writes a Markdown table of all claims, for a job summary or a pull request.
 *
 * @param {Result[]} results
 * @returns {string}
 */
export function formatMarkdown (results) {
  const names = listLabNames(results)
  const rows = results.flatMap((result, place) => {
    if (result.claims.length === 0) return [formatMarkdownRow([`**${names[place]}**`, MARKS[result.verdict], formatHeadline(result).sentence])]
    return result.claims.map((claim, index) => {
      const { verdict, sentence, bounds, later } = formatClaimResult(claim)
      return formatMarkdownRow([index ? '' : `**${names[place]}**`, verdict ? MARKS[verdict] : 'for information', `${sentence}<br>${[bounds, later].filter(Boolean).join('; ')}`])
    })
  })
  const machines = [...new Set(results.map(({ machine: { cpu, cores, os } }) => `${cpu}, ${cores} cores, ${os}`))]
  const seconds = results.reduce((sum, result) => sum + result.seconds, 0)
  return [
    formatMarkdownRow(['lab', 'verdict', 'what was measured']),
    formatMarkdownRow(['---', '---', '---']),
    ...rows,
    '',
    `${formatLabCount(results)} in ${formatSeconds(seconds)} · Node ${listNodeVersions(results).join(', ')} · ${machines.join('; ')}`,
    '',
  ].join('\n')
}

/**
 * Explains why a result has no measured figures: a failure, a wrong answer or a wrong count.
 *
 * @param {Result} result
 * @returns {string}
 */
export function explainMissingFigures ({ failure, oracle, counters }) {
  if (failure) return `${failure.part} ${failure.what}`
  if (oracle?.difference) return oracle.difference
  return counters.filter(({ holds }) => !holds).map(({ name, variant, actual, expected }) => `${name} of ${variant}: expected ${expected}, counted ${actual}`).join(', ')
}

/** Formats a Markdown table. @param {string[]} head @param {string[][]} rows */
export function formatMarkdownTable (head, rows) {
  return [head, head.map(() => '---'), ...rows].map(formatMarkdownRow).join('\n')
}

/** @param {string[]} cells @returns {string} a row of a table */
function formatMarkdownRow (cells) {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`
}
