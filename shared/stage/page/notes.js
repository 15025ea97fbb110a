import { createElement, renderInlineCode } from './element.js'
import { findAdjacentStep, listStageScreens } from './screens.js'

/**
 * @import { PageState } from '../stage.js'
 * @import { LabView } from '../lab-view.js'
 * @import { StageScreen } from './screen.js'
 */

/** Window for the instructor, with speaker notes, the time, and the next screen. */
export class SpeakerNotesWindow {
  #began = Date.now()
  #clock = createElement('span', { className: 'clock' })
  #text = createElement('section', { className: 'text' })
  #title = createElement('h2')
  #preview = createElement('div', { className: 'preview' })
  /** @type {StageScreen | undefined} */
  #next
  #shown = ''

  /** @param {HTMLElement} root @param {LabView} lab */
  constructor (root, lab) {
    this.lab = lab
    root.classList.add('notes')
    root.replaceChildren(createElement('div', { className: 'split' }, [this.#text, createElement('aside', {}, [createElement('p', {}, [this.#clock]), this.#title, createElement('div', { className: 'frame' }, [this.#preview])])]))
    setInterval(() => this.#tick(), 1000)
    this.#tick()
  }

  /** @param {PageState} state */
  draw (state) {
    const { at } = state
    const next = findAdjacentStep(this.lab, at, 1)
    const screens = listStageScreens(this.lab)
    const isEnd = next.screen === at.screen && next.step === at.step
    const where = JSON.stringify([at.screen, at.step])
    if (where !== this.#shown) {
      this.#shown = where
      const { title, notes } = screens[at.screen]
      const paragraphs = this.lab.notes.screens[notes] ?? []
      this.#text.replaceChildren(createElement('h2', { textContent: title }), ...paragraphs.map(renderParagraph), ...renderFolded(this.lab.notes, notes))
      this.#title.textContent = isEnd ? 'This is the last screen' : `Next: ${screens[next.screen].title}`
      this.#next?.close()
      this.#preview.replaceChildren()
      this.#next = isEnd ? undefined : new screens[next.screen](this.#preview, this.lab)
    }
    this.#next?.draw(state, next.step)
  }

  #tick () {
    const seconds = Math.floor((Date.now() - this.#began) / 1000)
    this.#clock.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  }
}

/** @param {string} text */
function renderParagraph (text) {
  return createElement('p', {}, renderInlineCode(text))
}

/**
 * Makes collapsible sections with notes about the whole lab. A section opens at a click, or by itself on the screen where it helps most.
 *
 * @param {{ goesWrong: string[], questions: { question: string, answer: string }[] }} notes of the lab
 * @param {string} screen that the room sees
 */
function renderFolded ({ goesWrong, questions }, screen) {
  const mistakes = goesWrong.map((text) => createElement('li', {}, renderInlineCode(text)))
  const answers = questions.flatMap(({ question, answer }) => [createElement('h3', {}, renderInlineCode(question)), renderParagraph(answer)])
  const parts = [
    { title: 'What goes wrong', open: screen === 'change', body: mistakes.length ? [createElement('ul', {}, mistakes)] : [] },
    { title: 'Questions that attendees ask', open: screen === 'again', body: answers },
  ].filter(({ body }) => body.length)
  return parts.map(({ title, open, body }) => createElement('details', { open }, [createElement('summary', { textContent: title }), ...body]))
}
