import { setTimeout as wait } from 'node:timers/promises'
import { seeded } from '../../stats/random.js'
import { sendRequest, findRequest, withTimeout } from '../load/http.js'
import { ProcessSet } from '../process/process-set.js'
import { allOrFirstFailure } from '../all-or-first-failure.js'
import { compareResponses, describeResponse } from './responses.js'
import { startServices } from '../services.js'

/**
 * @import { MeasuredProcess } from '../process/measured-process.js'
 * @import { Run } from '../run.js'
 * @import { Services } from '../services.js'
 */

/** A timer that renews an answer may come late, and then the answer has to be fetched. */
const LATE_MS = 250

/** Answers that may be no older than this are looked at before anything is measured, and the others when all is. */
const SOON_MS = 1000

/** How old answers are, if the lab limits their age: the data behind them changes, and after that time the answers have to show it. */
export class StalenessCheck {
  /** @type {Services | undefined} of their own: the measured ones must not change */
  #services
  /** @type {ProcessSet | undefined} */
  #processSet
  #changed = 0
  #checked = 0
  /** @type {string | null} */
  #difference = null

  /** @param {Run} run @param {Omit<ConstructorParameters<typeof ProcessSet>[1], 'env'>} how its processes are started */
  constructor (run, how) {
    this.run = run
    this.how = how
    const { maxAgeMs = {}, ladder } = /** @type {{ maxAgeMs?: Record<string, number>, ladder: object }} */ (run.lab.manifest)
    // a control has no more than two of the lab's variants
    this.ages = Object.entries(maxAgeMs).filter(([variant]) => Object.hasOwn(ladder, variant)).sort(([, age], [, other]) => age - other)
  }

  /** Asks once, so that there is an answer to be kept, and changes the data. */
  async begin () {
    const { run, how } = this
    if (this.ages.length === 0) return
    this.#services = await startServices(run.lab, { seed: run.seed, random: run.random, onProgress () {} })
    this.#processSet = new ProcessSet([...new Set([run.reference, ...this.ages.map(([variant]) => variant)])], { ...how, env: this.#services.env })
    await this.#processSet.ready
    await this.#answers([...this.#processSet.processes.keys()])
    await this.#services.change(seeded(run.seed + 1))
    this.#changed = performance.now()
    await this.#check(this.ages.filter(([, age]) => age <= SOON_MS))
  }

  /** Whether an answer has been older than it may be. */
  get isWrong () {
    return this.#difference !== null
  }

  /** @returns {Promise<{ checked: number, difference: string | null }>} when the oldest answer may not be given any more */
  async end () {
    if (this.#processSet && !this.isWrong) await this.#check(this.ages.filter(([, age]) => age > SOON_MS))
    return { checked: this.#checked, difference: this.#difference }
  }

  async stop () {
    await this.#processSet?.stop()
    await this.#services?.stop()
  }

  /** @param {[string, number][]} ages to be checked one after the other, each as soon as its time is up */
  async #check (ages) {
    const { reference } = this.run
    const { method, path } = findRequest(this.run, null)
    for (const [variant, age] of ages) {
      await wait(Math.max(0, this.#changed + age + LATE_MS - performance.now()))
      const seconds = (performance.now() - this.#changed) / 1000
      const answers = await this.#answers([...new Set([reference, variant])])
      const { expected, other } = compareResponses(answers, reference)
      this.#checked += answers.length
      if (!other) continue
      this.#difference ??= `${method} ${path}, ${seconds.toFixed(1)} s after the data changed: ${reference} answers ${describeResponse(expected)}, ` +
        `${variant} answers ${describeResponse(other)}; an answer may be at most ${age / 1000} s old`
    }
  }

  /** @param {string[]} variants */
  #answers (variants) {
    const { processes } = /** @type {ProcessSet} */ (this.#processSet)
    return allOrFirstFailure(variants.map(async (variant) => {
      const measured = /** @type {MeasuredProcess} */ (processes.get(variant))
      return { variant, ...await withTimeout(measured, sendRequest(measured.port, findRequest(this.run, null))) }
    }))
  }
}
