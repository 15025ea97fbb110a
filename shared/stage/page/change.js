import { formatClaimResult } from '@hotpath-labs/lab/report/statement.js'
import { formatMultiple } from '@hotpath-labs/engine/text/numbers.js'
import { createElement } from './element.js'
import { StageScreen, joinSeen } from './screen.js'

/**
 * @import { PageState } from '../stage.js'
 * @import { CodeLine, CodePage } from '../code-pages.js'
 * @import { LabView } from '../lab-view.js'
 */

export class CodeChangeScreen extends StageScreen {
  static title = 'the change'
  static notes = 'change'
  #shown = ''

  /** @param {LabView} lab */
  static steps ({ codePages }) {
    return codePages.length
  }

  /** @param {PageState} state @param {number} step */
  draw ({ run }, step) {
    const { codePages, variants: labels, claims } = this.lab
    const page = codePages[step]
    const { variants, files, rows, layout, place } = page
    const ratios = run.claims.map(({ ratio }) => formatMultiple(ratio))
    const wanted = JSON.stringify([step, ratios])
    // does not redraw an unchanged screen, because ten redraws a second would take CPU time from the measurement
    if (wanted === this.#shown) return
    this.#shown = wanted
    const heading = (/** @type {number} */ index) => createElement('h2', {}, layout === 'alone'
      ? [files[0], createElement('span', { className: 'quiet', textContent: ', which this program imports' })]
      : [`${files[index]} `, createElement('span', { className: 'quiet', textContent: labels[variants[index]] })])
    const lines = (/** @type {number} */ index) => rows.filter((row) => row[index]).map((row) => drawLine(row[index], index))
    const code = createElement('div', { className: `code ${layout}` }, layout === 'beside'
      ? [heading(0), heading(1), ...rows.flatMap((row) => row.map((line, index) => drawLine(line, index, row.some(Boolean))))]
      : [heading(0), ...lines(0), ...layout === 'below' ? [heading(1), ...lines(1)] : []])
    setSize(code, page)
    const bound = claims.find(({ slower, faster }) => slower === variants[0] && faster === variants[1])
    const seen = bound && run.claims.find(({ id }) => id === bound.id)
    const sentence = seen ? formatClaimResult(joinSeen(bound, seen)).sentence : bound?.says ?? ''
    const position = [place.of > 1 && `change ${place.step} of ${place.of}`, place.parts > 1 && `part ${place.part} of ${place.parts}`].filter(Boolean).join(', ')
    this.root.replaceChildren(code, createElement('p', {}, [createElement('b', { textContent: position }), [position, sentence].every(Boolean) ? ': ' : '', sentence]))
  }
}

/** Columns of which longer lines are wrapped: so many letters of 22 pixels fit into a half, and into the whole, of 1280 pixels. */
const WRAPPED_AT = { beside: 41, below: 86, alone: 86 }

/** Gives the style sheet what the size of the letters depends on. @param {HTMLElement} code @param {CodePage} page */
function setSize (code, { rows, layout }) {
  const lengths = rows.map((row) => row.map((line) => line?.columns ?? 0))
  const columns = Math.max(20, ...lengths.flat().filter((length) => length <= WRAPPED_AT[layout]))
  const heights = lengths.map((row) => row.map((length) => Math.max(1, Math.ceil(length / columns))))
  const count = heights.reduce((sum, [left, right], index) => sum + (layout === 'below' ? (rows[index][0] ? left : 0) + (rows[index][1] ? right : 0) : Math.max(left, right)), 0)
  code.style.setProperty('--rows', String(count + (layout === 'below' ? 3 : 1.5)))
  code.style.setProperty('--columns', String(columns + 5))
}

/** @param {CodeLine} line @param {number} index of the file @param {boolean} [isBeside] false if no file has a line in this row */
function drawLine (line, index, isBeside = true) {
  if (!line) return createElement('div', { className: isBeside ? 'line none' : 'line gap', textContent: isBeside ? '' : '⋯' })
  const code = createElement('code')
  // inserts the line as HTML, which is safe: the server has escaped the line, and highlight.js adds only spans
  code.innerHTML = line.html || ' '
  const highlight = line.lit ? `lit ${index ? 'second' : 'first'}` : ''
  const number = createElement('span', { className: 'number', textContent: String(line.number) })
  return createElement('div', { className: `line ${highlight}` }, [number, code])
}
