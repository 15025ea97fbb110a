import { formatClaimResult } from '@hotpath-labs/lab/report/statement.js'
import { capitalize, formatMultiple } from '@hotpath-labs/terminal/numbers.js'
import { createElement } from './element.js'
import { StageScreen, joinSeen } from './screen.js'

/**
 * @import { PageState } from '../stage.js'
 * @import { CodeLine, CodePage, CodeRow } from '../code-pages.js'
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
    const { variants, layout, sections, place } = page
    const ratios = run.claims.map(({ ratio }) => formatMultiple(ratio))
    const wanted = JSON.stringify([step, ratios])
    // does not redraw an unchanged screen, because ten redraws a second would take CPU time from the measurement
    if (wanted === this.#shown) return
    this.#shown = wanted
    const names = (/** @type {string[]} */ files) => files.length === 1
      ? [createElement('h2', {}, [files[0], createElement('span', { className: 'quiet', textContent: ', an imported file' })])]
      : files.map((file, index) => createElement('h2', { className: index ? 'second' : 'first' }, [`${file} `, createElement('span', { className: 'quiet', textContent: labels[variants[index]] })]))
    const parts = sections.flatMap(({ files, rows }) => layout === 'beside'
      ? [...names(files), ...rows.flatMap((row) => row.map((line, index) => drawLine(line, index, row)))]
      : [createElement('div', { className: 'names' }, names(files)), ...unify(rows).map(([line, index, row]) => drawLine(line, index, row))])
    const code = createElement('div', { className: `code ${layout}` }, parts)
    setSize(code, page)
    const about = claims.filter(({ faster }) => faster === variants[1])
    const bound = about.find(({ slower }) => slower === variants[0]) ?? about[0]
    const seen = bound && run.claims.find(({ id }) => id === bound.id)
    const sentence = seen ? formatClaimResult(joinSeen(bound, seen)).sentence : bound?.says ?? ''
    const position = [place.of > 1 && `change ${place.step} of ${place.of}`, place.parts > 1 && `part ${place.part} of ${place.parts}`].filter(Boolean).join(', ')
    const tell = (/** @type {string} */ text) => text && `${capitalize(text)}. `
    this.root.replaceChildren(code, createElement('p', {}, [createElement('b', { textContent: tell(position) }), tell(sentence)]))
  }
}

/** Columns at which lines are wrapped: so many letters of 22 pixels fit into a half, and into the whole, of 1280 pixels. */
const WRAPPED_AT = { beside: 41, unified: 85 }

/**
 * @param {CodeRow[]} rows
 * @returns {[CodeLine, number, CodeRow][]} each line with the index of its file: the old lines of a change, and then its new lines
 */
function unify (rows) {
  /** @type {[CodeLine, number, CodeRow][]} */
  const lines = []
  /** @type {typeof lines} */
  let added = []
  for (const row of rows) {
    const [left, right] = row
    if (left?.lit || right?.lit) {
      if (left) lines.push([left, 0, row])
      if (right) added.push([right, 1, row])
    } else {
      lines.push(...added, [right ?? left, 1, row])
      added = []
    }
  }
  return [...lines, ...added]
}

/** Gives the style sheet what the size of the letters depends on. @param {HTMLElement} code @param {CodePage} page */
function setSize (code, { layout, sections }) {
  const all = sections.flatMap(({ rows }) => rows)
  const columns = Math.min(WRAPPED_AT[layout], Math.max(20, ...all.flat().map((line) => line?.columns ?? 0)))
  const count = (/** @type {CodeLine} */ line) => Math.max(1, Math.ceil((line?.columns ?? 0) / columns))
  const heights = layout === 'beside' ? all.map((row) => Math.max(...row.map(count))) : unify(all).map(([line]) => count(line))
  code.style.setProperty('--rows', String(heights.reduce((sum, height) => sum + height, 1.5 * sections.length)))
  code.style.setProperty('--columns', String(columns + 5))
}

/** @param {CodeLine} line @param {number} index of the file @param {CodeRow} row that has the line */
function drawLine (line, index, row) {
  if (!line) return createElement('div', row.some(Boolean) ? { className: 'line none' } : { className: 'line', textContent: '⋯' })
  const code = createElement('code')
  // inserts the line as HTML, which is safe: the server has escaped the line, and highlight.js adds only spans
  code.innerHTML = line.html || ' '
  const highlight = line.lit ? `lit ${index ? 'second' : 'first'}` : ''
  const number = createElement('span', { className: 'number', textContent: String(line.number) })
  return createElement('div', { className: `line ${highlight}` }, [number, code])
}
