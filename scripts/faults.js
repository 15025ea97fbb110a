import colors from 'picocolors'
import stringWidth from 'string-width'
import { blamed } from '@hotpath-labs/workshop'
import { mineOf, shown } from '@hotpath-labs/project'
import { wrapped } from 'hotpath/report'
import { looks } from './looks.js'

/**
 * @param {Pick<import('hotpath/measure').Result, 'failure' | 'oracle'>} result
 * @param {import('hotpath/lab').Lab} lab
 * @returns {string | undefined} what is wrong with the attendee's file, and where: one line where there is room, because a path is not to be broken
 */
export function faultOf ({ failure, oracle }, lab) {
  const mine = mineOf(lab)
  if (failure?.variant === 'mine') {
    const { file, line, what } = blamed(failure, mine)
    return fault(`${shown(file)}${line ? `:${line}` : ''}`, what)
  }
  if (oracle?.verdict === 'different') return fault(`${shown(mine.file)}  wrong answer`, String(oracle.difference))
}

/** @param {string} where @param {string} what */
function fault (where, what) {
  const { color, width } = looks()
  const paint = colors.createColors(color)
  const line = `${paint.red('✘')} ${paint.bold(where)}  ${what}`
  return stringWidth(line) <= width ? line : `${paint.red('✘')} ${paint.bold(where)}\n${wrapped(what, '  ', width)}`
}
