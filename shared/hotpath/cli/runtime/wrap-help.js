import stringWidth from 'string-width'
import { DEFAULT_TEXT_WIDTH, wrapText } from '../../report/lines.js'

/** Smallest width, in columns, of a description beside an option's name. A narrower description goes below the name. */
const LEAST_COLUMNS = 24

/** Indent of a description that is below its option's name. */
const BELOW = '    '

/** Pattern of an entry in a --help list: a name, two blanks, a description. */
const ENTRY = /^( *)(\S.*?\S {2,})(\S.*)$/

/**
 * Wraps the lines of a --help text that are longer than the terminal is wide.
 *
 * @param {string} text
 * @param {number} [width]
 */
export function wrapHelp (text, width = DEFAULT_TEXT_WIDTH) {
  const isLong = (/** @type {string} */ line) => stringWidth(line) > width
  // joins the lines of a paragraph before wrapping; wraps each indented line separately, because it is an entry of a list or an example
  return text
    .replace(/^\S.*(\n\S.*)*$/gm, (paragraph) => paragraph.split('\n').some(isLong) ? wrapText(paragraph.replaceAll('\n', ' '), '', width) : paragraph)
    .replace(/^ .*$/gm, (line) => isLong(line) ? wrapIndented(line, width) : line)
}

/** @param {string} line @param {number} width */
function wrapIndented (line, width) {
  const [, indent, name, description] = line.match(ENTRY) ?? []
  if (!description) return wrapText(line.trim(), String(line.match(/^ */)), width)
  const column = stringWidth(indent + name)
  if (width - column < LEAST_COLUMNS) return `${indent}${name.trimEnd()}\n${wrapText(description, indent + BELOW, width)}`
  return `${indent}${name}${wrapText(description, ' '.repeat(column), width).trimStart()}`
}
