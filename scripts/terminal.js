import colors from 'picocolors'
import { formatNextSteps, findWidth } from 'hotpath/report'

/**
 * Reads colour and width from a stream: no colour where the stream is no terminal, or NO_COLOR is set.
 *
 * @param {{ isTTY?: boolean, columns?: number }} [stream]
 * @param {NodeJS.ProcessEnv} [env]
 */
export function terminalOptions (stream = process.stdout, env = process.env) {
  return { color: Boolean(stream.isTTY && !env.NO_COLOR), width: findWidth(stream) }
}

/** Makes picocolors' functions, which return plain text where the stream takes no colour. @param {{ isTTY?: boolean }} [stream] */
export function makePaint (stream) {
  return colors.createColors(terminalOptions(stream).color)
}

/** Prints a line of the result. @param {string} text */
export function print (text) {
  process.stdout.write(`${text}\n`)
}

/** Prints one JSON object. @param {object} value */
export function printJson (value) {
  print(JSON.stringify(value))
}

/** Prints a line on stderr, where results do not go. @param {string} text */
export function warn (text) {
  process.stderr.write(`${text}\n`)
}

/** Formats the commands to type next. @param {[string, string][]} commands each with its purpose */
export function formatNext (commands) {
  return formatNextSteps(commands, terminalOptions())
}
