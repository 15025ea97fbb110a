import { createRequire } from 'node:module'
import stringWidth from 'fast-string-width'
import { wrapAnsi } from 'fast-wrap-ansi'

const require = createRequire(import.meta.url)

/** Default width of a text in columns, for a terminal of unknown width. */
export const DEFAULT_TEXT_WIDTH = 80

/** Largest width of a text in columns, because longer lines are tiring to read. */
const WIDEST = 120

/** Blanks between two columns. */
export const TABLE_COLUMN_GAP = '  '

/** Minimum width of a shortened table cell, in columns. */
const SHORTEST_CELL = 6

/** Non-breaking space: text is never wrapped at this character. */
export const NO_BREAK_SPACE = '\u00a0'

/** @param {{ isTTY?: boolean, columns?: number }} stream @returns {number} the width of a report on it, in columns */
export function findReportWidth ({ isTTY, columns }) {
  // A terminal of unknown width reports 0 columns, so use the default width for 0.
  return isTTY && columns ? Math.min(columns, WIDEST) : DEFAULT_TEXT_WIDTH
}

/**
 * Wraps a text into lines of a given width.
 *
 * @param {string} text with colours or without
 * @param {string} [indent]
 * @param {number} [width]
 * @returns {string}
 */
export function wrapText (text, indent = '', width = DEFAULT_TEXT_WIDTH) {
  // a percentage is one word
  const lines = wrapAnsi(text.replace(/(\d) %/g, `$1${NO_BREAK_SPACE}%`), width - indent.length, { hard: true }).split('\n')
  return lines.map((line) => indent + line).join('\n').replaceAll(NO_BREAK_SPACE, ' ')
}

/** Wraps a text and indents all lines after the first. @param {string} text @param {number} width @returns {string} */
export function wrapWithHangingIndent (text, width) {
  return wrapText(text, '  ', width).slice(2)
}

/** Breaks a long line of code at a given width, and keeps all blanks. @param {string} code @param {number} width @returns {string[]} */
export function wrapCodeLine (code, width) {
  return wrapAnsi(code, width, { hard: true, trim: false }).split('\n')
}

/** @typedef {string | { content: string, hAlign: 'right' }} Cell */

/**
 * Formats rows of cells as a text with aligned columns.
 *
 * @param {Cell[][]} rows with colours or without
 * @param {number} [width] of the table, in columns of the terminal
 * @param {number[]} [shortened] indexes of columns to shorten, in this order, if the table is too wide
 * @returns {string} without lines between them
 */
export function formatColumns (rows, width = Infinity, shortened = []) {
  if (rows.length === 0) return ''
  const colWidths = rows[0].map((_, column) => Math.max(...rows.map((row) => stringWidth(readCell(row[column])))))
  let over = colWidths.reduce((sum, one) => sum + one + TABLE_COLUMN_GAP.length, -TABLE_COLUMN_GAP.length) - width
  for (const column of shortened) {
    const less = Math.max(0, Math.min(over, colWidths[column] - SHORTEST_CELL))
    colWidths[column] -= less
    over -= less
  }
  const none = Object.fromEntries(['top', 'top-mid', 'top-left', 'top-right', 'bottom', 'bottom-mid', 'bottom-left', 'bottom-right', 'left', 'left-mid', 'mid', 'mid-mid', 'right', 'right-mid'].map((place) => [place, '']))
  // loaded here, because most commands print no table
  const Table = /** @type {typeof import('cli-table3')} */ (require('cli-table3'))
  const table = new Table({ chars: { ...none, middle: TABLE_COLUMN_GAP }, colWidths, style: { 'padding-left': 0, 'padding-right': 0, head: [], border: [] } })
  table.push(...rows)
  // Remove blanks at the ends of lines, which pad the last column.
  return table.toString().split('\n').map((line) => line.trimEnd()).join('\n')
}

/** @param {Cell} cell */
function readCell (cell) {
  return typeof cell === 'string' ? cell : cell.content
}
