/** Smallest letters that a whole lecture room can read, as a share of the usual size. A screen that is still too high can be scrolled. */
const LEAST = 0.6

/** Number of halvings in the search for a letter size: five halvings find the size with an error of at most 1.3 %. */
const HALVINGS = 5

/** Shrinks the letters of a screen that is higher than the window. */
export class FontSizeFitter {
  #share = 1
  #known = ''

  /** @param {HTMLElement} root of the screens */
  constructor (root) {
    this.root = root
  }

  /** Resets the letters of a new screen to the usual size. */
  reset () {
    this.#known = ''
    this.#apply(1)
  }

  /**
   * Searches for the letter size again if the screen, the window or the user's setting has changed.
   *
   * @param {string} shown names the state of the screen
   * @param {number} size chosen by the user
   */
  update (shown, size) {
    const { clientWidth, clientHeight } = this.root
    const known = JSON.stringify([shown, size, clientWidth, clientHeight])
    const isLonger = size <= 1 && this.#share > LEAST && this.#overflows()
    if (known === this.#known && !isLonger) return
    this.#known = known
    const { style } = document.documentElement
    // ignores an enlargement by the user in the search, because a user who enlarges the letters accepts that the screen scrolls
    style.setProperty('--size', String(Math.min(1, size)))
    this.#search()
    style.setProperty('--size', String(size))
  }

  #search () {
    this.#apply(1)
    if (!this.#overflows()) return
    let [fits, most] = [LEAST, 1]
    for (let halving = 0; halving < HALVINGS; halving++) {
      const middle = (fits + most) / 2
      this.#apply(middle)
      if (this.#overflows()) most = middle
      else fits = middle
    }
    this.#apply(fits)
  }

  /** @param {number} share of the usual size */
  #apply (share) {
    this.#share = share
    document.documentElement.style.setProperty('--fit', String(share))
  }

  #overflows () {
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = this.root
    return scrollHeight > clientHeight || scrollWidth > clientWidth
  }
}
