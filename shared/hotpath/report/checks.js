import { describeCounter, countersByName } from './counted.js'
import { indentHanging, wrapText } from './lines.js'
import { renderLastLines } from './terminal.js'
/** @import { Manifest } from '../lab/manifest.js' */
/** @import { Result } from './result-schema.js' */

/**
 * Reports the checks before anything is timed: answers and counters.
 *
 * @param {Pick<Result, 'oracle' | 'counters'>} result
 * @param {Manifest} manifest
 * @param {any} paint
 * @param {number} width in columns
 * @param {number} seconds of the comparison
 * @returns {string} lines
 */
export function formatAnswersReport ({ oracle, counters }, manifest, paint, width, seconds) {
  const lines = []
  if (oracle?.verdict === 'same') lines.push(indentHanging(`${paint.green('✔')} same answers  ${paint.dim(`${oracle.checked} compared in ${seconds.toFixed(2)} s`)}`, width))
  if (oracle?.verdict === 'different') lines.push(`${paint.red('✘')} ${paint.bold('wrong answer')}\n${wrapText(String(oracle.difference), '  ', width)}`)
  for (const counted of countersByName(counters)) {
    const wrong = counted.find(({ holds }) => !holds)
    lines.push(indentHanging(`${wrong ? paint.red('✘') : paint.green('✔')} ${describeCounter(counted, manifest)}${wrong ? paint.red(` (expected ${wrong.expected})`) : ''}`, width))
  }
  return lines.join('\n')
}

/**
 * Reports a variant or a service that failed.
 *
 * @param {string} lab
 * @param {{ variant: string, what: string, stderr: string }} failure
 * @param {any} paint
 * @returns {string} the failure, and its last lines
 */
export function formatFailure (lab, failure, paint) {
  return [`${paint.red('✘')} ${paint.bold(`${lab}: ${failure.variant}`)} ${failure.what}`, renderLastLines(failure, paint)].filter(Boolean).join('\n')
}
