/** One step of + or -. */
const STEP = 1.1
const SIZES = { least: 0.5, most: 2.5 }

/** How large and how light the page is: a matter of this window's screen, kept by the browser. */
export class Looks {
  /** @type {CSSRule[] | undefined} */
  #dark

  /** @param {string} view whose they are: each window's are its own */
  constructor (view) {
    this.view = view
    this.size = Number(this.#kept('size')) || 1
    this.scheme = this.#kept('scheme')
    this.#apply()
  }

  /** @param {string} name */
  #kept (name) {
    try {
      return window.localStorage.getItem(`${this.view}-${name}`)
    } catch {
      return null
    }
  }

  /** @param {1 | -1} direction */
  resize (direction) {
    this.size = Math.min(SIZES.most, Math.max(SIZES.least, this.size * STEP ** direction))
    this.#apply()
  }

  exchange () {
    const isDark = this.scheme ? this.scheme === 'dark' : window.matchMedia('(prefers-color-scheme: dark)').matches
    this.scheme = isDark ? 'light' : 'dark'
    this.#apply()
  }

  #apply () {
    const { style } = document.documentElement
    style.setProperty('--size', String(this.size))
    if (this.scheme) {
      style.colorScheme = this.scheme
      // the style sheet's own dark rules hold where the key says dark, and not where the system does
      this.#dark ??= [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]).filter((rule) => rule instanceof window.CSSMediaRule && rule.media.mediaText.includes('prefers-color-scheme'))
      for (const rule of this.#dark) /** @type {CSSMediaRule} */ (rule).media.mediaText = this.scheme === 'dark' ? 'all' : 'not all'
    }
    try {
      window.localStorage.setItem(`${this.view}-size`, String(this.size))
      if (this.scheme) window.localStorage.setItem(`${this.view}-scheme`, this.scheme)
    } catch {
      // a browser that keeps nothing shows it all the same
    }
    window.dispatchEvent(new window.Event('resize'))
  }
}
