import colors from 'picocolors'
import { drawCostBars } from './bars.js'
import { formatCounters } from './counted.js'
import { explainResult } from './explained.js'
import { NO_BREAK_SPACE, DEFAULT_TEXT_WIDTH, formatColumns, wrapWithHangingIndent, wrapText } from './lines.js'
import { formatLowerBound } from './lower-bound.js'
import { formatNextSteps } from './next.js'
import { formatClaimResultsWorstFirst } from './statement.js'
import { formatHeadline } from './verdict.js'
import { RESULT_MODE_NOTES } from './words.js'
import { VERDICT_SIGNS, makeVerdictPainters } from './numbers.js'
/** @import { Manifest } from '../lab/manifest.js' */
/** @import { Result } from './result-schema.js' */

/**
 * @typedef {object} Options of a report
 * @property {boolean} color
 * @property {number} [width] in columns
 * @property {boolean} [verbose] print latencies, machine and seed
 * @property {boolean} [explain] print the method and its certainty
 * @property {[string, string][]} [next] commands with their purposes
 */

/**
 * Formats a lab's result for a terminal: the verdict in a sentence, bars, the cause of the difference, and commands to type next.
 *
 * @param {Result} result
 * @param {Manifest} manifest
 * @param {Options} options
 * @returns {string} without a line end
 */
export function formatTerminalReport (result, manifest, options) {
  const { color, width = DEFAULT_TEXT_WIDTH, verbose = false, explain = false, next = [] } = options
  const paint = colors.createColors(color)
  const sections = [renderVerdict(result, manifest, paint, width)]
  if (result.claims.length) {
    sections.push(drawCostBars(result, manifest, paint, width, renderLimit(result, manifest, width)))
    sections.push(renderCause(result, manifest, paint, width))
    sections.push(renderInformational(result, paint, width))
  }
  if (explain) sections.push(explainResult(result, manifest, paint, width))
  if (verbose) sections.push(renderDetails(result, paint, width))
  if (next.length) sections.push(formatNextSteps(next, { color, width }))
  return sections.filter(Boolean).join('\n\n')
}

/**
 * Formats the lab's verdict, followed by the verdicts of its other required claims.
 *
 * @param {Result} result
 * @param {Manifest} manifest
 * @param {any} paint
 * @param {number} width
 * @returns {string}
 */
function renderVerdict (result, manifest, paint, width) {
  const painters = makeVerdictPainters(paint)
  const { verdict, sentence, details } = formatHeadline(result, manifest)
  const lines = [renderMarked(verdict, sentence, details, painters[verdict], paint, width)]
  if (result.failure) lines.push(renderLastOutputLines(result.failure, paint))
  const isJudged = !result.failure && result.oracle?.verdict !== 'different' && result.counters.every(({ holds }) => holds) && result.mode !== 'control'
  if (isJudged) {
    for (const { verdict, sentence, bounds, later } of formatClaimResultsWorstFirst(result.claims).slice(1)) {
      if (verdict) lines.push(renderMarked(verdict, sentence, [bounds, later].filter(Boolean), painters[verdict], paint, width))
    }
  }
  if (RESULT_MODE_NOTES[result.mode]) lines.push(paint.dim(wrapText(RESULT_MODE_NOTES[result.mode], '', width)))
  return lines.filter(Boolean).join('\n')
}

/**
 * @param {Result['verdict']} verdict
 * @param {string} sentence
 * @param {string[]} details
 * @param {(text: string) => string} painter
 * @param {any} paint
 * @param {number} width
 */
function renderMarked (verdict, sentence, details, painter, paint, width) {
  const label = `${VERDICT_SIGNS[verdict]} ${verdict.toUpperCase()}  `
  const indent = ' '.repeat(label.length)
  const head = wrapText(sentence, indent, width).slice(indent.length)
  return [`${painter(paint.bold(label))}${paint.bold(head)}`, ...details.map((line) => paint.dim(wrapText(keepPartsTogether(line, width), indent, width)))].join('\n')
}

/** @param {string} line @param {number} width @returns {string} with short parts between dots kept on one line */
function keepPartsTogether (line, width) {
  return line.split(' · ').map((part) => part.length < width / 2 ? part.replaceAll(' ', NO_BREAK_SPACE) : part).join(' · ')
}

/**
 * @param {Result} result
 * @param {Manifest} manifest
 * @param {number} width
 * @returns {string} the cost of the lower bound, in a sentence
 */
function renderLimit (result, manifest, width) {
  const sentence = result.mode === 'measured' ? formatLowerBound(result, manifest) : ''
  return sentence && `\n${wrapText(`${sentence}.`, '', width)}`
}

/**
 * @param {Result} result
 * @param {Manifest} manifest
 * @param {any} paint
 * @param {number} width
 * @returns {string} the counts, which are the cause of the ratio
 */
function renderCause ({ counters }, manifest, paint, width) {
  return formatCounters(counters, manifest).map((line) => wrapWithHangingIndent(`${paint.dim('Why:')} ${line}`, width)).join('\n')
}

/** @param {Result} result @param {any} paint @param {number} width @returns {string} the claims for information */
function renderInformational ({ claims }, paint, width) {
  const statements = formatClaimResultsWorstFirst(claims).filter(({ verdict }) => verdict === null)
  if (statements.length === 0) return ''
  return [
    paint.dim('Also measured, for information:'),
    ...statements.flatMap(({ sentence, bounds, later }) => [wrapWithHangingIndent(`· ${sentence}`, width), ...[bounds, later].filter(Boolean).map((line) => paint.dim(wrapText(line, '  ', width)))]),
  ].join('\n')
}

/** Pattern for lines with memory addresses, which follow V8's message about a fatal error. */
const NATIVE_STACK = /^(-+ Native stack trace -+|\s*\d+: 0x[0-9a-f]+ .*|\s*)$/

/**
 * @param {{ advice: string, stderr: string }} failure
 * @param {any} paint
 * @returns {string} the last lines of a failed variant, or the command that mends it
 */
export function renderLastOutputLines ({ advice, stderr }, paint) {
  return (advice || stderr).split('\n').filter((line) => !NATIVE_STACK.test(line)).slice(-12).map((line) => paint.dim(`  ${line}`)).join('\n')
}

/** @param {Result} result @param {any} paint @param {number} width */
function renderDetails ({ machine, variants, seed, firstBlockSeconds }, paint, width) {
  const rows = Object.entries(variants).flatMap(([side, { latencyMs }]) => latencyMs ? [[side, `p50 ${latencyMs.p50} ms`, `p99 ${latencyMs.p99} ms`]] : [])
  const place = `${machine.cpu}, ${machine.cores} cores, ${machine.os} · seed ${seed} · first measurement after ${firstBlockSeconds ?? '–'} s`
  return paint.dim([formatColumns(rows, width, [0]), wrapText(place, '', width)].filter(Boolean).join('\n'))
}
