import Table from 'cli-table3'
import stringWidth from 'string-width'
import wrapAnsi from 'wrap-ansi'

/** The width of a text if the terminal's is not known. */
export const WIDTH = 80

/** A longer line is tiring to read. */
const WIDEST = 120

/** Between two columns. */
export const GAP = '  '

/** Of a cell that is shortened: less says nothing. */
const SHORTEST_CELL = 6

/** Stands for a blank at which no line may end. */
export const UNBROKEN = '\u00a0'

/** @param {{ isTTY?: boolean, columns?: number }} stream @returns {number} columns that a report on it may take */
export function widthOf ({ isTTY, columns }) {
  // a terminal that does not know its size says 0
  return isTTY && columns ? Math.min(columns, WIDEST) : WIDTH
}

/**
 * @param {string} text painted or not
 * @param {string} [indent]
 * @param {number} [width]
 * @returns {string} in lines of at most so many columns
 */
export function wrapped (text, indent = '', width = WIDTH) {
  const lines = wrapAnsi(text, width - indent.length, { hard: true }).split('\n')
  return lines.map((line) => indent + line).join('\n').replaceAll(UNBROKEN, ' ')
}

/** @param {string} text @param {number} width @returns {string} in lines of which all but the first are indented */
export function hanging (text, width) {
  return wrapped(text, '  ', width).slice(2)
}

/** @param {string} code one line @param {number} width @returns {string[]} its parts, in which no blank is lost */
export function folded (code, width) {
  return wrapAnsi(code, width, { hard: true, trim: false }).split('\n')
}

/** @typedef {string | { content: string, hAlign: 'right' }} Cell */

/**
 * @param {Cell[][]} rows painted or not
 * @param {number} [width] as wide as it is
 * @param {number[]} [shortened] columns that give way where the whole is wider, in this order
 * @returns {string} columns and nothing else
 */
export function columns (rows, width = Infinity, shortened = []) {
  if (rows.length === 0) return ''
  const colWidths = rows[0].map((_, column) => Math.max(...rows.map((row) => stringWidth(readCell(row[column])))))
  let over = colWidths.reduce((sum, one) => sum + one + GAP.length, -GAP.length) - width
  for (const column of shortened) {
    const less = Math.max(0, Math.min(over, colWidths[column] - SHORTEST_CELL))
    colWidths[column] -= less
    over -= less
  }
  const none = Object.fromEntries(['top', 'top-mid', 'top-left', 'top-right', 'bottom', 'bottom-mid', 'bottom-left', 'bottom-right', 'left', 'left-mid', 'mid', 'mid-mid', 'right', 'right-mid'].map((place) => [place, '']))
  const table = new Table({ chars: { ...none, middle: GAP }, colWidths, style: { 'padding-left': 0, 'padding-right': 0, head: [], border: [] } })
  table.push(...rows)
  // a last column needs no blanks that fill it
  return table.toString().split('\n').map((line) => line.trimEnd()).join('\n')
}

/** @param {Cell} cell */
function readCell (cell) {
  return typeof cell === 'string' ? cell : cell.content
}
