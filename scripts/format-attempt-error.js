import stringWidth from 'string-width'
import { locateAttemptError } from '@hotpath-labs/workshop'
import { findAttemptPaths, formatPath } from '@hotpath-labs/project'
import { wrapText } from 'hotpath/text'
import { findTerminalOptions, makeTextPainter } from 'hotpath/cli'

/**
 * Formats the error of an attendee's file, with the file's path and line number, on one line if the terminal is wide enough.
 *
 * @param {Pick<import('hotpath/measure').Result, 'failure' | 'oracle'>} result
 * @param {import('hotpath/lab').Lab} lab
 * @returns {string | undefined} undefined if the file has no error
 */
export function formatAttemptError ({ failure, oracle }, lab) {
  const mine = findAttemptPaths(lab)
  if (failure?.part === 'mine') {
    const { file, line, what } = locateAttemptError(failure, mine)
    return formatError(`${formatPath(file)}${line ? `:${line}` : ''}`, what)
  }
  if (oracle?.verdict === 'different') return formatError(`${formatPath(mine.file)}  wrong answer`, String(oracle.difference))
}

/** @param {string} place @param {string} message */
function formatError (place, message) {
  const { width } = findTerminalOptions()
  const paint = makeTextPainter()
  const head = `${paint.red('✘')} ${paint.bold(place)}`
  const line = `${head}  ${message}`
  return stringWidth(line) <= width ? line : `${head}\n${wrapText(message, '  ', width)}`
}
