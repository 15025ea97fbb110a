import { formatJunitDocument } from '../report/junit-document.js'
import { escapeMarkdown, formatMarkdownTable } from '../report/markdown-text.js'
import { RED_VERDICTS } from './result.js'
import { formatErrorRateSentence, formatResultSentence } from './sentences.js'

/** @import { JunitCase } from '../report/junit-document.js' */
/** @import { BenchmarkResult, CompareResult, Verdict } from './result.js' */

/** Outcome of a test case that is not red. @type {Partial<Record<Verdict, JunitCase['outcome']>>} */
const CASE_OUTCOMES = { 'cannot run': 'error', unchanged: 'skipped' }

/**
 * Formats a comparison as JUnit XML, with a test case for each benchmark.
 *
 * @param {CompareResult} result
 * @param {{ undecided: 'pass' | 'fail' }} options
 * @returns {string} XML
 */
export function formatJunit (result, { undecided }) {
  const isRed = (/** @type {BenchmarkResult} */ { verdict }) => RED_VERDICTS.includes(verdict) || (verdict === 'undecided' && undecided === 'fail')
  const cases = result.benchmarks.map((one) => ({
    name: one.name,
    file: one.file,
    seconds: one.seconds,
    outcome: isRed(one) ? 'failure' : CASE_OUTCOMES[one.verdict],
    says: formatResultSentence(one, result),
  }))
  return formatJunitDocument([{ name: 'hotpath compare', seconds: result.seconds, cases: /** @type {JunitCase[]} */ (cases) }])
}

/**
 * Formats a comparison as a Markdown table for a pull request.
 *
 * @param {CompareResult} result
 * @returns {string}
 */
export function formatMarkdown (result) {
  const rows = result.benchmarks.map((one) => [one.name, one.verdict, formatResultSentence(one, result)].map(escapeMarkdown))
  const lists = [['New', result.added], ['Removed', result.removed]].filter(([, names]) => names.length).map(([what, names]) => `${what}: ${/** @type {string[]} */ (names).join(', ')}`)
  const rates = result.benchmarks.some(({ pairs }) => pairs > 0) ? [formatErrorRateSentence(result)] : []
  return [
    `### ${escapeMarkdown(result.sides.head)} against ${escapeMarkdown(result.sides.base)}: ${result.verdict}`,
    '',
    formatMarkdownTable(['benchmark', 'verdict', ''], rows),
    '',
    ...[...rates, ...lists, ...result.disturbances, ...result.notes].map((text) => `- ${escapeMarkdown(text)}`),
    '',
  ].join('\n')
}
