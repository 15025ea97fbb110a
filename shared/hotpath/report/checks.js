import { describeCounter, groupCountersByName } from './counted.js'
import { wrapWithHangingIndent, wrapText } from './lines.js'
import { renderLastOutputLines } from './terminal.js'
/** @import { Manifest } from '../lab/manifest.js' */
/** @import { Result } from './result-schema.js' */

/**
 * Formats the checks that run before anything is timed: equal answers and counted calls.
 *
 * @param {Pick<Result, 'oracle' | 'counters'>} result
 * @param {Manifest} manifest
 * @param {any} paint
 * @param {number} width in columns
 * @param {number} seconds of the comparison
 * @returns {string} lines
 */
export function formatChecks ({ oracle, counters }, manifest, paint, width, seconds) {
  const lines = []
  if (oracle?.verdict === 'same') lines.push(wrapWithHangingIndent(`${paint.green('✔')} same answers  ${paint.dim(`${oracle.checked} compared in ${seconds.toFixed(2)} s`)}`, width))
  if (oracle?.verdict === 'different') lines.push(`${paint.red('✘')} ${paint.bold('wrong answer')}\n${wrapText(String(oracle.difference), '  ', width)}`)
  for (const counted of groupCountersByName(counters)) {
    const wrong = counted.find(({ holds }) => !holds)
    lines.push(wrapWithHangingIndent(`${wrong ? paint.red('✘') : paint.green('✔')} ${describeCounter(counted, manifest)}${wrong ? paint.red(` (expected ${wrong.expected})`) : ''}`, width))
  }
  return lines.join('\n')
}

/**
 * Formats the failure of a variant or a service, with the last lines of its output.
 *
 * @param {string} lab
 * @param {{ part: string, what: string, advice: string, stderr: string }} failure
 * @param {any} paint
 * @returns {string}
 */
export function formatVariantFailure (lab, failure, paint) {
  return [`${paint.red('✘')} ${paint.bold(`${lab}: ${failure.part}`)} ${failure.what}`, renderLastOutputLines(failure, paint)].filter(Boolean).join('\n')
}
