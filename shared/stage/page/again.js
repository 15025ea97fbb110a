import { boundOf, capital, counting, hasEnds, intervalTimes, MARKS, metricNamed, roundedRatio, stated } from 'hotpath/words'
import { Chart } from './chart.js'
import { large } from './columns.js'
import { element, refill } from './element.js'
import { history, remarks } from './history.js'
import { Screen, describeRun } from './screen.js'

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
    const seen = run.claims.find(({ id }) => id === claim.id)
    const isOver = run.phase === 'done'
    const judged = seen && stated({ ...claim, ...seen })
    refill(head, [element('h2', { textContent: capital(claim.says) }), element('p', { className: 'quiet', textContent: `${capital(metricNamed(claim.metric).name)}; ${boundOf(claim)}${claims.length > 1 ? `; claim ${step + 1} of ${claims.length}` : ''}` })])
    const pairs = run.result ? run.result.claims.find(({ id }) => id === claim.id)?.pairs : run.pairs
    refill(figures, [
      large(seen ? `${roundedRatio(seen.ratio, seen.interval)}×` : '–'),
      element('p', { textContent: seen && hasEnds(seen.interval) ? `${intervalTimes(seen.interval)} (95 % interval), ${counting(pairs, 'pair')}` : 'no interval before the second pair' }),
      element('p', { className: `verdict ${judged && isOver ? judged.verdict ?? '' : ''}`, textContent: judged && isOver ? judged.verdict ? `${MARKS[judged.verdict]} ${judged.verdict}` : 'for information' : '' }),
      history(claim, isOver && seen ? { ...seen, node: run.result.node, kind: source?.kind } : null),
    ])
    refill(below, [...describeRun(run, isReplay, sentence, say), ...remarks(claim, isOver ? judged : null)])
    this.#chart?.show(run.lines[claim.id] ?? { blocks: [], pairs: [] }, run.seconds)
  }

  /** @param {any} claim */
  #build (claim) {
    this.close()
    this.#claim = claim.id
    this.#chart = new Chart(claim)
    this.#parts = [element('div', { className: 'head' }), element('div', { className: 'figures' }), element('div', { className: 'below' })]
    const [head, figures, below] = this.#parts
    this.root.replaceChildren(head, element('div', { className: 'again' }, [this.#chart.place, figures, below]))
  }

  close () {
    this.#chart?.close()
  }
}
