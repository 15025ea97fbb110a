import colors from 'picocolors'
import stringWidth from 'string-width'

const INDENT = ' '.repeat('next  '.length)

/**
 * What to type next, as every report ends.
 *
 * @param {[string, string][]} commands each with what it does
 * @param {{ color: boolean, width: number }} looks `width` in columns
 * @returns {string} a line for each command, whole, or two where one is too wide
 */
export function nextLines (commands, { color, width }) {
  const longest = Math.max(...commands.map(([command]) => stringWidth(command)))
  const besides = commands.map(([command, does]) => `${command.padEnd(longest)}   ${does}`)
  const fits = besides.every((line) => stringWidth(INDENT + line) <= width)
  const lines = fits ? besides : commands.map(([command, does]) => `${command}\n${INDENT}  ${does}`)
  return `${colors.createColors(color).dim('next  ')}${lines.join(`\n${INDENT}`)}`
}
