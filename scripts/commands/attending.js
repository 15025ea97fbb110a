import colors from 'picocolors'
import { wantsColor } from './lab.js'

/**
 * What to type next, as every report ends.
 *
 * @param {[string, string][]} commands each with what it does
 * @returns {string[]} lines
 */
export function nextLines (commands) {
  const paint = colors.createColors(wantsColor())
  const width = Math.max(...commands.map(([command]) => command.length))
  return commands.map(([command, does], index) => `${paint.dim(index ? '      ' : 'next  ')}${command.padEnd(width)}   ${does}`)
}
