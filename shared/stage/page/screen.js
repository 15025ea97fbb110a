import { formatCountWithNoun, formatSeconds } from '@hotpath-labs/terminal/numbers.js'
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
 * Says what a run does, or what it found.
 *
 * @param {RunView} run
 * @param {boolean} isReplay
 * @param {string} sentence of the verdict
 * @param {string} say remark for an unexpected verdict
 */
export function renderRunStatus (run, isReplay, sentence, say) {
  const { phase, problem, result } = run
  if (phase === 'idle') return [createElement('p', { className: 'large' }, [createKeyboardKeyElement({ textContent: 'R' }), isReplay ? ' plays the recording' : ' measures both programs, in turn, in fresh processes'])]
  if (phase === 'failed') return [createElement('p', { className: 'large wrong', textContent: `No verdict: ${problem}.` })]
  if (phase === 'stopped') return [createElement('p', { className: 'large', textContent: 'Stopped: no verdict.' })]
  if (phase !== 'done') return [renderProgress(run)]
  const wrong = result?.failure ? `${result.failure.part} ${result.failure.what}. ${(result.failure.advice || result.failure.stderr).split('\n')[0]}` : result?.oracle?.difference ?? ''
  const className = result?.verdict === 'broken' || result?.verdict === 'cannot run' ? 'sentence wrong' : 'sentence'
  return [
    ...[wrong, sentence].filter(Boolean).map((textContent) => createElement('p', { className, textContent })),
    ...(say ? [createElement('p', { textContent: say })] : []),
  ]
}

/** Steps of a run, in their order, by the phase that shows them. */
const STEPS = { waiting: 'the lock', comparing: 'start, compare answers', warming: 'warm-up', measuring: 'pairs' }

/** Draws a strip with the steps of a run: the finished steps, the present step, and a box for each pair. @param {RunView} run */
function renderProgress ({ phase, problem, pairs, seconds }) {
  const now = Object.keys(STEPS).indexOf(phase)
  const steps = Object.entries(STEPS).map(([step, says], index) => ({ step, says, when: index < now ? 'over' : index === now ? 'now' : 'later' }))
  const items = steps.filter(({ step, when }) => step !== 'waiting' || when === 'now').map(({ step, says, when }) => createElement('li', { className: when }, [
    step === 'waiting' ? 'waiting for the lock' : when === 'over' ? `✔ ${says}` : says,
    ...(step === 'measuring' && when === 'now' ? [createElement('span', { className: 'boxes' }, [...Array.from({ length: pairs }, () => createElement('i')), createElement('i', { className: 'open' })])] : []),
  ]))
  const says = { waiting: problem, measuring: `${formatCountWithNoun(pairs, 'pair')} in ${formatSeconds(seconds)}` }[/** @type {'waiting'} */ (phase)]
  return createElement('div', { className: 'progress' }, [createElement('ol', {}, items), createElement('p', { textContent: says ?? '' })])
}
