import { MARKS, percent, roundedRatio } from 'hotpath/words'
import { element, makeBar, refill } from './element.js'
import { PRESS, Screen } from './screen.js'

/** @import { Starts } from './screen.js' */

/** Leaderboard with intervals: of two files whose intervals overlap, neither is faster. */
export class Board extends Screen {
  static title = 'the board'
  static notes = 'board'
  /** @type {Starts} */
  static starts = 'judge'

  /** @param {any} state */
  draw ({ board }) {
    const { isOpen, entries } = board
    const waiting = entries.filter(({ phase }) => phase === 'waits').length
    // a wide interval must not shorten all bars
    const most = Math.max(1, ...entries.flatMap(({ ratio, interval: [, high] }) => [ratio ?? 0, Math.min(high ?? 0, 1.5 * (ratio ?? 0))]))
    const table = element('table', { className: 'board' }, entries.map((entry) => row(entry, most)))
    table.style.setProperty('--rows', String(entries.length + 4))
    const files = entries.length === 0
      ? ['Drop files on this page, or put them in the folder: ', element('b', { textContent: 'anna.js' }), ' is Anna\'s.']
      : [`${entries.length} ${entries.length === 1 ? 'file' : 'files'}${waiting ? `, ${waiting} to be judged` : ''}. `]
    const does = isOpen ? 'New files are judged as soon as they arrive.' : waiting ? ' judges the files, one after the other' : ' judges the files again that do not hold'
    refill(this.root, [
      element('h2', { textContent: `How many times as fast as ${this.lab.ladder.slow}` }),
      table,
      element('p', { className: 'large' }, entries.length === 0 ? files : [...files, ...(isOpen ? [does] : [PRESS({ textContent: 'R' }), does])]),
    ])
  }
}

/** @param {any} entry @param {number} most ratio that fills the bar @returns {HTMLElement} */
function row ({ who, phase, problem, verdict, ratio, interval: [low, high], share }, most) {
  const mark = phase === 'judged' ? `${MARKS[/** @type {'holds'} */ (verdict)]} ${verdict}` : { waits: 'waits', judging: '… being judged', refused: '✘ refused' }[/** @type {'waits'} */ (phase)]
  const place = (/** @type {number} */ value) => `${100 * Math.min(1, value / most)}%`
  const reach = element('div', { className: 'reach', hidden: low === null || high === null })
  reach.style.left = place(low ?? 0)
  reach.style.width = `calc(${place(high ?? 0)} - ${place(low ?? 0)})`
  const shown = problem
    ? [element('td', { className: 'told', colSpan: 3, textContent: problem })]
    : [
        element('td', { className: 'number', textContent: ratio === null ? '' : `${roundedRatio(ratio, [low, high])}×` }),
        element('td', { className: 'number quiet', textContent: share === null ? '' : `${percent(share)} of the solution` }),
        element('td', { className: 'bars' }, ratio === null ? [] : [element('div', { className: 'costs' }, [makeBar('second', Math.min(1, ratio / most)), reach])]),
      ]
  return element('tr', { className: phase }, [element('th', { textContent: who, scope: 'row' }), element('td', { className: 'mark', textContent: mark }), ...shown])
}
