import { setTimeout as wait } from 'node:timers/promises'
import { createRandom } from '@hotpath-labs/engine/stats/random.js'
import { sendRequest, awaitServerAnswer } from '@hotpath-labs/engine/load/http.js'
import { ProcessSet, settleAllOrThrow } from '@hotpath-labs/engine/process/measured-process.js'
import { compareResponses, describeDifferentResponses } from './responses.js'
import { startServices } from '../measure/services.js'
import { describeAgeLimit } from '../plans.js'

/**
 * @import { MeasuredProcess } from '@hotpath-labs/engine/process/measured-process.js'
 * @import { ServerSubject } from '@hotpath-labs/engine/subjects/server.js'
 * @import { Trial } from '../measure/trial.js'
 * @import { Services } from '../measure/services.js'
 */

/**
 * Tolerance in ms by which an answer may exceed its maximum age: a cache's refresh timer may fire late, and fetching new data takes time.
 */
const LATE_MS = 250

/** Milliseconds between two requests when the age of cached answers is checked under load. */
const LOAD_EVERY_MS = 20

/** Tolerance in ms by which an answer under load may exceed its maximum age: a cache's refresh may wait for a busy database. */
const LATE_REFRESH_MS = 1000

/**
 * Fewest comparisons under load. A program may have begun to fetch the data before they changed, and then has to fetch them again. On a
 * busy machine each fetch may take longer than the tolerance.
 */
const FEWEST_COMPARISONS = 6

/** Age limits up to this number of ms are checked before the measurement, longer age limits at the end of the run. */
const SOON_MS = 1000

/** Checks that cached answers are not too old: changes the data, waits for the lab's maximum age, and expects answers with the new data. */
export class StalenessCheck {
  /** @type {Services | undefined} services of this check alone, because the data of the measured servers must not change */
  #services
  /** @type {ProcessSet | undefined} */
  #processSet
  /** @type {Promise<void> | undefined} */
  #beginning
  #stopping = new AbortController()
  #changed = 0
  #checked = 0
  /** @type {string | null} */
  #difference = null

  /** @param {Trial} trial @param {Omit<ConstructorParameters<typeof ProcessSet>[1], 'env'>} how options of its processes */
  constructor (trial, how) {
    this.trial = trial
    this.how = how
    const list = (/** @type {'maxAgeMs' | 'maxAgeUnderLoadMs'} */ limit) => Object.entries(trial.plan.programs)
      .flatMap(([variant, { [limit]: age }]) => age === undefined ? [] : [{ variant, age, isLoaded: limit === 'maxAgeUnderLoadMs' }])
    this.ages = [...list('maxAgeMs'), ...list('maxAgeUnderLoadMs')].sort((one, other) => one.age - other.age)
  }

  /** Begins in the background. `begin` waits for it, and throws what went wrong. */
  start () {
    if (this.ages.length === 0) return
    this.#beginning = this.#askBeforeAndAfterChange()
    this.#beginning.catch(() => {})
  }

  /** Starts the servers, changes their data, and checks the age limits up to SOON_MS. */
  async begin () {
    if (!this.#beginning) this.start()
    await this.#beginning
  }

  async #askBeforeAndAfterChange () {
    const { trial: { plan, reference, session: { seed } }, how } = this
    const { signal } = this.#stopping
    // a generator of its own, because the run draws at the same time
    const random = createRandom(seed)
    this.#services = await startServices(plan, { seed, random, onProgress () {} })
    if (signal.aborted) return
    const variants = new Set([reference, ...this.ages.map(({ variant }) => variant)])
    this.#processSet = new ProcessSet([...variants], { ...how, random, env: this.#services.env })
    await this.#processSet.ready
    // fills caches
    await this.#askVariants([...variants])
    const immediate = this.ages.filter(({ age, isLoaded }) => age === 0 && !isLoaded)
    // twice where each answer must be new: a change may leave a part of the data as it was
    for (const change of immediate.length ? [1, 2] : [1]) {
      await this.#askWhile(this.#services.change(createRandom(seed + change)), immediate.map(({ variant }) => variant))
      this.#changed = performance.now()
      await this.#checkAges(immediate)
    }
    await this.#checkAges(this.ages.filter((limit) => limit.age <= SOON_MS && !immediate.includes(limit)))
  }

  get #request () {
    return /** @type {ServerSubject} */ (this.trial.subject).workload
  }

  /** True if an answer was older than the lab allows. */
  get isWrong () {
    return this.#difference !== null
  }

  /**
   * Checks the age limits longer than SOON_MS, at the end of the run.
   * @returns {Promise<{ checked: number, difference: string | null }>}
   */
  async end () {
    if (this.#processSet && !this.isWrong) await this.#checkAges(this.ages.filter(({ age }) => age > SOON_MS))
    return { checked: this.#checked, difference: this.#difference }
  }

  async stop () {
    this.#stopping.abort()
    await this.#processSet?.stop()
    await this.#beginning?.catch(() => {})
    await this.#services?.stop()
  }

  /**
   * Waits until cached answers would be too old, then compares each variant's answer with the reference variant's answer.
   * @param {StalenessCheck['ages']} ages ms
   */
  async #checkAges (ages) {
    const { method, path } = this.#request
    const { signal } = this.#stopping
    for (const { variant, age, isLoaded } of ages) {
      // an answer that must be new may not come late either
      if (!isLoaded && age > 0) await wait(Math.max(0, this.#changed + age + LATE_MS - performance.now()), undefined, { signal })
      const { expected, other } = await (isLoaded ? this.#compareUnderLoad(variant, age + LATE_REFRESH_MS) : this.#compare(variant))
      const seconds = (performance.now() - this.#changed) / 1000
      if (!other) continue
      this.#difference ??= `${method} ${path}, ${seconds.toFixed(1)} s after the data changed: ${describeDifferentResponses(expected, other)}; ${describeAgeLimit(age, { isLoaded })}`
    }
  }

  /**
   * Keeps asking while the data changes. A change can take longer than a program keeps an answer, and an answer from before the change
   * would have been dropped by its end.
   *
   * @param {Promise<void>} change
   * @param {string[]} variants
   */
  async #askWhile (change, variants) {
    const progress = { ended: false }
    const changed = change.finally(() => { progress.ended = true })
    // a failure is thrown below
    changed.catch(() => {})
    while (!progress.ended && variants.length) await this.#askVariants(variants)
    await changed
  }

  /** @param {string} variant */
  async #compare (variant) {
    const answers = await this.#askVariants([...new Set([this.trial.reference, variant])])
    this.#checked += answers.length
    return compareResponses(answers, this.trial.reference)
  }

  /**
   * Repeats the comparison of a variant's answer with the reference variant's answer until both agree or time is up, because a cache may
   * refresh only when a request arrives.
   *
   * @param {string} variant
   * @param {number} ms
   */
  async #compareUnderLoad (variant, ms) {
    const end = performance.now() + ms
    for (let comparisons = 1; ; comparisons++) {
      const compared = await this.#compare(variant)
      if (!compared.other || (performance.now() >= end && comparisons >= FEWEST_COMPARISONS)) return compared
      await wait(LOAD_EVERY_MS)
    }
  }

  /** @param {string[]} variants */
  #askVariants (variants) {
    const { processes } = /** @type {ProcessSet} */ (this.#processSet)
    return settleAllOrThrow(variants.map(async (variant) => {
      const measured = /** @type {MeasuredProcess} */ (processes.get(variant))
      return { variant, ...await awaitServerAnswer(measured, sendRequest(measured, this.#request)) }
    }))
  }
}
