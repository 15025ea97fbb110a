import { formatSignificantDigits, formatCountWithNoun } from '@hotpath-labs/terminal/numbers.js'
import { formatMarkdownTable } from '@hotpath-labs/terminal/documents.js'
import { formatInterval, formatMargin, formatResultSentence } from 'hotpath/internal/compare/report.js'
import { RED_VERDICTS } from 'hotpath/internal/compare/result.js'
import { JOINT_ERROR } from './decide.js'
import { cleanText, formatCode, quoteWord } from './text.js'

/**
 * @import { BenchmarkResult, CompareResult } from 'hotpath/internal/compare/result.js'
 * @import { Outcome, Row } from './decide.js'
 *
 * @typedef {object} Around an outcome
 * @property {string} base branch to compare with in the command that repeats a benchmark
 * @property {string} acceptLabel name of the label with which a maintainer accepts a slowdown
 * @property {boolean} isAccepted
 * @property {number} minutes that GitHub bills, of all jobs
 */

/** First line of a comment, by which it is found again. */
export const MARKER = '<!-- hotpath -->'

/** Characters of a benchmark's name that are shown. */
const MOST_NAME = 80

/** Rows of a comment. With the lines around the table these are fewer than 60 lines. */
const MOST_ROWS = 40

/**
 * Writes the comment of a pull request: one line, and a table of what differs. Foreign texts are in it only as code.
 *
 * @param {Outcome} outcome
 * @param {Around} around
 * @returns {string} Markdown
 */
export function formatComment (outcome, around) {
  const { rows, second } = outcome
  const lines = [MARKER, `**hotpath**: ${formatHeadline(outcome)}`]
  if (outcome.problem) lines.push('', formatCode(outcome.problem))
  if (rows.length) {
    const shown = rows.slice(0, MOST_ROWS)
    const titles = ['benchmark', 'first machine', ...second ? ['second machine'] : [], 'to repeat it']
    lines.push('', formatMarkdownTable(titles, shown.map((row) => formatRow(row, around, outcome))))
    if (rows.length > shown.length) lines.push('', `${rows.length - shown.length} more are in the job's summary.`)
  }
  if (outcome.conclusion === 'failure') lines.push('', formatAcceptance(around))
  // failures and answers have no rates
  if (rows.some(({ state, first }) => state === 'confirmed' && ['slower', 'broken'].includes(first.verdict))) lines.push('', formatJointError())
  if (around.minutes > 0) lines.push('', `<sub>${formatCountWithNoun(around.minutes, 'minute')} of runners</sub>`)
  return `${lines.join('\n')}\n`
}

/** @param {Around} around */
function formatAcceptance ({ acceptLabel, isAccepted }) {
  return isAccepted ? `A maintainer has accepted this with the label ${formatCode(acceptLabel)}.` : `A maintainer can accept this with the label ${formatCode(acceptLabel)}.`
}

/** @returns {string} how often a check is red although nothing is slower */
function formatJointError () {
  const rate = (/** @type {number} */ error) => `1 pull request in ${formatSignificantDigits(Math.round(1 / error))}`
  return `Two machines said so. Of pull requests that make nothing slower, at most ${rate(JOINT_ERROR.independent)} gets this far if the errors of the machines are independent, and at most ${rate(JOINT_ERROR.most)} otherwise.`
}

/**
 * Writes the outcome in one line without foreign texts.
 *
 * @param {Outcome} outcome
 * @returns {string}
 */
export function formatHeadline ({ first, rows, conclusion, problem }) {
  if (!first) return 'nothing was compared'
  const { benchmarks } = first
  const all = formatCountWithNoun(benchmarks.length, 'benchmark')
  const count = (/** @type {(row: Row) => boolean} */ isOne) => rows.filter(isOne).length
  const [confirmed, unclear, refuted] = ['confirmed', 'unclear', 'not confirmed'].map((state) => count((row) => row.state === state))
  const differ = rows.some(({ state, second }) => state === 'unclear' && second && RED_VERDICTS.includes(second.verdict))
  const [faster] = [count((row) => row.state === 'moved')]
  const [equal, undecided] = ['unchanged', 'undecided'].map((verdict) => benchmarks.filter((one) => one.verdict === verdict).length)
  const parts = []
  if (confirmed) parts.push(`of ${all} ${describeRed(rows)}, on two machines`)
  else parts.push(`${all}, none ${conclusion === 'neutral' || undecided ? 'surely ' : ''}slower by more than ${formatMargins(first)}`)
  if (unclear) parts.push(`${unclear} unclear${problem ? '' : `, because ${differ ? 'the machines do not agree' : 'a machine cannot tell'}`}`)
  if (refuted) parts.push(`${refuted} ${rows.some(({ state, first: { verdict } }) => state === 'not confirmed' && verdict !== 'slower') ? 'differed' : 'looked slower'} on one machine only`)
  if (faster) parts.push(`${faster} faster`)
  const silent = undecided - rows.filter(({ first: { verdict } }) => verdict === 'undecided').length
  if (silent > 0) parts.push(`${silent} undecided`)
  if (equal) parts.push(`${equal} ha${equal === 1 ? 's' : 've'} the same code`)
  return parts.join('; ')
}

/** @param {Row[]} rows @returns {string} such as: 2 are slower, 1 gives different answers */
function describeRed (rows) {
  const red = rows.filter(({ state }) => state === 'confirmed').map(({ first: { verdict } }) => verdict)
  const words = { slower: ['is slower', 'are slower'], 'different answers': ['gives different answers', 'give different answers'], failed: ['fails', 'fail'], broken: ['is not as fast as claimed', 'are not as fast as claimed'] }
  return Object.entries(words).flatMap(([verdict, [one, many]]) => {
    const count = red.filter((given) => given === verdict).length
    return count ? [`${count} ${count === 1 ? one : many}`] : []
  }).join(', ')
}

/** @param {CompareResult} result @returns {string} */
function formatMargins ({ benchmarks, question }) {
  if (question.asks === 'claim') return 'claimed'
  const margins = [...new Set(benchmarks.map(formatMargin))]
  return margins.length === 1 ? margins[0] : 'its margin'
}

/** @param {Row} row @param {Around} around @param {Outcome} outcome @returns {string[]} cells */
function formatRow ({ first, second }, around, outcome) {
  const question = outcome.first?.question ?? { asks: 'claim', faster: 1 }
  const cells = [first, ...outcome.second ? [second] : []].map((one) => one ? formatFigure(one, question) : '-')
  return [formatCode(cleanText(first.name, MOST_NAME)), ...cells, formatCommand(first, around)]
}

/** @param {BenchmarkResult} one @param {CompareResult['question']} question @returns {string} such as: head is 12 % slower than base */
function formatFigure (one, question) {
  const reason = one.reason ? `: ${formatCode(one.reason)}` : ''
  const hasFigure = one.difference !== null && one.interval !== null
  if (['slower', 'not slower', 'faster', 'holds', 'broken'].includes(one.verdict) && hasFigure) {
    return formatResultSentence({ ...one, reason: null }, { sides: { base: 'base', head: 'head' }, question })
  }
  if (one.verdict === 'undecided') return `cannot tell${formatInterval(one) ? ` (${formatInterval(one)})` : reason}`
  return `${one.verdict}${reason}`
}

/** Pattern of a path that stays inside of the repository. */
const INSIDE = /^(?![/\\-])(?!.*(?:^|[/\\])\.\.(?:[/\\]|$))(?!\w:)[^`|…]+$/

/** @param {BenchmarkResult} one @param {Around} around @returns {string} the command, as code; without what cannot be typed */
function formatCommand ({ file, name }, { base }) {
  if (!INSIDE.test(file)) return '-'
  const filter = /[`|…]/.test(name) ? [] : ['--filter', name]
  // --no: npx downloads no package of this name
  return formatCode(['npx', '--no', 'hotpath', 'compare', '--base', base, file, ...filter].map(quoteWord).join(' '))
}
