import { emitKeypressEvents } from 'node:readline'
import { stripVTControlCharacters } from 'node:util'
import { describeStartingFile } from '@hotpath-labs/lab/exercise.js'
import { groupDigits } from '@hotpath-labs/terminal/numbers.js'
import { NO_BREAK_SPACE, wrapWithHangingIndent, wrapText } from '@hotpath-labs/terminal/lines.js'
import { findTerminalOptions, makeTextPainter, printLine } from '@hotpath-labs/terminal/terminal.js'
import { formatAttemptError } from '@hotpath-labs/command-line/attempt-file.js'

/**
 * @import { Lab } from '@hotpath-labs/lab/load.js'
 * @import { Result } from '@hotpath-labs/lab/report/result-schema.js'
 */

/** Names of keys without a character of their own. @type {Record<string, string>} */
const NAMED_KEYS = { return: 'enter', enter: 'enter', escape: 'escape', backspace: 'backspace' }

/** Time in ms after Ctrl-Z until keys are read again: a process that was stopped reaches the end of it only after `fg`. */
const RESUMES_AFTER_MS = 100

/**
 * Calls `onKey` for each key pressed in the terminal, until this process ends or the returned function is called.
 *
 * @param {(key: string) => void} onKey a character, or `ctrl-c`, `enter`, `escape`, `backspace`; `resumed` after Ctrl-Z and `fg`
 * @param {NodeJS.ReadStream} [stdin]
 * @param {() => void} [suspend] stops this process and those that it was started by
 * @returns {() => void} stops reading, and restores the terminal
 */
export function readPressedKeys (onKey, stdin = process.stdin, suspend = () => process.kill(0, 'SIGTSTP')) {
  /** @type {NodeJS.Timeout | undefined} */
  let timer
  const begin = () => {
    stdin.setRawMode(true).on('keypress', onKeypress).resume()
    process.on('exit', restore)
  }
  const restore = () => {
    clearTimeout(timer)
    process.off('exit', restore)
    stdin.off('keypress', onKeypress).setRawMode(false).pause()
  }
  const onKeypress = (/** @type {string | undefined} */ character, /** @type {{ name?: string, ctrl?: boolean }} */ { name = '', ctrl }) => {
    if (ctrl && name === 'z' && process.platform !== 'win32') {
      // a terminal in raw mode sends no signal
      restore()
      suspend()
      timer = setTimeout(() => {
        begin()
        onKey('resumed')
      }, RESUMES_AFTER_MS)
      return
    }
    if (ctrl) return name === 'c' || name === 'd' ? onKey('ctrl-c') : undefined
    const key = NAMED_KEYS[name] ?? character?.toLowerCase()
    if (key) onKey(key)
  }
  emitKeypressEvents(stdin)
  begin()
  return restore
}

/**
 * Lists the keys of a session, each with the name of its action and a sentence about it.
 *
 * @param {{ manifest?: Lab['manifest'], isLoop?: boolean }} [session] without a manifest, the keys of any lab
 */
export function listSessionKeys ({ manifest, isLoop } = {}) {
  const { exercise, kind } = manifest ?? {}
  const start = manifest ? describeStartingFile(manifest) : 'slow'
  return [
    ['m', 'measure', exercise ? 'judges your file; Esc stops it' : 'measures your file and judges it; while nothing has changed, it measures the programs of the lab; Esc stops it'],
    ['h', 'hint', 'gives one more hint'],
    ['d', 'diff', `shows what you have changed since the copy of ${start}`],
    ...exercise ? [] : [['p', 'profile', `shows ${kind === 'heap' ? 'what your file keeps in memory' : 'where your file spends its time'}, beside slow`]],
    ['s', 'solution', 'shows what passes, and why'],
    ...isLoop ? [['n', 'next', 'opens the next lab'], ['l', 'labs', 'lists the labs, to open one of them']] : [],
    ['?', 'keys', 'explains these keys'],
    ['q', 'quit', 'leaves, as Ctrl-C does; your files are kept'],
  ]
}

/** Number of lines that `watch` shows of what the attendee's file printed. */
const PRINTED_LINES = 8

/** Control characters that clear the line and show the cursor, for use after another process has written to the terminal. */
const FRESH_LINE = '\r\u001b[K\u001b[?25h'

/** Control characters that move the cursor to the line above. */
const LINE_ABOVE = '\u001b[A'

/** Output of a session on the terminal, with a line of keys below the text. */
export class WatchView {
  hasKeys = Boolean(process.stdin.isTTY && process.stdout.isTTY)
  /** true if the terminal can go back to a line */
  #canMove = process.env.TERM !== 'dumb'
  /** @type {'keys' | 'work' | 'prompt' | 'text'} */
  #last = 'text'
  #isLoop
  /** @type {NodeJS.Timeout | undefined} counts the seconds of the work that is shown */
  #timer

  /** @param {{ isLoop?: boolean }} [options] */
  constructor ({ isLoop = false } = {}) {
    this.#isLoop = isLoop
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
    const last = this.#last
    this.#last = 'text'
    clearInterval(this.#timer)
    if (!this.hasKeys) return
    if (last === 'keys' || last === 'prompt') process.stdout.write('\n')
    else if (this.#canMove) process.stdout.write(last === 'work' ? `${LINE_ABOVE}${FRESH_LINE}` : FRESH_LINE)
  }

  /** Shows on a line what is being done, and for how many seconds, until the next text. @param {string} text */
  showWork (text) {
    if (!this.hasKeys) return
    if (!this.#canMove) return this.write(text)
    this.begin()
    // a line of its own, because editors read the lines of a task
    const draw = (/** @type {string} */ line) =>
      process.stdout.write(`${makeTextPainter().dim(cutToWidth(line, findTerminalOptions().width - 1))}\n`)
    draw(text)
    this.#last = 'work'
    let seconds = 0
    this.#timer = setInterval(() => {
      process.stdout.write(`${LINE_ABOVE}${FRESH_LINE}`)
      draw(`${text} ${++seconds} s`)
    }, 1000).unref()
  }

  /** Asks for what the user types, on the last line. @param {string} question @param {string} typed so far */
  ask (question, typed) {
    if (this.#last !== 'prompt') this.begin()
    process.stdout.write(`${this.#canMove ? FRESH_LINE : '\r'}${question}${typed}${this.#canMove ? '' : ' \b'}`)
    this.#last = 'prompt'
  }

  /** @param {Lab} lab */
  showKeys (lab) {
    if (!this.hasKeys) return
    const paint = makeTextPainter()
    const keys = this.#listKeys(lab).map(([key, does]) => `${paint.bold(key)}${NO_BREAK_SPACE}${paint.dim(does)}`).join('  ')
    this.write(`${this.#last === 'keys' ? '' : '\n'}${wrapText(keys, '', findTerminalOptions().width)}`)
    this.#last = 'keys'
  }

  /** @param {Lab} lab */
  #listKeys ({ manifest }) {
    return listSessionKeys({ manifest, isLoop: this.#isLoop })
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

  /** @param {Lab} lab */
  explainKeys (lab) {
    const paint = makeTextPainter()
    const { width } = findTerminalOptions()
    this.write(this.#listKeys(lab).map(([key, , sentence]) => wrapWithHangingIndent(`${paint.bold(key)} ${sentence}`, width)).join('\n'))
  }

  /**
   * Prints a late failure: the attendee's file failed after a check had found its answers right.
   *
   * @param {Lab} lab
   * @param {NonNullable<Result['failure']>} failure
   */
  reportLateFailure (lab, failure) {
    this.write(String(formatAttemptError({ failure, oracle: null }, lab)))
  }
}

/** @param {string} line @param {number} width in columns @returns {string} */
function cutToWidth (line, width) {
  return line.length > width ? `${line.slice(0, width - 1)}…` : line
}
