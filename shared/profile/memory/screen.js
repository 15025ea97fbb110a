const ESC = '\u001b['

/** A picture that is drawn again and again in the same place of a terminal, and leaves it as it was. */
export class Screen {
  /** @param {(key: string) => void} onKey Ctrl-C comes as `\u0003` */
  constructor (onKey) {
    this.restore = this.restore.bind(this)
    this.onData = (/** @type {Buffer} */ data) => onKey(data.toString())
    this.isOpen = true
    // the second screen that terminals have: what was there before comes back
    process.stdout.write(`${ESC}?1049h${ESC}?25l`)
    if (process.stdin.isTTY) process.stdin.setRawMode(true).on('data', this.onData)
    process.on('exit', this.restore)
  }

  /** @param {string} text of no more lines than the terminal has */
  draw (text) {
    process.stdout.write(`${ESC}H${text.split('\n').map((line) => `${line}${ESC}K`).join('\r\n')}${ESC}J`)
  }

  restore () {
    if (!this.isOpen) return
    this.isOpen = false
    process.off('exit', this.restore)
    if (process.stdin.isTTY) process.stdin.setRawMode(false).off('data', this.onData).pause()
    process.stdout.write(`${ESC}?25h${ESC}?1049l`)
  }
}
