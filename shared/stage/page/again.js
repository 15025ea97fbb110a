import { heardOf, metricNamed, significant, times } from '../../report/words.js'
import { Chart } from './chart.js'
import { large } from './columns.js'
import { element, refill } from './element.js'
import { history, remarks } from './history.js'
import { Screen, goingOn } from './screen.js'

export class Again extends Screen {
  static title = 'measured again'
  static notes = 'again'
  static showsRun = true
  /** @type {Chart | undefined} */
  #chart
  /** @type {HTMLElement[]} */
  #parts = []
  #claim = ''

  /** @param {any} lab */
  static steps ({ claims }) {
    return claims.length
  }

  /** @param {any} state @param {number} step */
  draw ({ run, source, isReplay, sentence, say }, step) {
    const { claims } = this.lab
    const claim = claims[step]
    if (this.#claim !== claim.id) this.#build(claim)
    const [head, figures, below] = this.#parts
    const seen = run.claims.find((/** @type {any} */ { id }) => id === claim.id)
    const isOver = run.phase === 'done'
    refill(head, [element('h2', { textContent: claim.says }), element('p', { className: 'quiet', textContent: `${claim.base} over ${claim.against}, ${metricNamed(claim.metric).name}${claims.length > 1 ? `; claim ${step + 1} of ${claims.length}` : ''}` })])
    const [low, high] = seen?.interval ?? [null, null]
    refill(figures, [
      large(seen ? times(seen.ratio) : '–'),
      element('p', { textContent: low === null || high === null ? 'no interval before the second pair' : `95 %: ${times(low)} … ${times(high)}, ${run.result ? run.result.claims.find((/** @type {any} */ { id }) => id === claim.id)?.pairs : run.pairs} pairs${isOver ? ageOf(seen) : ''}` }),
      element('p', { className: `verdict ${seen && isOver ? seen.verdict.replace(' ', '-') : ''}`, textContent: seen && isOver ? heardOf(seen) : '' }),
      history(claim, isOver && seen ? { ...seen, node: run.result.node, cpu: run.result.machine.cpu, kind: source?.kind } : null),
    ])
    refill(below, [...goingOn(run, isReplay, sentence, say), ...remarks(claim)])
    this.#chart?.show(run.lines[claim.id] ?? { blocks: [], pairs: [] }, run.seconds)
  }

  /** @param {any} claim */
  #build (claim) {
    this.close()
    this.#claim = claim.id
    this.#chart = new Chart(claim)
    this.#parts = [element('div', { className: 'head' }), element('div', { className: 'figures' }), element('div', { className: 'below' })]
    const [head, figures, below] = this.#parts
    this.root.replaceChildren(head, element('div', { className: 'again' }, [this.#chart.place, figures]), below)
  }

  close () {
    this.#chart?.close()
  }
}

/** @param {any} claim of a result @returns {string} how old its slower side was */
function ageOf ({ age }) {
  return age ? `, after ${significant(age.base.cpuSeconds)} s of CPU` : ''
}
