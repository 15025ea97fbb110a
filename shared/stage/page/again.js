import { formatRequiredRatio, formatClaimResult } from '@hotpath-labs/lab/report/statement.js'
import { capitalize, formatCountWithNoun, formatPercent, VERDICT_SIGNS } from '@hotpath-labs/engine/text/numbers.js'
import { isBoundedInterval, formatInterval, roundRatio } from '@hotpath-labs/engine/text/ratio.js'
import { findMetricWords } from '@hotpath-labs/lab/report/words.js'
import { RatioChart } from './chart.js'
import { renderLargeFigure } from './columns.js'
import { createElement, replaceChildrenIfChanged } from './element.js'
import { renderRatioHistory, renderClaimRemarks } from './history.js'
import { StageScreen, joinSeen, renderRunStatus } from './screen.js'

/**
 * @import { JudgedClaim } from '@hotpath-labs/lab/report/result-schema.js'
 * @import { Statement } from '@hotpath-labs/lab/report/statement.js'
 * @import { PageState } from '../stage.js'
 * @import { LabView } from '../lab-view.js'
 * @import { RunRatio } from './history.js'
 */

export class MeasureAgainScreen extends StageScreen {
  static title = 'measured again'
  static notes = 'again'
  static showsRun = true
  /** @type {RatioChart | undefined} */
  #chart
  /** @type {HTMLElement[]} */
  #parts = []
  #claim = ''

  /** @param {LabView} lab */
  static steps ({ claims }) {
    return claims.length
  }

  /** @param {PageState} state @param {number} step */
  draw ({ run, source, isReplay, sentence, say }, step) {
    const { claims } = this.lab
    const claim = claims[step]
    if (this.#claim !== claim.id) this.#build(claim)
    const [head, figures, below] = this.#parts
    const seen = run.claims.find(({ id }) => id === claim.id)
    const isOver = run.phase === 'done'
    const judged = seen && formatClaimResult(joinSeen(claim, seen))
    const position = claims.length > 1 ? `; claim ${step + 1} of ${claims.length}` : ''
    const metric = capitalize(findMetricWords(claim.metric).name)
    replaceChildrenIfChanged(head, [
      createElement('h2', { textContent: capitalize(claim.says) }),
      createElement('p', { className: 'quiet', textContent: `${metric}; ${formatRequiredRatio(claim)}${position}` }),
    ])
    const pairs = run.result ? run.result.claims.find(({ id }) => id === claim.id)?.pairs : run.pairs
    replaceChildrenIfChanged(figures, [
      renderLargeFigure(seen ? `${roundRatio(seen.ratio, joinSeen(claim, seen).interval)}×` : '–'),
      createElement('p', { textContent: formatSeenInterval(/** @type {JudgedClaim | undefined} */ (seen), pairs) }),
      renderClaimVerdict(isOver ? judged : undefined),
      renderRatioHistory(claim, isOver && seen ? /** @type {RunRatio} */ ({ ...seen, node: run.result?.node, kind: source?.kind }) : null),
    ])
    const remarks = renderClaimRemarks(claim, isOver && judged ? judged : null)
    // the run's own sentence is about its first claim
    replaceChildrenIfChanged(below, [...renderRunStatus(run, isReplay, isOver && judged ? `${capitalize(judged.sentence)}.` : sentence, say), ...remarks])
    this.#chart?.show(run.lines[claim.id] ?? { blocks: [], pairs: [] }, run.seconds)
  }

  /** @param {LabView['claims'][number]} claim */
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

/**
 * @param {JudgedClaim | undefined} seen claim of the run, if there is one; it may lack a confidence before the end of the run
 * @param {number | undefined} pairs
 * @returns {string}
 */
function formatSeenInterval (seen, pairs) {
  if (!seen || !isBoundedInterval(seen.interval)) return 'no interval before the second pair'
  return `${formatInterval(seen.interval)} (${formatPercent(seen.confidence ?? 0.95)} interval), ${formatCountWithNoun(Number(pairs), 'pair')}`
}

/** @param {Statement | undefined} judged claim after the run; undefined during the run @returns {HTMLElement} */
function renderClaimVerdict (judged) {
  if (!judged) return createElement('p', { className: 'verdict', textContent: '' })
  const { verdict } = judged
  const textContent = verdict ? `${VERDICT_SIGNS[/** @type {'holds'} */ (verdict)]} ${verdict}` : 'for information'
  const className = ['verdict', verdict].filter(Boolean).join(' ')
  return createElement('p', { className, textContent })
}
