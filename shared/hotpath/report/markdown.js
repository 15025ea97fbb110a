import { escapeMarkdown, formatMarkdownTable } from './markdown-text.js'
import { formatHeadline } from './verdict.js'
import { formatClaimResult } from './statement.js'
import { formatLabCount, listLabNames, listNodeVersions } from './words.js'
import { formatSeconds, VERDICT_SIGNS } from './numbers.js'
/** @import { Result } from './result-schema.js' */

/** @param {keyof typeof VERDICT_SIGNS} verdict */
const formatVerdict = (verdict) => `${VERDICT_SIGNS[verdict]} ${verdict}`

/**
 * Writes a Markdown table of all claims, for a job summary or a pull request.
 *
 * @param {Result[]} results
 * @returns {string}
 */
export function formatMarkdown (results) {
  const names = listLabNames(results)
  const rows = results.flatMap((result, place) => {
    if (result.claims.length === 0) return [[`**${names[place]}**`, formatVerdict(result.verdict), escapeMarkdown(formatHeadline(result).sentence)]]
    return result.claims.map((claim, index) => {
      const { verdict, sentence, bounds, later } = formatClaimResult(claim)
      const measured = [sentence, [bounds, later].filter(Boolean).join('; ')].map(escapeMarkdown).join('<br>')
      return [index ? '' : `**${names[place]}**`, verdict ? formatVerdict(verdict) : 'for information', measured]
    })
  })
  const machines = [...new Set(results.map(({ machine: { cpu, cores, os } }) => `${cpu}, ${cores} cores, ${os}`))]
  const seconds = results.reduce((sum, result) => sum + result.seconds, 0)
  return [
    formatMarkdownTable(['lab', 'verdict', 'what was measured'], rows),
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
