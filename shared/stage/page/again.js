import { formatClaimResult } from '@hotpath-labs/lab/report/statement.js'
import { capitalize, formatCountWithNoun, VERDICT_SIGNS, roundRatio } from '@hotpath-labs/terminal/numbers.js'
import { findMetric } from '@hotpath-labs/lab/metrics.js'
import { renderLargeFigure } from './columns.js'
import { createElement, replaceChildrenIfChanged } from './element.js'
import { renderRatioPlot } from './plot.js'
import { StageScreen, joinSeen, renderRunStatus } from './screen.js'

/**
 * @import { Statement } from '@hotpath-labs/lab/report/statement.js'
 * @import { PageState } from '../stage.js'
 * @import { LabView } from '../lab-view.js'
 */

/** Shows one claim: its verdict once, and an interval plot of this run beside what is on record. */
export class MeasureAgainScreen extends StageScreen {
  static title = 'measured again'
  static notes = 'again'
  static showsRun = true

  /** @param {LabView} lab */
  static steps ({ claims }) {
    return claims.length
  }

  /** @param {PageState} state @param {number} step */
  draw ({ run, source, isReplay, sentence, say, causes }, step) {
    const { claims } = this.lab
    const claim = claims[step]
    const seen = run.claims.find(({ id }) => id === claim.id)
    const judged = run.phase === 'done' && seen ? formatClaimResult(joinSeen(claim, seen)) : undefined
    const position = claims.length > 1 ? `, claim ${step + 1} of ${claims.length}` : ''
    const pairs = run.result?.claims.find(({ id }) => id === claim.id)?.pairs ?? run.pairs
    const isUnclear = judged?.verdict === 'broken' || judged?.verdict === 'undecided'
    // says more about a verdict only if the verdict is unexpected, because the figure and the sign say the rest
    const status = judged
      ? isUnclear ? renderRunStatus(run, isReplay, `${capitalize(judged.sentence)}.`, say) : []
      : renderRunStatus(run, isReplay, sentence, say)
    replaceChildrenIfChanged(this.root, [
      createElement('div', {}, [
        createElement('h2', { textContent: capitalize(claim.says) }),
        createElement('p', { className: 'quiet', textContent: `${capitalize(findMetric(claim.metric).name)}${position}` }),
      ]),
      createElement('div', { className: 'result' }, seen
        ? [
            renderLargeFigure(`${roundRatio(seen.ratio, joinSeen(claim, seen).interval)}×`),
            ...judged ? [createElement('div', {}, [renderVerdict(judged), createElement('p', { textContent: `${formatCountWithNoun(pairs, 'pair')}. ${causes[claim.id] ? `Why: ${causes[claim.id]}.` : ''}` })])] : [],
          ]
        : []),
      createElement('div', { className: 'below' }, status),
      renderRatioPlot(claim, run, source),
      ...renderRemarks(claim),
    ])
  }
}

/** @param {Statement} judged @returns {HTMLElement} */
function renderVerdict ({ verdict }) {
  return createElement('p', {
    className: `verdict ${verdict ?? 'quiet'}`,
    textContent: verdict ? `${VERDICT_SIGNS[/** @type {'holds'} */ (verdict)]} ${verdict}` : 'for information',
  })
}

/** @param {LabView['claims'][number]} claim */
function renderRemarks ({ published, until, dependsOn }) {
  const sentences = []
  if (published?.asks === 'the same') {
    const subject = [published.of, published.packages].filter(Boolean).join(', ')
    sentences.push(`Published: ${published.figures}, ${published.metric} (${subject}).`)
  }
  if (until) sentences.push(`True before Node ${until}.`)
  if (dependsOn) sentences.push(`The ratio depends on ${dependsOn}.`)
  return sentences.length ? [createElement('p', { className: 'quiet', textContent: sentences.join(' ') })] : []
}
