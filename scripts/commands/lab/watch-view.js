import { emitKeypressEvents } from 'node:readline'
import { stripVTControlCharacters } from 'node:util'
import { describeStartingFile } from '@hotpath-labs/lab/exercise.js'
import { groupDigits } from '@hotpath-labs/engine/text/numbers.js'
import { NO_BREAK_SPACE, wrapWithHangingIndent, wrapText } from '@hotpath-labs/engine/text/lines.js'
import { findTerminalOptions, makeTextPainter, printLine } from '@hotpath-labs/engine/cli/terminal.js'
import { formatAttemptError } from '@hotpath-labs/command-line/attempt-file.js'

/**
 * Calls `onKey` for each key pressed in the terminal, until this process ends or the returned function is called.
 *
 * @param {(key: string) => void} onKey a character, or `ctrl-c`
 * @param {NodeJS.ReadStream} [stdin]
 * @returns {() => void} stops reading, and restores the terminal
 */
export function readPressedKeys (onKey, stdin = process.stdin) {
  const onKeypress = (/** @type {string | undefined} */ character, /** @type {{ name?: string, ctrl?: boolean }} */ { name, ctrl }) => {
    if (ctrl) return name === 'c' || name === 'd' ? onKey('ctrl-c') : undefined
    if (character) onKey(character.toLowerCase())
  }
  const restore = () => {
    process.off('exit', restore)
    stdin.off('keypress', onKeypress).setRawMode(false).pause()
  }
  emitKeypressEvents(stdin)
  stdin.setRawMode(true).on('keypress', onKeypress).resume()
  process.on('exit', restore)
  return restore
}

/**
 * Lists the keys of `pnpm lab <name> watch`, each with the name of its action and a sentence about it.
 *
 * @param {import('@hotpath-labs/lab/load.js').Lab['manifest']} [manifest] without one, all keys
 */
export const listWatchKeys = (manifest) => [
  ['b', 'measure', 'measures your file and the programs slow, fast and limit, as pnpm lab <name> mine does'],
  ['h', 'hint', 'gives one more hint'],
  ['d', `difference to ${manifest ? describeStartingFile(manifest) : 'slow'}`, 'shows what you have changed'],
  ['s', 'solution', 'shows what fast does, and why'],
  ...manifest?.exercise ? [] : [['p', 'profile', 'shows where your file spends its time, as a flame graph']],
  ['?', 'keys', 'explains these keys'],
  ['q', 'quit', 'ends watch, as Ctrl-C does; your files are kept'],
]

/** Number of lines that `watch` shows of what the attendee's file printed. */
const PRINTED_LINES = 8

/** Control characters that clear the line and show the cursor, for use after another process has written to the terminal. */
const FRESH_LINE = '\r\u001b[K\u001b[?25h'

/** Output of `pnpm lab <name> watch` on the terminal, with a line of keys below the text. */
export class WatchView {
  hasKeys = Boolean(process.stdin.isTTY && process.stdout.isTTY)
  #areKeysLast = false

  /** @param {import('@hotpath-labs/lab/load.js').Lab} lab */
  constructor (lab) {
    this.lab = lab
  }

  /** Writes a sentence, and wraps the sentence to the terminal's width if there is a terminal. @param {string} text */
  say (text) {
    this.write(this.hasKeys ? wrapText(text, '', findTerminalOptions().width) : text)
  }

  /** @param {string} text in lines that fit the terminal */
  write (text) {
    this.begin()
    printLine(text)
  }

  /** Moves the cursor to an empty line, so that this process or a child process can write there. */
  begin () {
    if (this.hasKeys) process.stdout.write(this.#areKeysLast ? '\n' : FRESH_LINE)
    this.#areKeysLast = false
  }

  /** Shows on the last line what is being done, until the next text. @param {string} text */
  showWork (text) {
    if (!this.hasKeys) return
    this.begin()
    process.stdout.write(makeTextPainter().dim(text))
  }

  showKeys () {
    if (!this.hasKeys) return
    const paint = makeTextPainter()
    const keys = listWatchKeys(this.lab.manifest).map(([key, does]) => `${paint.bold(key)}${NO_BREAK_SPACE}${paint.dim(does.replaceAll(' ', NO_BREAK_SPACE))}`).join('  ')
    this.write(`${this.#areKeysLast ? '' : '\n'}${wrapWithHangingIndent(keys, findTerminalOptions().width)}`)
    this.#areKeysLast = true
  }

  /** Shows the first lines that the attendee's file printed during a check. @param {{ lines: number, text: string }} printed */
  showPrinted ({ lines, text }) {
    if (!text) return
    const paint = makeTextPainter()
    const { width } = findTerminalOptions()
    const all = stripVTControlCharacters(text).trimEnd().split('\n')
    const shown = all.slice(0, PRINTED_LINES).map((line) => `  ${paint.dim('│')} ${cutToWidth(line, width - 4)}`)
    const rest = Math.max(lines, all.length) - shown.length
    this.write([`Your file printed${rest > 0 ? ` ${groupDigits(shown.length + rest)} lines, which begin` : ''}:`, ...shown].join('\n'))
  }

  explainKeys () {
    const paint = makeTextPainter()
    const { width } = findTerminalOptions()
    this.write(listWatchKeys(this.lab.manifest).map(([key, , sentence]) => wrapWithHangingIndent(`${paint.bold(key)} ${sentence}`, width)).join('\n'))
  }

  /**
   * Prints a late failure: the attendee's file failed after a check had found its answers right.
   *
   * @param {NonNullable<import('@hotpath-labs/lab/report/result-schema.js').Result['failure']>} failure
   */
  reportLateFailure (failure) {
    this.write(String(formatAttemptError({ failure, oracle: null }, this.lab)))
    this.showKeys()
  }
}

/** @param {string} line @param {number} width in columns @returns {string} */
function cutToWidth (line, width) {
  return line.length > width ? `${line.slice(0, width - 1)}…` : line
}
