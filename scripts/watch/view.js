import colors from 'picocolors'
import { UNBROKEN, hanging, wrapped } from 'hotpath/report'
import { faultOf } from '../faults.js'
import { looks } from '../looks.js'

/** What each key does, in a word or two and in a sentence. */
export const KEYS = [
  ['b', 'measure', 'measures your file beside slow, fast and limit, as pnpm lab <name> mine does'],
  ['h', 'hint', 'gives one more hint'],
  ['d', 'difference to slow', 'shows your changes to slow'],
  ['s', 'solution', 'shows what fast does, and why'],
  ['p', 'profile', 'shows where your file spends its time, as a flame graph'],
  ['?', 'keys', 'explains these keys'],
  ['q', 'quit', 'ends watch, as Ctrl-C does; your files are kept'],
]

/** Takes the cursor to the start of an empty line, from wherever another process has left it, and shows it. */
const FRESH_LINE = '\r\u001b[K\u001b[?25h'

/** What goes to the terminal, line by line. */
export class View {
  hasKeys = Boolean(process.stdin.isTTY && process.stdout.isTTY)
  #endsInKeys = false

  /** @param {import('hotpath/lab').Lab} lab */
  constructor (lab) {
    this.lab = lab
  }

  /** @param {string} text one line, as it is where there is no terminal that would break it */
  say (text) {
    this.write(this.hasKeys ? wrapped(text, '', looks().width) : text)
  }

  /** @param {string} text in lines that fit */
  write (text) {
    this.begin()
    process.stdout.write(`${text}\n`)
  }

  /** Something is to be written, here or by another process. */
  begin () {
    if (this.hasKeys) process.stdout.write(this.#endsInKeys ? '\n' : FRESH_LINE)
    this.#endsInKeys = false
  }

  keys () {
    if (!this.hasKeys) return
    const { color, width } = looks()
    const paint = colors.createColors(color)
    const told = KEYS.map(([key, does]) => `${paint.bold(key)}${UNBROKEN}${paint.dim(does.replaceAll(' ', UNBROKEN))}`).join('  ')
    this.write(`${this.#endsInKeys ? '' : '\n'}${hanging(told, width)}`)
    this.#endsInKeys = true
  }

  explainKeys () {
    const { color, width } = looks()
    const paint = colors.createColors(color)
    this.write(KEYS.map(([key, , sentence]) => hanging(`${paint.bold(key)} ${sentence}`, width)).join('\n'))
  }

  /** @param {NonNullable<import('hotpath/measure').Result['failure']>} failure after the answers were right */
  late (failure) {
    this.write(String(faultOf({ failure, oracle: null }, this.lab)))
    this.keys()
  }
}
