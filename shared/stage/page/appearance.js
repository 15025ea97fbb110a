import { keep, readKept } from './storage.js'

/** Factor by which the keys + and - change the size of letters. */
const STEP = 1.1
const SIZES = { least: 0.5, most: 2.5 }

/** Letter size and colours of the page in this window. The browser stores both. */
export class PageAppearance {
  /** @type {CSSRule[] | undefined} */
  #dark

  /** @param {string} view kind of window; each kind keeps its own */
  constructor (view) {
    this.view = view
    this.size = Number(readKept(`${view}-size`)) || 1
    this.scheme = readKept(`${view}-scheme`)
    this.#apply()
  }

  /** @param {1 | -1} direction */
  resize (direction) {
    this.size = Math.min(SIZES.most, Math.max(SIZES.least, this.size * STEP ** direction))
    this.#apply()
  }

  switchScheme () {
    const isDark = this.scheme ? this.scheme === 'dark' : window.matchMedia('(prefers-color-scheme: dark)').matches
    this.scheme = isDark ? 'light' : 'dark'
    this.#apply()
  }

  #apply () {
    const { style } = document.documentElement
    style.setProperty('--size', String(this.size))
    if (this.scheme) {
      style.colorScheme = this.scheme
      // makes the style sheet's rules for dark mode follow the user's choice (L key), not the system's setting
      this.#dark ??= [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules])
        .filter((rule) => rule instanceof window.CSSMediaRule && rule.media.mediaText.includes('prefers-color-scheme'))
      for (const rule of this.#dark) /** @type {CSSMediaRule} */ (rule).media.mediaText = this.scheme === 'dark' ? 'all' : 'not all'
    }
    keep(`${this.view}-size`, String(this.size))
    if (this.scheme) keep(`${this.view}-scheme`, this.scheme)
    window.dispatchEvent(new window.Event('resize'))
  }
}
