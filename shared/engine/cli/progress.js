import { formatWaitingForLock } from '../process/lock.js'
import { DEFAULT_TEXT_WIDTH } from '../text/lines.js'
import { printNotice } from './terminal.js'

/** Width, in columns, of the spinner and of the blank after the spinner. */
const SPINNER = 2

/** Interval in ms at which a wait is shown again: on a terminal that cannot go back, each time takes a line. */
const WAIT_SHOWN_EVERY_MS = process.env.TERM === 'dumb' ? 30_000 : 1000

/** Spinner on stderr, with a text about the running work. Silent if stderr is no terminal, so that logs and pipes stay clean. */
export class TerminalProgress {
  /** @type {import('yocto-spinner').Spinner | undefined} */
  #spinner
  #isStopped = false
  #text = ''
  #shownColumns = 0
  /** @type {NodeJS.Timeout | undefined} counts the seconds of a wait */
  #timer
  #prefix

  /** @param {string} [prefix] such as 2/7 */
  constructor (prefix = '') {
    this.#prefix = prefix
    if (process.stderr.isTTY) this.#start()
  }

  /** Shows an important text: beside the spinner, or as a line if stderr is no terminal. @param {string} text */
  say (text) {
    // the spinner may still be starting
    if (process.stderr.isTTY) this.show(text)
    else printNotice(text)
  }

  /** @param {string} other measurement that has to end first */
  waiting (other) {
    const began = performance.now()
    const text = formatWaitingForLock(other)
    this.say(text)
    this.#timer = setInterval(() => this.#setText(`${text}, for ${Math.round((performance.now() - began) / 1000)} s`), WAIT_SHOWN_EVERY_MS).unref()
  }

  /** Shows a text beside the spinner until the next text. Does nothing if stderr is no terminal. @param {string} text */
  show (text) {
    clearInterval(this.#timer)
    this.#setText(text)
  }

  /** @param {string} text */
  #setText (text) {
    this.#text = `${this.#prefix}${text}`
    if (this.#spinner) this.#spinner.text = this.#cutToOneLine()
  }

  stop () {
    clearInterval(this.#timer)
    this.#isStopped = true
    this.#spinner?.stop()
    this.#spinner = undefined
    process.stderr.off('resize', this.#redraw)
    process.off('exit', this.#stopAtExit)
  }

  async #start () {
    // loads the spinner's package while the first processes start, so that loading takes no extra time
    const { default: yoctoSpinner } = await import('yocto-spinner')
    if (this.#isStopped) return
    this.#spinner = yoctoSpinner({ stream: process.stderr, text: this.#cutToOneLine() }).start()
    process.stderr.on('resize', this.#redraw)
    process.on('exit', this.#stopAtExit)
  }

  /** Stops the spinner at exit, because after Ctrl-C the terminal's cursor would stay hidden. */
  #stopAtExit = () => this.stop()

  /** Clears all lines of the text after the terminal became narrower, because the spinner itself clears only the last line. */
  #redraw = () => {
    const rows = Math.ceil((SPINNER + this.#shownColumns) / process.stderr.columns)
    this.#spinner?.stop()
    process.stderr.moveCursor(0, 1 - rows)
    process.stderr.clearScreenDown()
    this.#spinner?.start(this.#cutToOneLine())
  }

  #cutToOneLine () {
    const text = this.#text.slice(0, (process.stderr.columns || DEFAULT_TEXT_WIDTH) - SPINNER - 1)
    this.#shownColumns = text.length
    return text
  }
}
