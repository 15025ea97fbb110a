import { setTimeout as wait } from 'node:timers/promises'
import { seeded } from '../../stats/random.js'
import { ask, requestOf, within } from '../load/http.js'
import { Fleet } from '../process/fleet.js'
import { allOrFirstFailure } from '../process/process.js'
import { startServices } from '../services.js'

/** A timer that renews an answer may come late, and then the answer has to be fetched. */
const LATE_MS = 250

/** @typedef {import('../run.js').Run} Run */

/** How old answers are, if the lab limits their age: the data behind them changes, and after that time the answers have to show it. */
export class Ages {
  /** @type {import('../services.js').Services | undefined} of their own: the measured ones must not change */
  #services
  /** @type {Fleet | undefined} */
  #fleet
  #changed = 0

  /** @param {Run} run @param {Omit<ConstructorParameters<typeof Fleet>[1], 'env'>} how its processes are started */
  constructor (run, how) {
    this.run = run
    this.how = how
    const { maxAgeMs = {}, ladder } = /** @type {{ maxAgeMs?: Record<string, number>, ladder: object }} */ (run.lab.manifest)
    // a control has no more than two of the lab's variants
    this.ages = Object.entries(maxAgeMs).filter(([variant]) => Object.hasOwn(ladder, variant))
  }

  /** Asks once, so that there is an answer to be kept, and changes the data. */
  async begin () {
    const { run, how } = this
    if (this.ages.length === 0) return
    this.#services = await startServices(run.lab, { seed: run.seed, random: run.random, onProgress () {} })
    this.#fleet = new Fleet([...new Set([run.reference, ...this.ages.map(([variant]) => variant)])], { ...how, env: this.#services.env })
    await this.#fleet.ready
    await this.#answers()
    await this.#services.change(seeded(run.seed + 1))
    this.#changed = performance.now()
  }

  /** @returns {Promise<{ checked: number, difference: string | null }>} when the oldest answer may not be given any more */
  async end () {
    if (!this.#fleet) return { checked: 0, difference: null }
    const { method, path } = requestOf(this.run, null)
    const oldest = Math.max(...this.ages.map(([, age]) => age))
    await wait(Math.max(0, this.#changed + oldest + LATE_MS - performance.now()))
    const seconds = (performance.now() - this.#changed) / 1000
    const answers = await this.#answers()
    const right = answers.get(this.run.reference)
    const old = this.ages.find(([variant]) => answers.get(variant) !== right)
    const difference = old && `${method} ${path}, ${seconds.toFixed(1)} s after the data changed: ${this.run.reference} answers ${JSON.stringify(right)}, ${old[0]} answers ${JSON.stringify(answers.get(old[0]))}; ` +
      `an answer may be at most ${old[1] / 1000} s old`
    return { checked: answers.size, difference: difference ?? null }
  }

  async stop () {
    await this.#fleet?.stop()
    await this.#services?.stop()
  }

  /** @returns {Promise<Map<string, string>>} by variant */
  async #answers () {
    const fleet = /** @type {Fleet} */ (this.#fleet)
    return new Map(await allOrFirstFailure([...fleet.processes].map(async ([variant, measured]) => {
      const { body } = await within(measured, ask(measured.port, requestOf(this.run, null)))
      return /** @type {[string, string]} */ ([variant, body])
    })))
  }
}
