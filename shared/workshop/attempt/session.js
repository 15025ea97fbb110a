/**
 * What a session does in the world; each resolves when it is done, and soon after its signal.
 *
 * @typedef {object} Effects
 * @property {() => 'gone' | 'unchanged' | 'changed'} look at the attendee's file
 * @property {(signal: AbortSignal) => Promise<boolean>} examine it and tell what was found: whether it is worth measuring
 * @property {() => Promise<unknown>} rest ends what the last examination has left running
 * @property {(signal: AbortSignal) => Promise<unknown>} measure
 * @property {(signal: AbortSignal) => Promise<unknown>} profile
 * @property {Record<string, () => unknown>} show what the other keys show
 * @property {(says: 'gone' | 'unchanged' | 'unfit' | 'again' | 'ended' | 'busy') => void} tell one line
 * @property {() => void} settled called when nothing is left to do
 */

/** An attendee at work on one file: what follows from a save and from a key. */
export class Session {
  /** @type {{ what: 'examine' | 'measure' | 'profile', controller: AbortController, ended: Promise<void> } | undefined} */
  #work
  /** whether the file, as it is now, is worth measuring */
  #isFit = false
  /** whether a measurement is to follow the examination */
  #measures = false

  /** @param {Effects} effects @param {{ auto: boolean }} options `auto`: measure after each save, if the answers are right */
  constructor (effects, { auto }) {
    this.effects = effects
    this.auto = auto
  }

  /** The file was saved, or removed, or is there again. */
  async saved () {
    const { what } = this.#work ?? {}
    // a save in the middle of a measurement begins it again; so does another one, while the first is looked at
    this.#measures = this.auto || what === 'measure' || (what === 'examine' && this.#measures)
    this.#isFit = false
    if (what === 'measure') this.effects.tell('again')
    if (what === 'profile') this.effects.tell('ended')
    await this.#begin('examine', async (signal) => {
      const state = this.effects.look()
      if (state !== 'changed') {
        // what was examined last is no longer in the file, and has nothing more to say
        await this.effects.rest()
        return this.effects.tell(state)
      }
      this.#isFit = await this.effects.examine(signal)
    })
  }

  /** @param {string} key b, p, or one of those that show something; others do nothing */
  async press (key) {
    if (Object.hasOwn(this.effects.show, key)) {
      await this.effects.show[key]()
      this.#shown()
      return
    }
    if (key === 'b') return this.#measure()
    if (key !== 'p') return
    if (this.#work) return this.effects.tell('busy')
    if (this.effects.look() === 'gone') {
      this.effects.tell('gone')
      return this.#shown()
    }
    await this.#begin('profile', (signal) => this.effects.profile(signal))
  }

  /** Ends what is going on. */
  async end () {
    this.#work?.controller.abort()
    await this.#work?.ended
  }

  async #measure () {
    if (this.#work?.what === 'examine') this.#measures = true
    else if (this.#work) this.effects.tell('busy')
    else if (this.#isFit) await this.#begin('measure', (signal) => this.effects.measure(signal))
    else {
      const state = this.effects.look()
      this.effects.tell(state === 'changed' ? 'unfit' : state)
      this.#shown()
    }
  }

  /** A key has been answered; what is going on settles later. */
  #shown () {
    if (!this.#work) this.effects.settled()
  }

  /** @param {'examine' | 'measure' | 'profile'} what @param {(signal: AbortSignal) => unknown} work that takes the place of what is going on */
  async #begin (what, work) {
    const before = this.#work
    before?.controller.abort()
    const controller = new AbortController()
    const { signal } = controller
    const ended = (async () => {
      // whoever began it hears how it failed
      await before?.ended.catch(() => {})
      if (!signal.aborted) await work(signal)
    })()
    const begun = this.#work = { what, controller, ended }
    try {
      await ended
    } finally {
      if (this.#work === begun) this.#work = undefined
    }
    if (signal.aborted) return
    if (what === 'examine' && this.#isFit && this.#measures) return this.#measure()
    this.effects.settled()
  }
}
