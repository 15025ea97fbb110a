import { createRequire } from 'node:module'
import path from 'node:path'
import stringWidth from 'fast-string-width'
import { wrapAnsi } from 'fast-wrap-ansi'
import { distance } from 'fastest-levenshtein'

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
  const lines = wrapAnsi(text, width - indent.length, { hard: true }).split('\n')
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

/**
 * @typedef {typeof path.posix | typeof path.win32} Paths node:path of a system: tests pass the one of another system
 */

/** Characters that need no quotes in a shell: sh, cmd.exe and PowerShell. */
const PLAIN = /^[\w\-.:/\\~@+=,]+$/

/**
 * Shortens a path for a user who works in a folder.
 *
 * @param {string} file absolute
 * @param {string} folder absolute
 * @param {Paths} [paths]
 * @returns {string} the path from the folder; absolute outside of it, also on another drive
 */
export function formatPathFrom (file, folder, paths = path) {
  const relative = paths.relative(folder, file)
  return relative.split(paths.sep)[0] === '..' || paths.isAbsolute(relative) ? file : relative
}

/** Quotes a word that the user types in a shell, if the word needs it. @param {string} word @returns {string} */
export function quoteArgument (word) {
  return PLAIN.test(word) ? word : `"${word}"`
}

/**
 * Makes the command that starts an editor through a shell, because $VISUAL may contain options, as in `code --wait`.
 *
 * @param {string} editor with its options
 * @param {string} file absolute
 * @param {NodeJS.Platform} [platform]
 * @returns {{ command: string, args: string[] }} on Windows the arguments are verbatim
 */
export function makeEditorCommand (editor, file, platform = process.platform) {
  if (platform !== 'win32') return { command: 'sh', args: ['-c', `${editor} "$1"`, 'sh', file] }
  return { command: 'cmd', args: ['/d', '/s', '/c', `"${editor} "${file}""`] }
}

/** @param {string} editor with its options, such as "C:\Program Files\vim\gvim.exe" -f @returns {string} the program's name: gvim */
export function findEditorName (editor) {
  const [, quoted, plain] = /** @type {RegExpMatchArray} */ (editor.match(/^\s*(?:"([^"]*)"|(\S*))/))
  return path.win32.basename(quoted ?? plain).replace(/\.(exe|cmd|bat|com)$/i, '')
}

/**
 * Finds the known word that is closest to a misspelled word.
 *
 * @param {string} word
 * @param {string[]} known
 * @returns {string | undefined} undefined if more than half of the longer word would have to change
 */
export function findNearestName (word, known) {
  const shareToChange = (/** @type {string} */ candidate) =>
    distance(word.toLowerCase(), candidate.toLowerCase()) / Math.max(word.length, candidate.length, 1)
  const ranked = known
    .map((candidate) => ({ candidate, far: shareToChange(candidate) }))
    .sort((a, b) => a.far - b.far)
  const start = known.find((candidate) => word.length > 1 && candidate.toLowerCase().startsWith(word.toLowerCase()))
  return start ?? (ranked[0]?.far <= 0.5 ? ranked[0].candidate : undefined)
}

/**
 * @typedef {object} JunitCase
 * @property {string} name
 * @property {string} [file] else the suite's name
 * @property {number} [seconds]
 * @property {'failure' | 'error' | 'skipped'} [outcome] undefined: passed. `error`: it cannot run
 * @property {string} [says] the result in a sentence, also of a case that passed
 * @property {Record<string, string>} [properties]
 *
 * @typedef {{ name: string, seconds: number, cases: JunitCase[] }} JunitSuite
 */

/** @param {JunitSuite[]} suites @returns {string} JUnit XML */
export function formatJunitDocument (suites) {
  const parts = suites.map(({ name, seconds, cases }) => {
    const count = (/** @type {JunitCase['outcome']} */ outcome) => cases.filter((one) => one.outcome === outcome).length
    const counts = `tests="${cases.length}" failures="${count('failure')}" errors="${count('error')}" skipped="${count('skipped')}"`
    return `  <testsuite name="${escapeXml(name)}" ${counts} time="${seconds}">\n${cases.map((one) => formatCase(one, name)).join('\n')}\n  </testsuite>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${parts.join('\n')}\n</testsuites>\n`
}

/** @param {JunitCase} one @param {string} suite @returns {string} */
function formatCase ({ name, file, seconds, outcome, says = '', properties = {} }, suite) {
  const known = Object.entries(properties).map(([name, value]) => `  <property name="${escapeXml(name)}" value="${escapeXml(value)}"/>`)
  const inside = [
    ...known.length ? ['<properties>', ...known, '</properties>'] : [],
    ...outcome ? [outcome === 'skipped' ? '<skipped/>' : `<${outcome} message="${escapeXml(says)}"/>`] : [],
    ...says ? [`<system-out>${escapeXml(says)}</system-out>`] : [],
  ]
  const time = seconds === undefined ? '' : ` time="${seconds}"`
  const start = `    <testcase classname="${escapeXml(file ?? suite)}" name="${escapeXml(name)}"${time}`
  return inside.length ? `${start}>\n${inside.map((line) => `      ${line}\n`).join('')}    </testcase>` : `${start}/>`
}

/** @param {string} text @returns {string} for an attribute or an element */
function escapeXml (text) {
  // eslint-disable-next-line no-control-regex -- XML 1.0 has no place for control characters, and a variant's stderr may hold some
  return text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '').replace(/[&<>"\n]/g, (char) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\n': '&#10;' })[char] ?? char)
}

/** Formats a Markdown table. @param {string[]} head @param {string[][]} rows */
export function formatMarkdownTable (head, rows) {
  return [head, head.map(() => '---'), ...rows].map(formatMarkdownRow).join('\n')
}

/** @param {string[]} cells @returns {string} a row of a table */
function formatMarkdownRow (cells) {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`
}

/** Characters that Markdown, or HTML inside of it, would read as markup. */
const MARKUP = /[\\`*_[\]|<>&~]/g

/** Beginning of what GitHub would turn into a mention of somebody, or into a link to an issue. */
const REFERENCE = /@(?=\w)|#(?=\d)/g

/** @param {string} text @returns {string} on one line, as Markdown that shows these characters */
export function escapeMarkdown (text) {
  const shown = text.replaceAll(/\s+/g, ' ').replaceAll(REFERENCE, '$&\u200b')
  // a space of no width ends a reference
  return shown.replaceAll(MARKUP, (character) => `&#${character.charCodeAt(0)};`).replaceAll('\u200b', '&#8203;')
}
