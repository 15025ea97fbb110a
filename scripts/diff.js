import colors from 'picocolors'
import { folded } from 'hotpath/report'
import { looks } from './looks.js'

/** @param {string} diff unified @returns {string} in colours, and in lines that fit */
export function painted (diff) {
  const { color, width } = looks()
  const paint = colors.createColors(color)
  /** @type {[string, (text: string) => string][]} */
  const painters = [['---', paint.bold], ['+++', paint.bold], ['@@', paint.cyan], ['-', paint.red], ['+', paint.green]]
  return diff.split('\n').flatMap((line) => {
    const painter = painters.find(([start]) => line.startsWith(start))?.[1] ?? String
    // each part of a long line keeps its mark
    return folded(line.slice(1), width - 1).map((part) => painter(line.slice(0, 1) + part))
  }).join('\n')
}
