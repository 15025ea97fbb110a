import { createElement, renderInlineCode } from './element.js'
import { nextPlace, listScreens } from './screens.js'

/** Window for the instructor: speaker notes, time, and the next screen. */
export class Notes {
  #began = Date.now()
  #clock = createElement('span', { className: 'clock' })
  #text = createElement('section', { className: 'text' })
  #title = createElement('h2')
  #preview = createElement('div', { className: 'preview' })
  /** @type {any} */
  #next
  #shown = ''

  /** @param {HTMLElement} root @param {any} lab */
  constructor (root, lab) {
    this.lab = lab
    root.classList.add('notes')
    root.replaceChildren(createElement('div', { className: 'split' }, [this.#text, createElement('aside', {}, [createElement('p', {}, [this.#clock]), this.#title, createElement('div', { className: 'frame' }, [this.#preview])])]))
    setInterval(() => this.#tick(), 1000)
    this.#tick()
  }

  /** @param {any} state */
  draw (state) {
    const { at } = state
    const next = nextPlace(this.lab, at, 1)
    const screens = listScreens(this.lab)
    const isEnd = next.screen === at.screen && next.step === at.step
    const where = JSON.stringify([at.screen, at.step])
    if (where !== this.#shown) {
      this.#shown = where
      const told = this.lab.notes[screens[at.screen].notes] ?? []
      this.#text.replaceChildren(createElement('h2', { textContent: screens[at.screen].title }), ...told.map((/** @type {string} */ text) => createElement('p', {}, renderInlineCode(text))))
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
