import { setTimeout as wait } from 'node:timers/promises'
import {
  MEASURING_MODULES_BY_LAB_KIND, findFailureCause, chooseSupportedFlags, findSupportedPermissionFlags,
  MeasuredProcess, CpuAffinity, startServices, ServerUnderLoad, StalenessCheck,
} from 'hotpath/measure'
import { CannotRun, VariantFailure, describeFailure } from 'hotpath/failures'
import { drawSeed, createRandom } from 'hotpath/stats'
import { makeLabForAnswerCheck } from './attempt.js'

/** Time limit in ms for an answer of an attendee's program: longer than any lab's file takes to load from a cold disk. */
const HANGS_AFTER_MS = 4000

/** Time limit in ms for an answer on a busy machine, including the time in which the attendee's program gets no CPU time. */
const PATIENT_FOR_MS = 20_000

/** Time in ms for the lines that an attendee's program printed last. */
const PRINTS_WITHIN_MS = 10

/** Limits the heap to 1 GB, which is more than any lab needs. A leaking file would reach V8's own limit only after 30 s. */
const FLAGS = ['--max-old-space-size=1024']

/** Time in ms after a check during which a failure of the attendee's file is still reported. */
const LATE_FAILURE_MS = 15_000

/** Number of requests that a check sends to a server to count its calls, unless the workload sets a number. */
const MORE_REQUESTS = 20

/** @import { Lab } from 'hotpath/lab' */
/** @import { Counter, Kind, Oracle, Result, Run, Services } from 'hotpath/measure' */

/**
 * @typedef {Result['failure']} Failure
 * @typedef {{ lines: number, text: string }} Printed number of lines, and the first of them
 * @typedef {{ oracle: Oracle | null, counters: Counter[], failure: Failure, seconds: number, printed: Printed }} Checked
 */

/**
 * Checks the attendee's file on each save: its answers against those of `slow`, and its call counts.
 * Servers and processes start in advance, so that a check takes less than a second.
 */
export class AnswerChecker {
  /** @type {Services | undefined} */
  #services
  /** slow's server, in a lab of servers @type {MeasuredProcess | undefined} */
  #slow
  /** process for the next check @type {MeasuredProcess | undefined} */
  #spare
  /** process of the last check @type {MeasuredProcess | undefined} */
  #last
  /** @type {NodeJS.Timeout | undefined} */
  #timer
  /** Node's options by variant @type {Record<string, string[]>} */
  #flags = {}

  /**
   * @param {Lab} lab
   * @param {string} file absolute
   * @param {(failure: NonNullable<Failure>) => void} onLate called if the file fails after its check
   */
  constructor (lab, file, onLate) {
    this.lab = makeLabForAnswerCheck(lab, file)
    this.onLate = onLate
  }

  /** Starts the services. @throws {CannotRun} if the lab needs something that this machine does not have */
  async start () {
    const seed = drawSeed()
    const kind = /** @type {Kind} */ (MEASURING_MODULES_BY_LAB_KIND[this.lab.manifest.kind])
    // with the permissions of a measurement, so that both refuse the same files
    this.kind = { ...kind, NODE_FLAGS: [...kind.NODE_FLAGS, ...await findSupportedPermissionFlags(process.execPath)] }
    this.#flags = await chooseSupportedFlags(this.lab.manifest, process.execPath)
    this.#services = await startServices(this.lab, { seed, random: createRandom(seed), onProgress () {} })
    this.#prepare()
  }

  /** Checks the file as it is now. @param {AbortSignal} signal @returns {Promise<Checked | undefined>} undefined if aborted */
  async examine (signal) {
    const started = performance.now()
    await this.rest()
    if (signal.aborted) return
    this.#prepare()
    const mine = this.#last = /** @type {MeasuredProcess} */ (this.#spare)
    this.#spare = undefined
    const end = () => mine.stop()
    signal.addEventListener('abort', end)
    /** @type {Omit<Checked, 'seconds' | 'printed'>} */
    let found = { oracle: null, counters: [], failure: null }
    try {
      found = { ...found, ...await this.#compare(mine) }
    } catch (error) {
      if (!(error instanceof VariantFailure)) throw error
      found.failure = signal.aborted ? null : await findFailureCause(error, /** @type {Services} */ (this.#services))
    } finally {
      signal.removeEventListener('abort', end)
    }
    if (signal.aborted) return
    const seconds = (performance.now() - started) / 1000
    // the last lines may arrive after the last answer, because they use another pipe
    await wait(PRINTS_WITHIN_MS)
    // after a failure, stderr has the error, which is shown by itself
    const stderr = found.failure ? '' : mine.stderr
    const printed = { lines: mine.printed.lines + stderr.split('\n').length - 1, text: mine.printed.text + stderr }
    if (found.failure) await this.rest()
    else this.#watchLate(mine)
    this.#prepare()
    return { ...found, seconds, printed }
  }

  /** True if the lab limits the age of answers. */
  get hasAgeLimit () {
    const { maxAgeMs = {}, maxAgeUnderLoadMs = {} } = /** @type {any} */ (this.lab.manifest)
    return Object.keys({ ...maxAgeMs, ...maxAgeUnderLoadMs }).length > 0
  }

  /**
   * Changes the data, and checks that the file's answers are not too old.
   *
   * @param {AbortSignal} signal
   * @returns {Promise<Pick<Checked, 'oracle' | 'failure'> | undefined>} undefined if aborted
   */
  async examineAge (signal) {
    const kind = /** @type {Kind} */ (this.kind)
    const run = runOf(kind, this.lab)
    const node = process.execPath
    const limits = { hangsAfterMs: HANGS_AFTER_MS, patientForMs: PATIENT_FOR_MS }
    const check = new StalenessCheck(run, { files: this.lab.files, kind, flags: this.#flags, node, random: run.random, ...limits })
    const end = () => { check.stop() }
    signal.addEventListener('abort', end)
    try {
      await check.begin()
      const { checked, difference } = await check.end()
      return signal.aborted ? undefined : { oracle: { verdict: difference ? 'different' : 'same', checked, difference }, failure: null }
    } catch (error) {
      if (signal.aborted) return
      if (error instanceof CannotRun) return { oracle: null, failure: describeFailure(error) }
      if (!(error instanceof VariantFailure)) throw error
      return { oracle: null, failure: await findFailureCause(error, /** @type {Services} */ (this.#services)) }
    } finally {
      signal.removeEventListener('abort', end)
      await check.stop()
    }
  }

  /** Ends the process of the last check, which may still be computing. */
  async rest () {
    clearTimeout(this.#timer)
    const last = this.#last
    this.#last = undefined
    await last?.stop()
  }

  async stop () {
    await this.rest()
    await Promise.all([this.#slow?.stop(), this.#spare?.stop()])
    await this.#services?.stop()
  }

  /** @param {MeasuredProcess} mine @returns {Promise<Partial<Checked>>} */
  async #compare (mine) {
    const { kind, lab } = this
    const run = runOf(/** @type {Kind} */ (kind), lab)
    if (kind?.checkAnswersAndCountCalls) return kind.checkAnswersAndCountCalls(run, mine)
    const slow = /** @type {MeasuredProcess} */ (this.#slow)
    if (!slow.port) await slow.load(lab.files.slow)
    await mine.load(lab.files.mine)
    const processes = new Map([['slow', slow], ['mine', mine]])
    const oracle = await kind?.compareAnswers?.(run, processes, {}) ?? null
    if (oracle?.verdict === 'different') return { oracle }
    const subject = new ServerUnderLoad(run, processes, 'mine')
    try {
      await subject.send(subject.request.requests ?? MORE_REQUESTS, { paced: false })
    } finally {
      subject.close()
    }
    return { oracle, counters: await kind?.countServerCalls?.(run, processes) ?? [] }
  }

  /** Starts the processes that the next check needs. */
  #prepare () {
    if (!this.kind?.checkAnswersAndCountCalls && (!this.#slow || this.#slow.failure)) this.#slow = this.#process('slow')
    if (!this.#spare || this.#spare.failure) this.#spare = this.#process('mine')
  }

  /** @param {string} variant */
  #process (variant) {
    const { WORKER_FILE_NAME, NODE_FLAGS } = /** @type {Kind} */ (this.kind)
    return new MeasuredProcess({
      variant,
      worker: WORKER_FILE_NAME,
      stdout: 'pipe',
      node: process.execPath,
      flags: [...NODE_FLAGS, ...this.#flags[variant] ?? [], ...FLAGS],
      env: this.#services?.env,
      padding: 0,
      hangsAfterMs: HANGS_AFTER_MS,
      patientForMs: PATIENT_FOR_MS,
    })
  }

  /** @param {MeasuredProcess} mine */
  #watchLate (mine) {
    // names the attendee's file in a late error: in a function lab, the process has loaded `slow` too, and may still be named `slow`
    mine.variant = 'mine'
    mine.whenFailed((/** @type {any} */ error) => { if (this.#last === mine) this.onLate({ ...describeFailure(error), part: 'mine' }) })
    this.#timer = setTimeout(() => this.rest(), LATE_FAILURE_MS)
  }
}

/** @param {Kind} kind @param {Lab} lab @returns {Run} without a measurement, with new random inputs each time */
function runOf (kind, lab) {
  const seed = drawSeed()
  const random = createRandom(seed)
  return {
    lab,
    reference: 'slow',
    seed,
    random,
    settings: kind.MEASURING_SETTINGS,
    warmUpMs: undefined,
    jitThresholds: { lowered: [], defaults: [] },
    affinity: new CpuAffinity([], random),
    perBlock: undefined,
    bodies: new Map(),
    onFirstBlock () {},
  }
}
