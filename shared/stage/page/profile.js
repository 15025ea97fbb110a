import { createElement } from './element.js'
import { createKeyboardKeyElement, StageScreen } from './screen.js'

/**
 * @import { PageState } from '../stage.js'
 * @import { LabView } from '../lab-view.js'
 * @import { Starts } from './screen.js'
 */

/** Size of the page's letters, in pixels, above which the flame graphs are enlarged. */
const FLAME_PX = 22

export class ProfileScreen extends StageScreen {
  static title = 'the profile'
  static notes = 'profile'
  /** @type {Starts} */
  static starts = 'profile'
  #shown = ''
  /** @type {HTMLIFrameElement | undefined} */
  #frame

  /** @param {HTMLElement} root @param {LabView} lab */
  constructor (root, lab) {
    super(root, lab)
    this.resized = () => this.#size()
    window.addEventListener('resize', this.resized)
  }

  close () {
    window.removeEventListener('resize', this.resized)
  }

  /** Enlarges the flame graphs on a large screen, because their iframe does not know the window's size. */
  #size () {
    const scale = Math.max(1, Number.parseFloat(window.getComputedStyle(document.documentElement).fontSize) / FLAME_PX)
    if (this.#frame) Object.assign(this.#frame.style, { width: `${100 / scale}%`, height: `${100 / scale}%`, transform: `scale(${scale})` })
  }

  /** @param {PageState} state */
  draw ({ profile, isReplay }) {
    const wanted = JSON.stringify(profile)
    // keeps the iframe of an unchanged profile, because a new iframe would lose the user's zoom
    if (wanted === this.#shown) return
    this.#shown = wanted
    if (profile.phase === 'there') {
      const frame = /** @type {HTMLIFrameElement} */ (createElement('iframe', { src: '/flame', title: 'flame graphs of slow and fast' }))
      frame.setAttribute('sandbox', 'allow-scripts')
      // gives the keyboard focus back to the page when the pointer leaves the iframe, so that the page's keys work again
      frame.addEventListener('mouseleave', () => window.focus())
      this.root.replaceChildren(createElement('p', { className: 'quiet', textContent: [formatOrigin(/** @type {PageState['profile'] & { takenAt: string }} */ (profile)), profile.problem].filter(Boolean).join('. ') }), createElement('div', { className: 'flame' }, [frame]))
      this.#frame = frame
      return this.#size()
    }
    // hides the lab's hint as soon as there is a profile, because the page of flame graphs shows the same hint
    const { hotFrame } = this.lab
    const says = hotFrame ? [createElement('p', {}, ['Look for ', createElement('b', { textContent: hotFrame.search }), `, ${hotFrame.says}.`])] : []
    const sentence = { none: 'profiles the programs slow and fast under the lab\'s load, for about ten seconds.', taking: profile.problem || 'Profiling the programs slow and fast, one after the other …', failed: `tries again. The profile failed: ${profile.problem}` }[/** @type {'none'} */ (profile.phase)]
    const isTaking = profile.phase === 'taking'
    const asked = isTaking ? [sentence] : [createKeyboardKeyElement({ textContent: 'R' }), ` ${sentence}`]
    // under --replay, offers no new profile, because --replay measures nothing
    this.root.replaceChildren(...says, createElement('p', { className: 'large' }, isReplay ? ['The recording has no profile.'] : asked))
  }
}

/** @param {PageState['profile'] & { takenAt: string }} profile @returns {string} time, and place if that is not here */
function formatOrigin ({ takenAt, from }) {
  const at = takenAt.slice(0, 16).replace('T', ' ')
  return from ? `Recorded ${at} UTC, ${from.cpu}, Node ${from.node.replace('v', '')}` : `Taken here, ${at} UTC`
}
