import { existsSync, readFileSync, statSync } from 'node:fs'

/** @typedef {{ type: 'waiting', what: string } | { type: 'profiling' | 'profiled' } | { type: 'failed', what: string }} ProfileEvent as a profile is taken */

/** The profile of slow and fast on this machine: the one that is there, and one that is being taken. */
export class Flame {
  /** @type {{ phase: 'none' | 'taking' | 'there' | 'failed', told: string, takenAt: string | null }} */
  state = { phase: 'none', told: '', takenAt: null }
  /** @type {{ stop: () => void } | null} */
  #taking = null

  /** @param {Pick<import('./stage.js').Outside, 'profile' | 'flamePage' | 'flameData'>} outside @param {() => void} onChange */
  constructor (outside, onChange) {
    this.outside = outside
    this.onChange = onChange
    if (existsSync(outside.flamePage)) this.state = { phase: 'there', told: '', takenAt: statSync(outside.flamePage).mtime.toISOString() }
  }

  get isTaking () {
    return this.state.phase === 'taking'
  }

  /** @returns {string | undefined} HTML, where there is one */
  page () {
    return existsSync(this.outside.flamePage) ? readFileSync(this.outside.flamePage, 'utf8') : undefined
  }

  /** @returns {Pick<import('./recording.js').Recording, 'profile' | 'profiledAt'>} what a recording keeps of it */
  recorded () {
    const { phase, takenAt } = this.state
    return phase === 'there' && existsSync(this.outside.flameData) ? { profile: JSON.parse(readFileSync(this.outside.flameData, 'utf8')), profiledAt: takenAt ?? undefined } : {}
  }

  take () {
    const before = this.state
    const drawnAt = () => statSync(this.outside.flamePage, { throwIfNoEntry: false })?.mtimeMs
    const was = drawnAt()
    const taking = this.outside.profile((event) => {
      if (this.isTaking) this.#become({ ...this.state, told: event.type === 'waiting' ? event.what : '' })
    })
    this.#taking = taking
    this.#become({ phase: 'taking', told: '', takenAt: null })
    taking.done.then((wrong) => {
      const told = this.#taking === taking ? wrong : 'the profiler was stopped'
      this.#taking = null
      const takenAt = new Date().toISOString()
      if (!wrong) this.#become({ phase: 'there', told: '', takenAt })
      // a variant that dies leaves the profile up to there
      else if (drawnAt() !== was) this.#become({ phase: 'there', told: `This profile is incomplete: ${told}`, takenAt })
      // an older one is better than none
      else if (before.phase === 'there') this.#become({ ...before, told: `A new profile could not be taken: ${told}` })
      else this.#become({ phase: 'failed', told: String(told), takenAt: null })
    })
  }

  stop () {
    this.#taking?.stop()
    this.#taking = null
  }

  /** @param {Flame['state']} state */
  #become (state) {
    this.state = state
    this.onChange()
  }
}
