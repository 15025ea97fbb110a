import { VERDICT_SIGNS, formatPercent } from '@hotpath-labs/engine/text/numbers.js'
import { roundRatio } from '@hotpath-labs/engine/text/ratio.js'
import { createElement, makeBar, replaceChildrenIfChanged } from './element.js'
import { createKeyboardKeyElement, StageScreen } from './screen.js'

/**
 * @import { Entry } from '../board.js'
 * @import { PageState } from '../stage.js'
 * @import { Starts } from './screen.js'
 */

/** Screen with the leaderboard. Each ratio has an interval, because two files with overlapping intervals may be equally fast. */
export class LeaderboardScreen extends StageScreen {
  static title = 'the board'
  static notes = 'board'
  /** @type {Starts} */
  static starts = 'judge'

  /** @param {PageState} state */
  draw ({ board }) {
    const { isOpen, entries } = /** @type {NonNullable<PageState['board']>} */ (board)
    const waiting = entries.filter(({ phase }) => phase === 'waits').length
    // chooses the scale as if each interval ended at 1.5 times its file's ratio at most, so that a wide interval does not shorten all bars
    const most = Math.max(1, ...entries.flatMap(({ ratio, interval: [, high] }) => [ratio ?? 0, Math.min(high ?? 0, 1.5 * (ratio ?? 0))]))
    const table = createElement('table', { className: 'board' }, entries.map((entry) => row(entry, most)))
    table.style.setProperty('--rows', String(entries.length + 4))
    const files = entries.length === 0
      ? ['Drop files on this page, or put them into the folder of the leaderboard. The file ', createElement('b', { textContent: 'anna.js' }), ' counts for Anna.']
      : [`${entries.length} ${entries.length === 1 ? 'file' : 'files'}${waiting ? `, ${waiting} to be judged` : ''}. `]
    const does = isOpen ? 'New files are judged as soon as they arrive.' : waiting ? ' judges the files, one after the other' : ' judges again all files that have not passed'
    replaceChildrenIfChanged(this.root, [
      createElement('h2', { textContent: `How many times as fast as ${this.lab.variants.slow}` }),
      table,
      createElement('p', { className: 'large' }, entries.length === 0 ? files : [...files, ...(isOpen ? [does] : [createKeyboardKeyElement({ textContent: 'R' }), does])]),
    ])
  }
}

/** @param {Entry} entry @param {number} most ratio that fills the bar @returns {HTMLElement} */
function row ({ who, phase, problem, verdict, ratio, interval: [low, high], share, step }, most) {
  const unjudged = { waits: 'waits', judging: '… being judged', refused: '✘ refused' }
  const mark = phase === 'judged'
    ? `${VERDICT_SIGNS[/** @type {'holds'} */ (verdict)]} ${verdict}`
    : unjudged[/** @type {'waits'} */ (phase)]
  const place = (/** @type {number} */ value) => `${100 * Math.min(1, value / most)}%`
  const reach = createElement('div', { className: 'reach', hidden: low === null || high === null })
  reach.style.left = place(low ?? 0)
  reach.style.width = `calc(${place(high ?? 0)} - ${place(low ?? 0)})`
  const shown = problem
    ? [createElement('td', {
        className: 'told',
        colSpan: 3,
        textContent: [problem, step].filter(Boolean).join(' · '),
      })]
    : [
        createElement('td', { className: 'number', textContent: ratio === null ? '' : `${roundRatio(ratio, /** @type {[number, number]} */ ([low, high]))}×` }),
        createElement('td', { className: 'number quiet', textContent: step || (share === null ? '' : `${formatPercent(share)} of the solution`) }),
        createElement('td', { className: 'bars' }, ratio === null ? [] : [createElement('div', { className: 'costs' }, [makeBar('second', Math.min(1, ratio / most)), reach])]),
      ]
  return createElement('tr', { className: phase }, [
    createElement('th', { textContent: who, scope: 'row' }),
    createElement('td', { className: 'mark', textContent: mark }),
    ...shown,
  ])
}
