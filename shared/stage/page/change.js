import { formatClaimResult } from '@hotpath-labs/lab/report/statement.js'
import { formatMultiple } from '@hotpath-labs/engine/text/numbers.js'
import { createElement } from './element.js'
import { StageScreen, joinSeen } from './screen.js'

/**
 * @import { PageState } from '../stage.js'
 * @import { CodeLine, LabView } from '../lab-view.js'
 */

export class CodeChangeScreen extends StageScreen {
  static title = 'the change'
  static notes = 'change'
  #shown = ''

  /** @param {LabView} lab */
  static steps ({ changes }) {
    return changes.length
  }

  /** @param {PageState} state @param {number} step */
  draw ({ run }, step) {
    const { changes, variants: labels, claims } = this.lab
    const { variants, files, rows } = changes[step]
    const ratios = run.claims.map(({ ratio }) => formatMultiple(ratio))
    const wanted = JSON.stringify([step, ratios])
    // does not redraw an unchanged screen, because ten redraws a second would take CPU time from the measurement
    if (wanted === this.#shown) return
    this.#shown = wanted
    const parser = new window.DOMParser()
    const longest = Math.max(...rows.flat().map((line) => line ? Number(parser.parseFromString(line.html, 'text/html').body.textContent?.length) : 0))
    const code = createElement('div', { className: 'code sides' }, [
      ...variants.map((/** @type {string} */ variant, /** @type {number} */ index) => createElement('h2', {}, [`${files[index]} `, createElement('span', { className: 'quiet', textContent: labels[variant] })])),
      ...rows.flat().map((line, /** @type {number} */ index) => drawLine(line, index % 2 ? 'second' : 'first')),
    ])
    code.style.setProperty('--rows', String(rows.length + 2))
    code.style.setProperty('--columns', String(longest + 6))
    const bound = claims.filter(({ slower, faster }) => slower === variants[0] && faster === variants[1])
    const sentences = bound.map((claim) => {
      const seen = run.claims.find(({ id }) => id === claim.id)
      return createElement('p', {}, [seen ? formatClaimResult(joinSeen(claim, seen)).sentence : claim.says, ...(claim.published?.asks === 'the same' ? [`; published: ${formatMultiple(claim.published.ratio)}`] : [])])
    })
    const position = changes.length > 1 ? `step ${step + 1} of ${changes.length}` : 'the only step'
    this.root.replaceChildren(
      createElement('p', { className: 'quiet', textContent: position }),
      code,
      createElement('div', { className: 'below' }, sentences)
    )
  }
}

/** @param {CodeLine} line of a file, or null @param {string} order */
function drawLine (line, order) {
  if (!line) return createElement('div', { className: 'line none' })
  const code = createElement('code')
  // inserts the line as HTML, which is safe: the server has escaped the line, and highlight.js adds only spans
  code.innerHTML = line.html || ' '
  const highlight = line.lit ? `lit ${order}` : ''
  const number = createElement('span', { className: 'number', textContent: String(line.number) })
  return createElement('div', { className: `line ${highlight}` }, [number, code])
}
