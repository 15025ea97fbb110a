import { wrapCodeLine } from 'hotpath/text'
import { findTerminalOptions, makeTextPainter } from 'hotpath/cli'

/** @param {string} diff unified @returns {string} in colours, and in lines that fit */
export function formatDiff (diff, { width } = findTerminalOptions(), paint = makeTextPainter()) {
  /** @type {[string, (text: string) => string][]} */
  const painters = [['---', paint.bold], ['+++', paint.bold], ['@@', paint.cyan], ['-', paint.red], ['+', paint.green]]
  return diff.split('\n').flatMap((line) => {
    const painter = painters.find(([start]) => line.startsWith(start))?.[1] ?? String
    // folds a long line of the diff, and repeats the line's + or - at the start of each part
    return wrapCodeLine(line.slice(1), width - 1).map((part) => painter(line.slice(0, 1) + part))
  }).join('\n')
}
