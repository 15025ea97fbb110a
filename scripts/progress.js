import { waitingFor } from 'hotpath/measure'
import { counting, roundedRatio, WIDTH } from 'hotpath/report'

/** Columns of what turns, with the blank after it. */
const SPINNER = 2

/** Shows on stderr what is going on; silent if that is not a terminal, so that logs and pipes stay clean. */
export class Progress {
  /** @param {string} [prefix] such as 2/7 */
  constructor (prefix = '') {
    this.prefix = prefix
    /** @type {import('yocto-spinner').Spinner | undefined} */
    this.spinner = undefined
    this.stopped = false
    this.text = ''
    this.shown = 0
    this.resized = () => this.#redraw()
    // the spinner hides the cursor, and Ctrl-C ends this process before the spinner hears of it
    this.exited = () => this.stop()
    if (process.stderr.isTTY) this.#spin()
  }

  /** @param {string} text worth a line of its own, also in a log */
  say (text) {
    if (this.spinner) this.show(text)
    else process.stderr.write(text + '\n')
  }

  /** @param {string} other measurement that has to end first */
  waiting (other) {
    this.say(waitingFor(other))
  }

  /** @param {string} lab @param {import('hotpath/measure').Progress} event */
  measuring (lab, { stage, pairs, claims }) {
    const seen = claims.map(({ id, ratio, interval, verdict }) => `${id} ${roundedRatio(ratio, interval)}×${verdict === 'undecided' ? '?' : ''}`).join('  ')
    this.show(stage === 'comparing' ? `${lab}: comparing answers` : pairs === 0 ? `${lab}: first pair` : `${lab}: ${counting(pairs, 'pair')}  ${seen}`)
  }

  stop () {
    this.stopped = true
    this.spinner?.stop()
    this.spinner = undefined
    process.stderr.off('resize', this.resized)
    process.off('exit', this.exited)
  }

  async #spin () {
    // loaded while the first processes start, so that it costs nothing
    const { default: yoctoSpinner } = await import('yocto-spinner')
    if (this.stopped) return
    this.spinner = yoctoSpinner({ stream: process.stderr, text: this.#fitting() }).start()
    process.stderr.on('resize', this.resized)
    process.on('exit', this.exited)
  }

  /** The terminal has broken the line that was there into as many as it takes now, and the spinner knows only of the last of them. */
  #redraw () {
    const rows = Math.ceil((SPINNER + this.shown) / process.stderr.columns)
    this.spinner?.stop()
    process.stderr.moveCursor(0, 1 - rows)
    process.stderr.clearScreenDown()
    this.spinner?.start(this.#fitting())
  }

  /** @returns {string} as much of the text as one line takes */
  #fitting () {
    const text = this.text.slice(0, (process.stderr.columns || WIDTH) - SPINNER - 1)
    this.shown = text.length
    return text
  }

  /** @param {string} text worth a glance */
  show (text) {
    this.text = `${this.prefix}${text}`
    if (this.spinner) this.spinner.text = this.#fitting()
  }
}
