import { escapeXml } from '../report/junit.js'
import { RED_VERDICTS } from './result.js'
import { formatErrorRateSentence, formatResultSentence } from './sentences.js'

/** @import { BenchmarkResult, CompareResult } from './result.js' */

/**
 * Formats a comparison as JUnit XML, with a test case for each benchmark.
 *
 * @param {CompareResult} result
 * @param {{ undecided: 'pass' | 'fail' }} options
 * @returns {string} XML
 */
export function formatJunit (result, { undecided }) {
  const isRed = (/** @type {BenchmarkResult} */ { verdict }) => RED_VERDICTS.includes(verdict) || (verdict === 'undecided' && undecided === 'fail')
  const isError = (/** @type {BenchmarkResult} */ { verdict }) => verdict === 'cannot run'
  const cases = result.benchmarks.map((one) => {
    const says = escapeXml(formatResultSentence(one, result))
    const inside = isRed(one) ? `<failure message="${says}"/>` : isError(one) ? `<error message="${says}"/>` : one.verdict === 'unchanged' ? '<skipped/>' : ''
    const out = `<system-out>${says}</system-out>`
    return `    <testcase classname="${escapeXml(one.file)}" name="${escapeXml(one.name)}" time="${one.seconds}">${inside}${out}</testcase>`
  })
  const counts = `tests="${cases.length}" failures="${result.benchmarks.filter(isRed).length}" errors="${result.benchmarks.filter(isError).length}"`
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n  <testsuite name="hotpath compare" ${counts} time="${result.seconds}">\n${cases.join('\n')}\n  </testsuite>\n</testsuites>\n`
}

/**
 * Formats a comparison as a Markdown table for a pull request.
 *
 * @param {CompareResult} result
 * @returns {string}
 */
export function formatMarkdown (result) {
  const rows = result.benchmarks.map((one) => `| ${escapeMarkdown(one.name)} | ${one.verdict} | ${escapeMarkdown(formatResultSentence(one, result))} |`)
  const lists = [['New', result.added], ['Removed', result.removed]].filter(([, names]) => names.length).map(([what, names]) => `${what}: ${/** @type {string[]} */ (names).join(', ')}`)
  const rates = result.benchmarks.some(({ pairs }) => pairs > 0) ? [formatErrorRateSentence(result)] : []
  return [
    `### ${escapeMarkdown(result.sides.head)} against ${escapeMarkdown(result.sides.base)}: ${result.verdict}`,
    '',
    '| benchmark | verdict | |',
    '|---|---|---|',
    ...rows,
    '',
    ...[...rates, ...lists, ...result.disturbances, ...result.notes].map((text) => `- ${escapeMarkdown(text)}`),
    '',
  ].join('\n')
}

/** Characters that Markdown, or HTML inside of it, would read as markup. */
const MARKUP = /[\\`*_[\]|<>&~]/g

/** Beginning of what GitHub would turn into a mention of somebody, or into a link to an issue. */
const REFERENCE = /@(?=\w)|#(?=\d)/g

/** @param {string} text @returns {string} on one line, as Markdown that shows these characters */
function escapeMarkdown (text) {
  const shown = text.replaceAll(/\s+/g, ' ').replaceAll(REFERENCE, '$&\u200b')
  // a space of no width ends a reference
  return shown.replaceAll(MARKUP, (character) => `&#${character.charCodeAt(0)};`).replaceAll('\u200b', '&#8203;')
}
