/**
 * Actions of a `WatchSession`. An action's promise resolves when the action ends. An action ends soon after the signal aborts it.
 *
 * @typedef {object} Effects
 * @property {() => 'gone' | 'unchanged' | 'changed'} look returns the state of the attendee's file
 * @property {() => string} readVersion returns another text for other bytes of the attendee's files
 * @property {(signal: AbortSignal, isMeasuredNext: () => boolean) => Promise<boolean>} examine checks the file and reports; resolves with
 *   true if it can be measured; `isMeasuredNext`: a measurement follows by itself
 * @property {() => Promise<unknown>} rest ends the process of the last check
 * @property {(signal: AbortSignal) => Promise<boolean>} measure judges the file; resolves with true if the file passes
 * @property {(signal: AbortSignal) => Promise<unknown>} measureLab measures the lab's own programs
 * @property {(signal: AbortSignal, isChanged: boolean) => Promise<unknown>} profile profiles the file, or `slow` if the file is an
 *   unchanged copy of it
 * @property {Record<string, (isAgain: boolean) => unknown>} show actions of the other keys; `isAgain`: the key before was the same
 * @property {(says: 'gone' | 'unchanged' | 'again' | 'ended' | 'stopped' | 'busy' | 'passed' | 'no such key') => void} tell prints one line
 * @property {() => void} settled called when no work is left
 */

/** Decides what to start when a watched file is saved or a key is pressed: a check, a measurement, a profile, or a text such as a hint. */
export class WatchSession {
  /** @type {{ what: 'examine' | 'measure' | 'profile', controller: AbortController, ended: Promise<unknown> } | undefined} */
  #work
  /** true if the file, as it is now, can be measured */
  #isFit = false
  /** true if a measurement follows the check */
  #measures = false
  #lastKey = ''
  /** true from the call of `end` on: a save starts nothing any more */
  #hasEnded = false
  /** that of the last check @type {string | undefined} */
  #version
  /** true once a measurement has found that the file passes */
  hasPassed = false

  /** @param {Effects} effects @param {{ auto: boolean }} options `auto`: measure after each save, if the answers are right */
  constructor (effects, { auto }) {
    this.effects = effects
    this.auto = auto
  }

  /** Checks the attendee's file again after the file was saved, removed or restored. What is measured already is not measured again. */
  async saved () {
    if (this.#hasEnded) return
    const isMeasured = this.#work ? this.#work.what !== 'examine' : this.auto && this.#isFit
    if (!isMeasured || this.effects.readVersion() !== this.#version) await this.#check()
  }

  async #check () {
    this.#version = this.effects.readVersion()
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
      this.#isFit = await this.effects.examine(signal, () => this.#measures)
    })
  }

  /**
   * Handles a pressed key: m measures, p profiles, Esc stops either, and keys such as h show a text (`effects.show`). While work is under
   * way, a key that does nothing is not worth an interruption.
   *
   * @param {string} key
   */
  async press (key) {
    const isAgain = key === this.#lastKey
    this.#lastKey = key
    if (Object.hasOwn(this.effects.show, key)) {
      const isKnown = this.effects.readVersion() === this.#version
      await this.effects.show[key](isAgain)
      // the solution brings files along: a measurement under way does not use them
      if (isKnown) this.#version = this.effects.readVersion()
      this.#shown()
      return
    }
    if (key === 'escape') return this.#stop()
    if (key === 'm') return this.#measure()
    if (key !== 'p') {
      if (this.#work) return
      this.effects.tell('no such key')
      return this.#shown()
    }
    if (this.#work) return this.effects.tell('busy')
    const state = this.effects.look()
    if (state === 'gone') {
      this.effects.tell('gone')
      return this.#shown()
    }
    await this.#begin('profile', (signal) => this.effects.profile(signal, state === 'changed'))
  }

  /** Ends the work under way. */
  async end () {
    this.#hasEnded = true
    this.#work?.controller.abort()
    // ignores a failure, because the call that started the work handles it
    await this.#work?.ended.catch(() => {})
  }

  async #measure () {
    if (this.#work?.what === 'examine') this.#measures = true
    else if (this.#work) this.effects.tell('busy')
    else if (this.#isFit) await this.#begin('measure', (signal) => this.#judge(signal))
    else if (this.effects.look() === 'unchanged') await this.#begin('measure', (signal) => this.effects.measureLab(signal))
    else if (this.effects.look() === 'gone') {
      this.effects.tell('gone')
      this.#shown()
    } else {
      // the event of the save has not arrived yet, or the check has found a fault, which may have been the machine's
      const checked = this.#check()
      this.#measures = true
      await checked
    }
  }

  /** Stops a measurement or profile. A check ends by itself, and nothing can be measured without it. */
  async #stop () {
    const work = this.#work
    if (!work || work.what === 'examine') return
    work.controller.abort()
    // ignores a failure, because the call that started the work handles it
    const isPassed = await work.ended.catch(() => false)
    // a file that has just passed was not stopped
    if (isPassed !== true) this.effects.tell('stopped')
    this.#shown()
  }

  /** @param {AbortSignal} signal */
  async #judge (signal) {
    const isPassed = await this.effects.measure(signal)
    if (!isPassed) return false
    this.hasPassed = true
    this.effects.tell('passed')
    return true
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
      return signal.aborted ? undefined : work(signal)
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

/**
 * Actions of a `WorkshopSession`.
 *
 * @typedef {object} WorkshopEffects
 * @property {() => string[]} listLabs in the workshop's order
 * @property {() => string | undefined} findFirst the lab that was left, or the next one to do; undefined once all are passed
 * @property {(current?: string) => string | undefined} findNext the next lab to do; undefined once all others are passed
 * @property {(lab: string) => Promise<OpenLab | undefined>} open undefined if it fails, for a printed reason
 * @property {() => void} showLabs prints the numbered list of the labs
 * @property {(isBackPossible: boolean) => void} explainList prints what can be typed below the list
 * @property {(typed: string) => void} askLab shows what has been typed so far of a lab's number or name
 * @property {(says: 'all passed' | 'no such lab') => void} tell prints one line
 */

/** @typedef {{ session: WatchSession, showKeys: () => void, close: () => Promise<unknown> }} OpenLab `close` ends the session, too */

/** Most characters of a lab's number or name. */
const MOST_TYPED = 30

/** Leads through the labs one by one: opens a lab, hands the keys on to its `WatchSession`, and goes to the next lab or a chosen one. */
export class WorkshopSession {
  /** @type {{ name: string } & OpenLab | undefined} */
  #lab
  /** beginning of a lab's number or name, while the list is shown @type {string | undefined} */
  #typed
  /** true while one lab is closed and another one opened, or stopped: keys do nothing then */
  #isMoving = false
  #hasEnded = false

  /** @param {WorkshopEffects} effects */
  constructor (effects) {
    this.effects = effects
  }

  /** Opens the lab that was left, or the first to do. */
  async begin () {
    await this.#goTo(this.effects.findFirst())
  }

  /**
   * Handles a pressed key: n opens the next lab, as Enter does once the file has passed, and l lists the labs. The lab's session gets all
   * other keys.
   *
   * @param {string} key
   */
  async press (key) {
    if (this.#isMoving) return
    if (this.#typed !== undefined) return this.#choose(key)
    if (key === 'l') return this.#list()
    if (key === 'n' || (key === 'enter' && this.#lab?.session.hasPassed)) return this.#goTo(this.effects.findNext(this.#lab?.name))
    await this.#lab?.session.press(key)
  }

  /** True while a lab's name is typed, in which a key such as q is a letter. */
  get isTyping () {
    return Boolean(this.#typed)
  }

  /** Shows what can be typed: the keys, or the number or name of a lab. */
  settled () {
    if (this.#typed !== undefined) this.effects.askLab(this.#typed)
    else if (!this.#isMoving) this.#lab?.showKeys()
  }

  /** Closes the open lab, and one that is being opened. */
  async end () {
    this.#hasEnded = true
    await this.#close()
  }

  async #close () {
    const lab = this.#lab
    this.#lab = undefined
    await lab?.close()
  }

  /** @param {string | undefined} name of a lab */
  async #goTo (name) {
    this.#typed = undefined
    if (name === undefined) {
      this.effects.tell('all passed')
      return this.#list()
    }
    this.#isMoving = true
    try {
      await this.#close()
      const lab = await this.effects.open(name)
      if (lab) this.#lab = { name, ...lab }
    } finally {
      this.#isMoving = false
    }
    if (this.#hasEnded) return this.#close()
    if (!this.#lab) return this.#list()
    // the first look at the file, as after a save, also shows the keys
    await this.#lab.session.saved()
  }

  async #list () {
    this.#isMoving = true
    try {
      // what a measurement draws would cover what is typed
      await this.#lab?.session.press('escape')
    } finally {
      this.#isMoving = false
    }
    this.#typed = ''
    this.effects.showLabs()
    this.effects.explainList(this.#lab !== undefined)
    this.effects.askLab('')
  }

  /** Handles the keys that the line below the list names, and shows that line again for any other key. @param {string} key */
  async #choose (key) {
    const typed = String(this.#typed)
    if (/^[\w-]$/.test(key)) this.#typed = (typed + key).slice(0, MOST_TYPED)
    else if (key === 'backspace') this.#typed = typed.slice(0, -1)
    else if (key === 'enter' && typed) return this.#open(typed)
    else if (key === 'escape' && this.#lab) this.#typed = undefined
    else this.effects.explainList(this.#lab !== undefined)
    this.settled()
  }

  /** @param {string} typed number of a lab in the list, from 1, or the beginning of its name */
  async #open (typed) {
    const labs = this.effects.listLabs()
    const name = labs[Number(typed) - 1] ?? labs.find((lab) => lab.toLowerCase().startsWith(typed.toLowerCase()))
    if (name !== undefined) return this.#goTo(name)
    this.#typed = ''
    this.effects.tell('no such lab')
    this.settled()
  }
}
