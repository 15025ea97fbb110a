/**
 * @typedef {[text: string, style: string]} Span `style`: words such as `bold green`, or empty
 * @typedef {{ ms: number, spans: Span[] }} RowText what a row shows from a moment on
 */

/** Names of text styles, by the ANSI code that turns the style on. @type {Record<number, string>} */
const STYLES = { 1: 'bold', 2: 'dim', 31: 'red', 32: 'green', 33: 'yellow', 34: 'blue', 35: 'magenta', 36: 'cyan' }

/**
 * Functions that say whether an ANSI code turns a style off, by code: 0 turns off all styles, 22 bold and dim, 39 colours.
 *
 * @type {Record<number, (style: string) => boolean>}
 */
const ENDS = { 0: () => true, 22: (style) => style === 'bold' || style === 'dim', 39: (style) => style !== 'bold' && style !== 'dim' }

/** Pattern that splits a terminal's output into control sequences and single characters. */
// eslint-disable-next-line no-control-regex
const PARTS = /\u001b\[([?\d;]*)([A-Za-z])|[^]/gu

/** Pattern of the characters that a turning spinner shows. The recording shows only the first, so the spinner stands still. */
const SPINNER = /^[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏]/

/** Shortest time on the screen, in ms, of a recorded text. A viewer cannot read a text that disappears sooner. */
const LEAST_MS = 250

/** Simulated terminal that stores the texts of each row with their times. Knows only the control sequences that `pnpm lab` writes. */
export class TerminalScreen {
  /** @type {RowText[][]} */
  #rows = []
  /** @type {Map<number, Span[]>} */
  #cells = new Map()
  #row = 0
  #column = 0
  /** @type {Set<string>} */
  #styles = new Set()

  /** @param {string} text as a program writes it @param {number} ms since the start */
  write (text, ms) {
    const changed = new Set([this.#row])
    for (const [part, values, command] of text.matchAll(PARTS)) {
      if (command) this.#obey(command, values)
      else if (part === '\n') this.#row++
      else if (part === '\r') this.#column = 0
      else this.#findCells()[this.#column++] = [part, [...this.#styles].join(' ')]
      changed.add(this.#row)
    }
    for (const row of changed) this.#keep(row, ms)
  }

  /** Number of terminal rows that have been written. */
  get rowCount () {
    return this.#rows.length
  }

  /** @returns {RowText[][]} each row's texts that could be read, in the order of time */
  listRows () {
    return Array.from(this.#rows, (versions = []) => {
      const seen = versions.filter(({ ms }, index) => index === versions.length - 1 || versions[index + 1].ms - ms >= LEAST_MS)
      return seen.filter((version, index) => index === 0 || readText(version) !== readText(seen[index - 1]))
    })
  }

  /** @param {string} command @param {string} values */
  #obey (command, values) {
    const value = Number(values) || 0
    if (command === 'G') this.#column = Math.max(0, value - 1)
    if (command === 'A') this.#row = Math.max(0, this.#row - Math.max(1, value))
    if (command === 'K') this.#findCells().splice(value === 2 ? 0 : this.#column)
    if (command !== 'm') return
    for (const code of values.split(';').map(Number)) {
      if (STYLES[code]) this.#styles.add(STYLES[code])
      for (const style of this.#styles) if (ENDS[code]?.(style)) this.#styles.delete(style)
    }
  }

  #findCells () {
    const cells = this.#cells.get(this.#row) ?? []
    this.#cells.set(this.#row, cells)
    return cells
  }

  /** @param {number} row @param {number} ms */
  #keep (row, ms) {
    const versions = this.#rows[row] ??= []
    const version = { ms, spans: joinSpans(Array.from(this.#cells.get(row) ?? [], (cell) => cell ?? [' ', ''])) }
    if (readText(version) !== readText(versions[versions.length - 1])) versions.push(version)
  }
}

/** @param {RowText | undefined} version */
const readText = (version) => version?.spans.map(([text]) => text).join('') ?? ''

/** @param {Span[]} cells @returns {Span[]} neighbours of one style together, without blanks at the end */
function joinSpans (cells) {
  /** @type {Span[]} */
  const spans = []
  for (const [text, style] of cells) {
    const last = spans[spans.length - 1]
    if (last?.[1] === style) last[0] += text
    else spans.push([text, style])
  }
  const last = spans[spans.length - 1]
  if (last) last[0] = last[0].trimEnd()
  if (spans[0]) spans[0][0] = spans[0][0].replace(SPINNER, '⠋')
  return last?.[0] === '' ? spans.slice(0, -1) : spans
}
