import { findWidth } from '../report/lines.js'

/** Reads colour and width from stdout: no colour where it is no terminal, or NO_COLOR is set. */
export function terminalOptions () {
  return { color: Boolean(process.stdout.isTTY && !process.env.NO_COLOR), width: findWidth(process.stdout) }
}

/** Prints a line of the result. @param {string} text */
export function print (text) {
  process.stdout.write(`${text}\n`)
}

/** Prints a line on stderr, where results do not go. @param {string} text */
export function warn (text) {
  process.stderr.write(`${text}\n`)
}

/** Clears a terminal's line. */
const CLEAR = '\r\u001b[K'

/** Shows on stderr what is going on, in one line; silent where stderr is no terminal. */
export class Progress {
  #isShown = false

  /** @param {string} text */
  show (text) {
    if (!process.stderr.isTTY) return
    process.stderr.write(`${CLEAR}${text.slice(0, (process.stderr.columns || 80) - 1)}`)
    this.#isShown = true
  }

  /** Prints a step that takes long, also in a log. @param {string} text */
  say (text) {
    if (process.stderr.isTTY) this.show(text)
    else warn(text)
  }

  clear () {
    if (this.#isShown) process.stderr.write(CLEAR)
    this.#isShown = false
  }
}
