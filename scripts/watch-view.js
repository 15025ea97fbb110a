import colors from 'picocolors'
import { UNBROKEN, hanging, wrapped } from '../shared/report/lines.js'
import { faultOf } from './faults.js'
import { looks } from './looks.js'

/** What each key does. */
export const KEYS = [['b', 'measure'], ['h', 'hint'], ['d', 'difference to slow'], ['s', 'solution'], ['p', 'profile'], ['?', 'keys'], ['q', 'quit']]

/** Takes the cursor to the start of an empty line, from wherever another process has left it, and shows it. */
const FRESH_LINE = '\r\u001b[K\u001b[?25h'

/** What goes to the terminal, line by line. */
export class View {
  hasKeys = Boolean(process.stdin.isTTY && process.stdout.isTTY)
  #endsInKeys = false

  /** @param {import('../shared/lab/find.js').Lab} lab */
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

  /** @param {NonNullable<import('../shared/measure/run.js').Result['failure']>} failure after the answers were right */
  late (failure) {
    this.write(String(faultOf({ failure, oracle: null }, this.lab)))
    this.keys()
  }
}
