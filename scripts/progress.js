import { times } from '../shared/report/words.js'

/** What goes on, on stderr; silent where that is no terminal, so that logs and pipes stay clean. */
export class Progress {
  /** @param {string} [prefix] such as 2/7 */
  constructor (prefix = '') {
    this.prefix = prefix
    /** @type {import('yocto-spinner').Spinner | undefined} */
    this.spinner = undefined
    this.stopped = false
    this.text = ''
    if (process.stderr.isTTY) this.#spin()
  }

  /** @param {string} text worth a line of its own, also in a log */
  say (text) {
    if (this.spinner) this.show(text)
    else process.stderr.write(text + '\n')
  }

  /** @param {string} lab @param {import('../shared/measure/run.js').Progress} event */
  measuring (lab, { stage, pairs, claims }) {
    const seen = claims.map(({ id, ratio, verdict }) => `${id} ${times(ratio)}${verdict === 'undecided' ? '?' : ''}`).join('  ')
    this.show(stage === 'comparing' ? `${lab}: comparing answers` : pairs === 0 ? `${lab}: first pair` : `${lab}: ${pairs} ${pairs === 1 ? 'pair' : 'pairs'}  ${seen}`)
  }

  stop () {
    this.stopped = true
    this.spinner?.stop()
    this.spinner = undefined
  }

  async #spin () {
    // loaded while the first processes start, so that it costs nothing
    const { default: yoctoSpinner } = await import('yocto-spinner')
    if (!this.stopped) this.spinner = yoctoSpinner({ stream: process.stderr, text: this.text }).start()
  }

  /** @param {string} text worth a glance */
  show (text) {
    this.text = `${this.prefix}${text}`.slice(0, (process.stderr.columns ?? 80) - 4)
    if (this.spinner) this.spinner.text = this.text
  }
}
