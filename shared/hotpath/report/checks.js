import { describeCounter, countersByName } from './counted.js'
import { hanging, wrapped } from './lines.js'
import { renderLastLines } from './terminal.js'
/** @import { Manifest } from '../lab/manifest.js' */
/** @import { Result } from './result-schema.js' */

/**
 * What is known of an attempt before anything is timed: whether its answers are right, and what was counted.
 *
 * @param {Pick<Result, 'oracle' | 'counters'>} result
 * @param {Manifest} manifest
 * @param {any} paint
 * @param {number} width in columns
 * @param {number} seconds that the comparison took
 * @returns {string} a line each
 */
export function answersReport ({ oracle, counters }, manifest, paint, width, seconds) {
  const lines = []
  if (oracle?.verdict === 'same') lines.push(hanging(`${paint.green('✔')} same answers  ${paint.dim(`${oracle.checked} compared in ${seconds.toFixed(2)} s`)}`, width))
  if (oracle?.verdict === 'different') lines.push(`${paint.red('✘')} ${paint.bold('wrong answer')}\n${wrapped(String(oracle.difference), '  ', width)}`)
  for (const counted of countersByName(counters)) {
    const wrong = counted.find(({ holds }) => !holds)
    lines.push(hanging(`${wrong ? paint.red('✘') : paint.green('✔')} ${describeCounter(counted, manifest)}${wrong ? paint.red(` (expected ${wrong.expected})`) : ''}`, width))
  }
  return lines.join('\n')
}

/**
 * @param {string} lab
 * @param {{ variant: string, what: string, stderr: string }} failure
 * @param {any} paint
 * @returns {string} what failed, and its last lines
 */
export function failureReport (lab, failure, paint) {
  return [`${paint.red('✘')} ${paint.bold(`${lab}: ${failure.variant}`)} ${failure.what}`, renderLastLines(failure, paint)].filter(Boolean).join('\n')
}
