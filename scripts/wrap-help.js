import stringWidth from 'string-width'
import { WIDTH, wrapText } from 'hotpath/report'

/** Smallest number of columns for a description beside an entry's name; with fewer columns it goes below the name. */
const LEAST_COLUMNS = 24

/** Indent of a description below its name. */
const BELOW = '    '

/** Pattern of an entry in a list: its name, two blanks, its description. */
const ENTRY = /^( *)(\S.*?\S {2,})(\S.*)$/

/**
 * Wraps lines of a --help text that are too long.
 *
 * @param {string} text
 * @param {number} [width]
 */
export function wrapHelp (text, width = WIDTH) {
  const isLong = (/** @type {string} */ line) => stringWidth(line) > width
  // a paragraph with a long line is wrapped as one text; indented lines are wrapped one by one
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
