import colors from 'picocolors'
import { UNBROKEN, hanging, wrapped } from '../../shared/report/lines.js'
import { faultOf } from '../faults.js'
import { looks } from '../looks.js'

/** What each key does, in a word or two and in a sentence. */
export const KEYS = [
  ['b', 'measure', 'measures your file beside slow, fast and the limit, as pnpm lab … mine does'],
  ['h', 'hint', 'gives one more hint'],
  ['d', 'difference to slow', 'shows what you have changed'],
  ['s', 'solution', 'shows what fast does, and why'],
  ['p', 'profile', 'shows where your file spends its time'],
  ['?', 'keys', 'explains the keys'],
  ['q', 'quit', 'ends the watch, as Ctrl-C does; your files stay as they are'],
]

/** Takes the cursor to the start of an empty line, from wherever another process has left it, and shows it. */
const FRESH_LINE = '\r\u001b[K\u001b[?25h'

/** What goes to the terminal, line by line. */
export class View {
  hasKeys = Boolean(process.stdin.isTTY && process.stdout.isTTY)
  #endsInKeys = false

  /** @param {import('../../shared/lab/find.js').Lab} lab */
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

  /** @param {NonNullable<import('../../shared/measure/run.js').Result['failure']>} failure after the answers were right */
  late (failure) {
    this.write(String(faultOf({ failure, oracle: null }, this.lab)))
    this.keys()
  }
}
