import { formatPercent, VERDICT_SIGNS, roundRatio } from '@hotpath-labs/terminal/numbers.js'
import { findMetric } from '@hotpath-labs/lab/metrics.js'
import { createElement, replaceChildrenIfChanged } from './element.js'
import { makeRatioStrips } from './plot.js'
import { createKeyboardKeyElement, StageScreen } from './screen.js'
import { hasReadSource } from './source.js'

/**
 * @import { Entry } from '../board.js'
 * @import { PageState } from '../stage.js'
 * @import { Starts } from './screen.js'
 */

/** Largest number of files in one column. More files stand in two columns. */
const ONE_COLUMN = 10

/** Most labels of the axis below one column, and below each of two. */
const [MOST_TICKS, FEW_TICKS] = [4, 2]

/** Largest number of files with room for an axis and for sentences of two lines. The window with the file shows the whole sentence. */
const MOST_WITH_ROOM = 20

/** Screen with the attendees' files. Each ratio has an interval, because two files with overlapping intervals may be equally fast. */
export class BoardScreen extends StageScreen {
  static title = 'the board'
  static notes = 'board'
  /** @type {Starts} */
  static starts = 'judge'
  #heading = createElement('h2')
  #handIn = createElement('div')
  /** one below each column */
  #axes = [0, 1].map(() => createElement('li', { className: 'scale', ariaHidden: 'true' }))
  #list = createElement('ul', { className: 'board' }, this.#axes)
  #below = createElement('div', { className: 'below' })
  /** rows by attendee: a row keeps its focus while another changes @type {Map<string, HTMLElement>} */
  #rows = new Map()

  /** @param {PageState} state */
  draw ({ board, handIn }) {
    const { entries } = /** @type {NonNullable<PageState['board']>} */ (board)
    const { lab } = /** @type {{ lab: any }} */ (this)
    if (!this.#list.isConnected) this.root.replaceChildren(createElement('div', { className: 'head' }, [this.#heading, this.#handIn]), this.#list, this.#below)
    const kind = findMetric(lab.claims[0].metric).excess ? 'frugal' : 'fast'
    const confidence = Math.max(...entries.map((entry) => entry.confidence))
    this.#heading.textContent = lab.exercise ? 'Which steps each file passes' : `How many times as ${kind} as ${lab.variants.slow}${confidence > 0 ? `, with ${formatPercent(confidence)} intervals` : ''}`
    replaceChildrenIfChanged(this.#handIn, handIn ? [renderHandIn(handIn, lab.canAct)] : [])
    const columns = entries.length > ONE_COLUMN ? 2 : 1
    const isDense = entries.length > MOST_WITH_ROOM
    this.#list.className = ['board', columns === 2 && 'double', isDense && 'dense'].filter(Boolean).join(' ')
    this.#list.style.setProperty('--lines', String(Math.ceil(entries.length / columns)))
    const rows = entries.flatMap(readInterval)
    const strips = makeRatioStrips(rows, [], columns === 2 ? FEW_TICKS : MOST_TICKS)
    this.#drawRows(entries, { strips, canAct: lab.canAct, isShort: columns === 2 })
    this.#axes.forEach((axis, index) => {
      axis.hidden = rows.length === 0 || isDense || index >= columns
      replaceChildrenIfChanged(axis, renderCells([], strips.drawAxis()))
    })
    replaceChildrenIfChanged(this.#below, renderSummary(entries, Boolean(handIn), lab.canAct))
  }

  /** @param {Entry[]} entries @param {Parameters<typeof renderOutcome>[1]} how */
  #drawRows (entries, how) {
    for (const [who, row] of this.#rows) {
      if (entries.some((entry) => entry.who === who)) continue
      row.remove()
      this.#rows.delete(who)
    }
    for (const [index, entry] of entries.entries()) {
      const { who } = entry
      const row = this.#rows.get(who) ?? createElement('li', {}, renderCells([how.canAct ? makeCodeButton(who) : createElement('b', { textContent: who })]))
      this.#rows.set(who, row)
      row.className = entry.phase
      replaceChildrenIfChanged(/** @type {HTMLElement} */ (row.lastElementChild), renderOutcome(entry, how))
      if (this.#list.children[index] !== row) this.#list.insertBefore(row, this.#list.children[index] ?? null)
    }
  }
}

/** @param {Node[]} who @param {Node} [axis] @returns {HTMLElement[]} an attendee and the place of an outcome, or the axis below */
function renderCells (who, axis) {
  const drawn = axis ? [createElement('span'), createElement('span'), createElement('div', {}, [axis])] : []
  return [createElement('div', { className: 'who' }, who), createElement('div', { className: 'outcome' }, drawn)]
}

/** Makes a button that shows a file's code. @param {string} who */
export function makeCodeButton (who) {
  const button = createElement('button', { textContent: who, type: 'button', title: 'read the file' })
  button.dataset.who = who
  return button
}

/** @param {{ addresses: string[], code: string | null }} handIn @param {boolean} canAct */
function renderHandIn ({ addresses, code }, canAct) {
  const isOnlyHere = canAct && addresses.every((address) => address.includes('//127.0.0.1'))
  const places = addresses.flatMap((address, index) => [index ? ' or ' : '', createElement('b', { textContent: address.replace('http://', '') })])
  return createElement('p', { className: 'hand-in' }, ['Hand in your file: ', ...places, ...(code ? [' Code: ', createElement('b', { className: 'hand-in-code', textContent: code })] : []), ...(isOnlyHere ? [' (only this machine: add ', createElement('code', { textContent: '--host' }), ')'] : [])])
}

/** @param {Entry} entry @returns {import('./plot.js').RatioInterval[]} none if nothing was measured */
function readInterval ({ ratio, interval }) {
  return ratio === null ? [] : [{ kind: 'here', ratio, interval: /** @type {[number, number]} */ (interval), pairs: [] }]
}

/** @param {Entry} entry @param {{ strips: ReturnType<typeof makeRatioStrips>, canAct: boolean, isShort: boolean }} how */
function renderOutcome (entry, { strips, canAct, isShort }) {
  const { phase, verdict, mark, ratio, interval, share, step } = entry
  const sign = phase === 'judged' ? VERDICT_SIGNS[/** @type {'holds'} */ (verdict)] : { refused: '✘', judging: '…' }[/** @type {'refused'} */ (phase)]
  const read = canAct && phase === 'waits' && hasReadSource(entry) ? ', file read' : ''
  const says = entry.says || step || (share !== null && phase === 'judged' ? formatShare(share) : '')
  return [
    createElement('span', { className: ['mark', verdict].filter(Boolean).join(' '), textContent: [sign, `${mark}${read}`].filter(Boolean).join(' ') }),
    createElement('span', { className: 'number', textContent: ratio === null ? '' : `${roundRatio(ratio, /** @type {[number, number]} */ (interval))}×` }),
    createElement('div', { className: 'bars' }, readInterval(entry).map(strips.drawInterval)),
    ...(says ? [createElement('p', { className: 'says', textContent: isShort ? shorten(says, entry.who) : says })] : []),
  ]
}

/** From this share on a run cannot tell a file from the solution: pairs of processes scatter. */
const AS_FAST = 0.8

/** @param {number} share of the solution's speed */
function formatShare (share) {
  return share >= AS_FAST ? 'about as good as the solution' : `${formatPercent(share)} of the solution`
}

/** Leaves out the owner, whose name stands above, and what the lab asks of everybody. @param {string} says @param {string} who */
function shorten (says, who) {
  const owner = `${who}'s file `
  return (says.toLowerCase().startsWith(owner.toLowerCase()) ? says.slice(owner.length) : says).replace(/; the lab asks .*/, '')
}

/** @param {Entry[]} entries @param {boolean} takesFiles @param {boolean} canAct true on the instructor's pages */
function renderSummary (entries, takesFiles, canAct) {
  const count = (/** @type {Entry['phase'][]} */ ...phases) => entries.filter(({ phase }) => phases.includes(phase)).length
  const [waiting, going] = [count('waits'), count('queued', 'judging')]
  const unread = entries.some((entry) => entry.phase === 'waits' && !hasReadSource(entry))
  const sum = entries.length === 0 ? 'No file yet.' : `${entries.length} ${entries.length === 1 ? 'file' : 'files'}, ${count('judged', 'refused')} judged.`
  const key = (/** @type {string} */ name, /** @type {string} */ does) => createElement('p', {}, [createKeyboardKeyElement({ textContent: name }), ` ${does}`])
  if (!canAct) return [createElement('p', { textContent: sum })]
  if (entries.length === 0) {
    return [createElement('p', {}, [`${sum} Drop files on this page${takesFiles ? '' : ', or put them into the folder of the board'}: `, createElement('b', { textContent: 'Anna.js' }), ' counts for Anna.'])]
  }
  const failed = entries.some(({ phase, verdict }) => phase === 'judged' && verdict !== 'holds')
  return [
    ...(waiting ? [key('R', `judges ${waiting === 1 ? 'the file that waits' : `the ${waiting} files that wait`}, and none that comes later.`)] : []),
    ...(going ? [key('X', 'stops the judging.')] : []),
    ...(!waiting && !going && failed ? [key('R', 'judges again the files that have not passed.')] : []),
    ...(unread ? [createElement('p', { className: 'warning', textContent: 'The files run on this machine, with your rights. Click a name to read the file first.' })] : []),
  ]
}
