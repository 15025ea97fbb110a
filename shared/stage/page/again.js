import { formatBound, capitalize, formatCount, isBounded, formatInterval, VERDICT_SIGNS, findMetricWords, roundRatio, formatClaimStatement } from 'hotpath/words'
import { RatioChart } from './chart.js'
import { renderLargeFigure } from './columns.js'
import { createElement, replaceChildrenIfChanged } from './element.js'
import { renderRatioHistory, renderClaimRemarks } from './history.js'
import { StageScreen, renderRunStatus } from './screen.js'

export class MeasureAgainScreen extends StageScreen {
  static title = 'measured again'
  static notes = 'again'
  static showsRun = true
  /** @type {RatioChart | undefined} */
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
    const judged = seen && formatClaimStatement({ ...claim, ...seen })
    replaceChildrenIfChanged(head, [createElement('h2', { textContent: capitalize(claim.says) }), createElement('p', { className: 'quiet', textContent: `${capitalize(findMetricWords(claim.metric).name)}; ${formatBound(claim)}${claims.length > 1 ? `; claim ${step + 1} of ${claims.length}` : ''}` })])
    const pairs = run.result ? run.result.claims.find(({ id }) => id === claim.id)?.pairs : run.pairs
    replaceChildrenIfChanged(figures, [
      renderLargeFigure(seen ? `${roundRatio(seen.ratio, seen.interval)}×` : '–'),
      createElement('p', { textContent: seen && isBounded(seen.interval) ? `${formatInterval(seen.interval)} (95 % interval), ${formatCount(pairs, 'pair')}` : 'no interval before the second pair' }),
      createElement('p', { className: `verdict ${judged && isOver ? judged.verdict ?? '' : ''}`, textContent: judged && isOver ? judged.verdict ? `${VERDICT_SIGNS[judged.verdict]} ${judged.verdict}` : 'for information' : '' }),
      renderRatioHistory(claim, isOver && seen ? { ...seen, node: run.result.node, kind: source?.kind } : null),
    ])
    const remarks = renderClaimRemarks(claim, isOver ? judged : null)
    replaceChildrenIfChanged(below, [...renderRunStatus(run, isReplay, sentence, say), ...remarks])
    this.#chart?.show(run.lines[claim.id] ?? { blocks: [], pairs: [] }, run.seconds)
  }

  /** @param {any} claim */
  #build (claim) {
    this.close()
    this.#claim = claim.id
    this.#chart = new RatioChart(claim)
    this.#parts = [createElement('div', { className: 'head' }), createElement('div', { className: 'figures' }), createElement('div', { className: 'below' })]
    const [head, figures, below] = this.#parts
    this.root.replaceChildren(head, createElement('div', { className: 'again' }, [this.#chart.place, figures, below]))
  }

  close () {
    this.#chart?.close()
  }
}
