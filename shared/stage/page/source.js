import { createElement } from './element.js'
import { keep, readKept } from './storage.js'

/**
 * @import { Entry } from '../board.js'
 * @import { ServerConnection } from './link.js'
 */

/** Key under which the browser keeps the files that it has shown, for all windows and after a reload. */
const KEPT = 'hotpath-files-read'

/** @returns {string[]} files that were shown, by the hash of their text: a changed file counts as unread */
const listReadFiles = () => JSON.parse(readKept(KEPT) || '[]')

/** @param {Pick<Entry, 'who' | 'version'>} entry @returns {boolean} whether a window has shown the entry's present code */
export function hasReadSource ({ who, version }) {
  return listReadFiles().includes(`${version} ${who}`)
}

/** Shows the code of an attendee's file to the instructor. Opens at a click on an element with the attendee's name in `data-who`. */
export class SourceDialog {
  #dialog = /** @type {HTMLDialogElement} */ (createElement('dialog', { className: 'source' }))
  /** @type {Entry[]} */
  #entries = []
  #who = ''

  /** @param {ServerConnection} link @param {() => void} onRead */
  constructor (link, onRead) {
    this.link = link
    this.onRead = onRead
    document.body.append(this.#dialog)
    document.addEventListener('click', ({ target }) => {
      const who = /** @type {HTMLElement} */ (target).closest('[data-who]')?.getAttribute('data-who')
      if (who) this.#show(who)
    })
    window.addEventListener('storage', ({ key }) => { if (key === KEPT) onRead() })
    // keeps keys from the page below, except Escape, which the browser handles itself, B, which blanks the projector, R, which judges the
    // files, and the screens' numbers
    this.#dialog.addEventListener('keydown', (event) => {
      if (/^[br1-6]$/i.test(event.key)) return this.#dialog.close()
      event.stopPropagation()
      const direction = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
      const at = this.#entries.findIndex(({ who }) => who === this.#who)
      const next = direction && this.#entries[at + direction]
      if (next) this.#show(next.who)
    })
    this.#dialog.addEventListener('click', ({ target }) => { if (target === this.#dialog) this.#dialog.close() })
  }

  /** @param {Entry[]} entries that the board shows */
  update (entries) {
    this.#entries = entries
  }

  /** @param {string} who */
  async #show (who) {
    this.#who = who
    const { lines, error } = await this.link.read(`code?who=${encodeURIComponent(who)}`)
    const entry = this.#entries.find((one) => one.who === who)
    if (this.#who !== who || !entry) return
    const says = error ?? [entry.mark, entry.says, entry.step].filter(Boolean).join(' · ')
    const code = createElement('div', { className: 'listing', tabIndex: 0 }, (lines ?? []).map(renderLine))
    Object.assign(code, { role: 'region', ariaLabel: `code of ${who}` })
    const close = createElement('button', { textContent: 'close', type: 'button', onclick: () => this.#dialog.close() })
    const keys = createElement('span', { className: 'quiet', textContent: `${this.#entries.indexOf(entry) + 1} of ${this.#entries.length}; ${lines?.length ?? 0} lines; ← → other files, Esc closes` })
    this.#dialog.replaceChildren(
      createElement('header', {}, [createElement('h2', { textContent: `${who}'s file` }), keys, close]),
      createElement('p', { textContent: says }),
      code
    )
    this.#dialog.ariaLabel = `${who}'s file`
    if (!this.#dialog.open) this.#dialog.showModal()
    code.focus()
    if (error) return
    if (!hasReadSource(entry)) keep(KEPT, JSON.stringify([...listReadFiles(), `${entry.version} ${who}`]))
    this.onRead()
  }
}

/** @param {string} html of a line, escaped by the server @param {number} index */
function renderLine (html, index) {
  const code = createElement('code')
  // inserts the line as HTML, which is safe: the server has escaped the line, and highlight.js adds only spans
  code.innerHTML = html || ' '
  return createElement('div', { className: 'line lit' }, [createElement('span', { className: 'number', textContent: String(index + 1) }), code])
}
