import { NO_BREAK_SPACE, wrapWithHangingIndent, wrapText } from 'hotpath/report'
import { formatAttemptError } from '../format-attempt-error.js'
import { makePaint, printLine, findTerminalOptions } from '../terminal.js'

/** Keys with their actions: a short name, and a sentence. */
export const WATCH_KEYS = [
  ['b', 'measure', 'measures your file beside slow, fast and limit, as pnpm lab <name> mine does'],
  ['h', 'hint', 'gives one more hint'],
  ['d', 'difference to slow', 'shows your changes to slow'],
  ['s', 'solution', 'shows what fast does, and why'],
  ['p', 'profile', 'shows where your file spends its time, as a flame graph'],
  ['?', 'keys', 'explains these keys'],
  ['q', 'quit', 'ends watch, as Ctrl-C does; your files are kept'],
]

/** Control characters that clear the cursor's line and show the cursor, after another process wrote to the terminal. */
const FRESH_LINE = '\r\u001b[K\u001b[?25h'

/** Writes to the terminal, and keeps a line of keys below the text. */
export class WatchView {
  hasKeys = Boolean(process.stdin.isTTY && process.stdout.isTTY)
  #areKeysLast = false

  /** @param {import('hotpath/lab').Lab} lab */
  constructor (lab) {
    this.lab = lab
  }

  /** Writes a sentence, and wraps it only on a terminal. @param {string} text */
  say (text) {
    this.write(this.hasKeys ? wrapText(text, '', findTerminalOptions().width) : text)
  }

  /** @param {string} text in lines that fit the terminal */
  write (text) {
    this.begin()
    printLine(text)
  }

  /** Prepares the terminal for the output of this process or of another process. */
  begin () {
    if (this.hasKeys) process.stdout.write(this.#areKeysLast ? '\n' : FRESH_LINE)
    this.#areKeysLast = false
  }

  showKeys () {
    if (!this.hasKeys) return
    const paint = makePaint()
    const keys = WATCH_KEYS.map(([key, does]) => `${paint.bold(key)}${NO_BREAK_SPACE}${paint.dim(does.replaceAll(' ', NO_BREAK_SPACE))}`).join('  ')
    this.write(`${this.#areKeysLast ? '' : '\n'}${wrapWithHangingIndent(keys, findTerminalOptions().width)}`)
    this.#areKeysLast = true
  }

  explainKeys () {
    const paint = makePaint()
    const { width } = findTerminalOptions()
    this.write(WATCH_KEYS.map(([key, , sentence]) => wrapWithHangingIndent(`${paint.bold(key)} ${sentence}`, width)).join('\n'))
  }

  /** Reports a failure that came after the right answers. @param {NonNullable<import('hotpath/measure').Result['failure']>} failure */
  reportLateFailure (failure) {
    this.write(String(formatAttemptError({ failure, oracle: null }, this.lab)))
    this.showKeys()
  }
}
