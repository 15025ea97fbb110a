import { existsSync, readFileSync, statSync } from 'node:fs'

/**
 * @import { Recording } from './recording.js'
 * @import { StageAdapters } from './stage.js'
 */

/**
 * @typedef {{ type: 'waiting', what: string } | { type: 'profiling' | 'profiled' } | { type: 'failed', what: string }} ProfileEvent
 *   progress of the profiler
 */

/** Flame graphs of a lab's programs `slow` and `fast`, made on this machine, and the state of the profiler. */
export class FlameProfile {
  /** @type {{ phase: 'none' | 'taking' | 'there' | 'failed', problem: string, takenAt: string | null }} */
  state = { phase: 'none', problem: '', takenAt: null }
  /** @type {{ stop: () => void } | null} */
  #taking = null

  /** @param {Pick<StageAdapters, 'profile' | 'flamePage' | 'flameData'>} adapters @param {() => void} onChange */
  constructor (adapters, onChange) {
    this.adapters = adapters
    this.onChange = onChange
    if (existsSync(adapters.flamePage)) this.state = { phase: 'there', problem: '', takenAt: statSync(adapters.flamePage).mtime.toISOString() }
  }

  get isTaking () {
    return this.state.phase === 'taking'
  }

  /** @returns {string | undefined} HTML, where there is one */
  page () {
    return existsSync(this.adapters.flamePage) ? readFileSync(this.adapters.flamePage, 'utf8') : undefined
  }

  /** @returns {Pick<Recording, 'profile' | 'profiledAt'>} what a recording keeps of it */
  recorded () {
    const { phase, takenAt } = this.state
    if (phase !== 'there' || !existsSync(this.adapters.flameData)) return {}
    return { profile: JSON.parse(readFileSync(this.adapters.flameData, 'utf8')), profiledAt: takenAt ?? undefined }
  }

  take () {
    const before = this.state
    const readMtime = () => statSync(this.adapters.flamePage, { throwIfNoEntry: false })?.mtimeMs
    const mtimeBefore = readMtime()
    const taking = this.adapters.profile((event) => {
      if (this.isTaking) this.#setState({ ...this.state, problem: event.type === 'waiting' ? event.what : '' })
    })
    this.#taking = taking
    this.#setState({ phase: 'taking', problem: '', takenAt: null })
    taking.done.then((wrong) => {
      const problem = this.#taking === taking ? wrong : 'the profiler was stopped'
      this.#taking = null
      const takenAt = new Date().toISOString()
      if (!wrong) this.#setState({ phase: 'there', problem: '', takenAt })
      // shows an incomplete profile if a program crashed, because the profiler still writes the samples taken before the crash
      else if (readMtime() !== mtimeBefore) this.#setState({ phase: 'there', problem: `This profile is incomplete: ${problem}`, takenAt })
      // keeps the older profile if a new profile fails
      else if (before.phase === 'there') this.#setState({ ...before, problem: `A new profile could not be taken: ${problem}` })
      else this.#setState({ phase: 'failed', problem: String(problem), takenAt: null })
    })
  }

  stop () {
    this.#taking?.stop()
    this.#taking = null
  }

  /** @param {FlameProfile['state']} state */
  #setState (state) {
    this.state = state
    this.onChange()
  }
}
