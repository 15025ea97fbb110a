import { readFileSync, statSync } from 'node:fs'

/**
 * @import { StageProfile } from './recording.js'
 * @import { StageAdapters } from './stage.js'
 */

/**
 * @typedef {{ type: 'waiting', what: string } | { type: 'profiling' | 'profiled' } | { type: 'failed', what: string }} ProfileEvent
 *   progress of the profiler
 */

/** Profile of a lab's programs `slow` and `fast`, made on this machine, and the state of the profiler. */
export class OwnProfile {
  /** @type {{ phase: 'none' | 'taking' | 'there' | 'failed', problem: string, takenAt: string | null, beganAt?: string }} */
  state = { phase: 'none', problem: '', takenAt: null }
  /** @type {StageProfile | undefined} */
  data
  /** @type {{ stop: () => void } | null} */
  #taking = null

  /** @param {Pick<StageAdapters, 'profile' | 'profileFile'>} adapters @param {() => void} onChange */
  constructor (adapters, onChange) {
    this.adapters = adapters
    this.onChange = onChange
    const found = this.#stat()
    this.data = this.#read()
    if (found && this.data) this.state = { phase: 'there', problem: '', takenAt: found.mtime.toISOString() }
  }

  get isTaking () {
    return this.state.phase === 'taking'
  }

  /** @returns {{ profile?: StageProfile, profiledAt?: string }} what a recording keeps of it */
  recorded () {
    const { phase, takenAt } = this.state
    return phase === 'there' ? { profile: this.data, profiledAt: takenAt ?? undefined } : {}
  }

  take () {
    const before = this.state
    const mtimeBefore = this.#stat()?.mtimeMs
    const taking = this.adapters.profile((event) => {
      if (this.isTaking) this.#setState({ ...this.state, problem: event.type === 'waiting' ? event.what : '' })
    })
    this.#taking = taking
    this.#setState({ phase: 'taking', problem: '', takenAt: null, beganAt: new Date().toISOString() })
    taking.done.then((wrong) => {
      const problem = this.#taking === taking ? wrong : 'the profiler was stopped'
      this.#taking = null
      const takenAt = new Date().toISOString()
      if (!wrong || this.#stat()?.mtimeMs !== mtimeBefore) this.data = this.#read()
      if (!wrong) this.#setState({ phase: 'there', problem: '', takenAt })
      // shows an incomplete profile if a program crashed, because the profiler still writes the samples taken before the crash
      else if (this.#stat()?.mtimeMs !== mtimeBefore) this.#setState({ phase: 'there', problem: `This profile is incomplete: ${problem}`, takenAt })
      // keeps the older profile if a new profile fails
      else if (before.phase === 'there') this.#setState({ ...before, problem: `A new profile could not be taken: ${problem}` })
      else this.#setState({ phase: 'failed', problem: String(problem), takenAt: null })
    })
  }

  stop () {
    this.#taking?.stop()
    this.#taking = null
  }

  #stat () {
    return statSync(this.adapters.profileFile, { throwIfNoEntry: false })
  }

  #read () {
    try {
      return JSON.parse(readFileSync(this.adapters.profileFile, 'utf8'))
    } catch {
      // treats a file that is missing or cut off as no profile: R takes a new one
    }
  }

  /** @param {OwnProfile['state']} state */
  #setState (state) {
    this.state = state
    this.onChange()
  }
}
