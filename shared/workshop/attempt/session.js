/**
 * Actions of `pnpm lab <name> watch`. An action's promise resolves when the action ends. An action ends soon after the signal aborts it.
 *
 * @typedef {object} Effects
 * @property {() => 'gone' | 'unchanged' | 'changed'} look returns the state of the attendee's file
 * @property {(signal: AbortSignal) => Promise<boolean>} examine checks the file and reports; resolves with true if it can be measured
 * @property {() => Promise<unknown>} rest ends the process of the last check
 * @property {(signal: AbortSignal) => Promise<unknown>} measure
 * @property {(signal: AbortSignal) => Promise<unknown>} profile
 * @property {Record<string, () => unknown>} show actions of the other keys
 * @property {(says: 'gone' | 'unchanged' | 'unfit' | 'again' | 'ended' | 'busy') => void} tell prints one line
 * @property {() => void} settled called when no work is left
 */

/** Decides what to start when a watched file is saved or a key is pressed: a check, a measurement, a profile, or a text such as a hint. */
export class WatchSession {
  /** @type {{ what: 'examine' | 'measure' | 'profile', controller: AbortController, ended: Promise<void> } | undefined} */
  #work
  /** true if the file, as it is now, can be measured */
  #isFit = false
  /** true if a measurement follows the check */
  #measures = false

  /** @param {Effects} effects @param {{ auto: boolean }} options `auto`: measure after each save, if the answers are right */
  constructor (effects, { auto }) {
    this.effects = effects
    this.auto = auto
  }

  /** Checks the attendee's file again after the file was saved, removed or restored. */
  async saved () {
    const { what } = this.#work ?? {}
    // a measurement that a save interrupts starts again after the check, even if another save interrupts the check
    this.#measures = this.auto || what === 'measure' || (what === 'examine' && this.#measures)
    this.#isFit = false
    if (what === 'measure') this.effects.tell('again')
    if (what === 'profile') this.effects.tell('ended')
    await this.#begin('examine', async (signal) => {
      const state = this.effects.look()
      if (state !== 'changed') {
        // ends the process of the last check, because it runs an earlier version of the file, and its late failure would mislead
        await this.effects.rest()
        return this.effects.tell(state)
      }
      this.#isFit = await this.effects.examine(signal)
    })
  }

  /**
   * Handles a pressed key: b measures, p profiles, and keys such as h show a text (`effects.show`). Other keys do nothing.
   *
   * @param {string} key
   */
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

  /** Ends the work under way. */
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

  /** Calls `effects.settled` after a key has shown a text, unless a check, measurement or profile is still running. */
  #shown () {
    if (!this.#work) this.effects.settled()
  }

  /** @param {'examine' | 'measure' | 'profile'} what @param {(signal: AbortSignal) => unknown} work that replaces the work under way */
  async #begin (what, work) {
    const before = this.#work
    before?.controller.abort()
    const controller = new AbortController()
    const { signal } = controller
    const ended = (async () => {
      // ignores a failure of the earlier check, measurement or profile, because the call that started it handles the failure
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
