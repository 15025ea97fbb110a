import colors from 'picocolors'
import stringWidth from 'string-width'
import { blamed } from '../shared/mine/blame.js'
import { mineOf, shown } from '../shared/mine/place.js'
import { wrapped } from '../shared/report/lines.js'
import { looks } from './looks.js'

/**
 * @param {Pick<import('../shared/measure/run.js').Result, 'failure' | 'oracle'>} result
 * @param {import('../shared/lab/find.js').Lab} lab
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
