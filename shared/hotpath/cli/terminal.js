import { findReportWidth } from '../report/lines.js'

/** Finds the width of the terminal, and whether to print in colour: not if stdout is no terminal, or if NO_COLOR is set. */
export function readTerminalOptions () {
  return { color: Boolean(process.stdout.isTTY && !process.env.NO_COLOR), width: findReportWidth(process.stdout) }
}

/** Prints a line on stdout. @param {string} text */
export function printLine (text) {
  process.stdout.write(`${text}\n`)
}

/** Prints a line on stderr: a warning, an error or a progress message. Only results go to stdout. @param {string} text */
export function printToStderr (text) {
  process.stderr.write(`${text}\n`)
}

/** Escape sequence that clears the current line of a terminal. */
const CLEAR = '\r\u001b[K'

/** Shows the latest progress message on one line of stderr, which the next message overwrites. Prints nothing if stderr is no terminal. */
export class ProgressLine {
  #isShown = false

  /** @param {string} text */
  show (text) {
    if (!process.stderr.isTTY) return
    process.stderr.write(`${CLEAR}${text.slice(0, (process.stderr.columns || 80) - 1)}`)
    this.#isShown = true
  }

  /** Announces a long step: on a terminal as the progress message, in a file or pipe as a separate line. @param {string} text */
  say (text) {
    if (process.stderr.isTTY) this.show(text)
    else printToStderr(text)
  }

  clear () {
    if (this.#isShown) process.stderr.write(CLEAR)
    this.#isShown = false
  }
}
