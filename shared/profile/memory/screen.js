const ESC = '\u001b['

/** Shows text on the terminal's alternate screen, and restores the normal screen at the end. */
export class AlternateScreen {
  #isOpen = true

  /** @param {(key: string) => void} onKey Ctrl-C arrives as `\u0003` */
  constructor (onKey) {
    this.restore = this.restore.bind(this)
    this.onData = (/** @type {Buffer} */ data) => onKey(data.toString())
    process.stdout.write(`${ESC}?1049h${ESC}?25l`)
    if (process.stdin.isTTY) process.stdin.setRawMode(true).on('data', this.onData)
    process.on('exit', this.restore)
  }

  /** @param {string} text of at most the terminal's number of lines */
  draw (text) {
    process.stdout.write(`${ESC}H${text.split('\n').map((line) => `${line}${ESC}K`).join('\r\n')}${ESC}J`)
  }

  restore () {
    if (!this.#isOpen) return
    this.#isOpen = false
    process.off('exit', this.restore)
    if (process.stdin.isTTY) process.stdin.setRawMode(false).off('data', this.onData).pause()
    process.stdout.write(`${ESC}?25h${ESC}?1049l`)
  }
}
