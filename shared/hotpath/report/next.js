import colors from 'picocolors'
import stringWidth from 'string-width'

const INDENT = ' '.repeat('next  '.length)

/**
 * Formats the commands that a user may type next, for the end of a report.
 *
 * @param {[string, string][]} commands each with its purpose
 * @param {{ color: boolean, width: number }} options `width` in columns
 * @returns {string} a line for each command, or two if one is too wide
 */
export function formatNextSteps (commands, { color, width }) {
  const longest = Math.max(...commands.map(([command]) => stringWidth(command)))
  const besides = commands.map(([command, does]) => `${command.padEnd(longest)}   ${does}`)
  const fits = besides.every((line) => stringWidth(INDENT + line) <= width)
  const lines = fits ? besides : commands.map(([command, does]) => `${command}\n${INDENT}  ${does}`)
  return `${colors.createColors(color).dim('next  ')}${lines.join(`\n${INDENT}`)}`
}
