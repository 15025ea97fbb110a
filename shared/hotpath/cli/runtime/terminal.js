import colors from 'picocolors'
import { findReportWidth } from '../../report/lines.js'
import { formatNextSteps } from '../../report/next.js'

/**
 * Finds an output stream's width, and whether the stream shows colours. Only terminals show colours, and only without NO_COLOR.
 *
 * @param {{ isTTY?: boolean, columns?: number }} [stream]
 * @param {NodeJS.ProcessEnv} [env]
 */
export function findTerminalOptions (stream = process.stdout, env = process.env) {
  return { color: Boolean(stream.isTTY && !env.NO_COLOR), width: findReportWidth(stream) }
}

/**
 * Makes functions that colour a text, such as `green`. If the stream shows no colours, the functions return the text unchanged.
 *
 * @param {{ isTTY?: boolean }} [stream]
 */
export function makeTextPainter (stream) {
  return colors.createColors(findTerminalOptions(stream).color)
}

/** Prints a line of the result on stdout. @param {string} text */
export function printLine (text) {
  process.stdout.write(`${text}\n`)
}

/** Prints one JSON object on stdout. @param {object} value */
export function printJson (value) {
  printLine(JSON.stringify(value))
}

/** Prints a line on stderr, because stdout is only for results. @param {string} text */
export function printNotice (text) {
  process.stderr.write(`${text}\n`)
}

/** Formats commands that the user may type next. @param {[string, string][]} commands each with its purpose */
export function formatNextCommands (commands) {
  return formatNextSteps(commands, findTerminalOptions())
}
