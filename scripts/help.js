import stringWidth from 'string-width'
import { WIDTH, wrapped } from 'hotpath/report'

/** What stands beside an example needs this much room, or it goes below it. */
const LEAST_BESIDE = 24

/** From the line that what is below it belongs to. */
const BELOW = '    '

/** An entry of a list: what it is called, and beside it what it does. */
const ENTRY = /^( *)(\S.*?\S {2,})(\S.*)$/

/**
 * @param {string} text of --help, as its author broke the lines
 * @param {number} [width]
 * @returns {string} the same, in which no line is longer
 */
export function fitted (text, width = WIDTH) {
  const isLong = (/** @type {string} */ line) => stringWidth(line) > width
  // a paragraph with a line that is too long is wrapped as a whole, and what is indented line by line
  return text.replace(/^\S.*(\n\S.*)*$/gm, (paragraph) => paragraph.split('\n').some(isLong) ? wrapped(paragraph.replaceAll('\n', ' '), '', width) : paragraph)
    .replace(/^ .*$/gm, (line) => isLong(line) ? fittedLine(line, width) : line)
}

/** @param {string} line @param {number} width */
function fittedLine (line, width) {
  const [, indent, name, does] = line.match(ENTRY) ?? []
  if (!does) return wrapped(line.trim(), String(line.match(/^ */)), width)
  const beside = stringWidth(indent + name)
  if (width - beside < LEAST_BESIDE) return `${indent}${name.trimEnd()}\n${wrapped(does, indent + BELOW, width)}`
  return `${indent}${name}${wrapped(does, ' '.repeat(beside), width).trimStart()}`
}
