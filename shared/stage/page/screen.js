import { formatCountWithNoun, formatSeconds } from '@hotpath-labs/engine/text/numbers.js'
import { createElement } from './element.js'

/**
 * @import { JudgedClaim } from '@hotpath-labs/lab/report/result-schema.js'
 * @import { PageState } from '../stage.js'
 * @import { RunView } from '../run.js'
 * @import { LabView } from '../lab-view.js'
 */

/** @typedef {'run' | 'profile' | 'judge'} Starts */

export const createKeyboardKeyElement = createElement.bind(null, 'kbd')

/**
 * @param {LabView['claims'][number]} claim
 * @param {RunView['claims'][number]} seen what a run has found so far
 * @returns {JudgedClaim} with the fields of which a sentence is made
 */
export const joinSeen = (claim, seen) => /** @type {JudgedClaim} */ (/** @type {unknown} */ ({ ...claim, ...seen }))

/** Base class of the screens that `pnpm demo` shows. A screen has one or more steps. */
export class StageScreen {
  static title = ''
  /** heading of the screen's section in the speaker notes */
  static notes = ''
  /** true if the screen shows a run */
  static showsRun = false
  /** action that the R key starts on this screen @type {Starts} */
  static starts = 'run'

  /** @param {HTMLElement} root @param {LabView} lab */
  constructor (root, lab) {
    this.root = root
    this.lab = lab
  }

  /** @param {LabView} lab @returns {number} */
  static steps (lab) {
    return 1
  }

  /** @param {PageState} state @param {number} step */
  draw (state, step) {}

  close () {}
}

/**
 * @param {RunView} run
 * @param {boolean} isReplay
 * @param {string} sentence of the verdict
 * @param {string} say remark for an unexpected verdict
 */
export function renderRunStatus ({ phase, problem, pairs, seconds, result }, isReplay, sentence, say) {
  if (phase === 'idle') return [createElement('p', { className: 'large' }, [createKeyboardKeyElement({ textContent: 'R' }), isReplay ? ' plays the recording' : ' measures both programs, in turn, in fresh processes'])]
  if (phase === 'waiting') return [createElement('p', { className: 'large', textContent: problem })]
  if (phase === 'comparing') return [createElement('p', { className: 'large', textContent: 'Comparing answers, then warming up both programs …' })]
  if (phase === 'measuring') return [createElement('p', { className: 'large', textContent: `${pairs === 0 ? 'first pair' : formatCountWithNoun(pairs, 'pair')}, ${formatSeconds(seconds)}` })]
  if (phase === 'failed') return [createElement('p', { className: 'large', textContent: `No verdict: ${problem}.` })]
  const wrong = result?.failure ? `${result.failure.part} ${result.failure.what}. ${(result.failure.advice || result.failure.stderr).split('\n')[0]}` : result?.oracle?.difference ?? ''
  const sentences = [wrong, sentence].filter(Boolean)
  return [
    ...sentences.map((text) => createElement('p', { className: 'sentence', textContent: text })),
    ...(say ? [createElement('p', { textContent: say })] : []),
  ]
}
