import { ENGINES, failureOf, flagsFor, MeasuredProcess, Seats, startServices, Subject } from 'hotpath/measure'
import { VariantFailure } from 'hotpath/failures'
import { anySeed, seeded } from 'hotpath/stats'
import { toBeExamined } from './attempt.js'

/** Longer than any lab's file takes to load on a cold disk; a loop that never ends is reported after this. */
const HANGS_AFTER_MS = 4000

/** How long a busy machine may keep a file from working before the attendee is told. */
const PATIENT_FOR_MS = 15_000

/** For a file that takes ever more: no lab needs as much, and V8's own limit is reached after half a minute only. */
const FLAGS = ['--max-old-space-size=1024']

/** How long after an examination a late failure is still reported. */
const LINGERS_MS = 15_000

/** Requests, after the first, whose answers are looked at. */
const MORE_REQUESTS = 20

/**
 * @typedef {import('hotpath/lab').Lab} Lab
 * @typedef {import('hotpath/measure').Result['failure']} Failure
 * @typedef {{ oracle: import('hotpath/measure').Oracle | null, counters: import('hotpath/measure').Counter[], failure: Failure, seconds: number }} Examined
 */

/**
 * Compares the answers of the attendee's file with those of slow, and counts: what comes before measuring, again and again. What does not depend on the
 * file is there already when it is asked: the services, slow's own server, a process that has loaded all but the file.
 */
export class Examiner {
  /** @type {import('hotpath/measure').Services | undefined} */
  #services
  /** slow's server, where the lab has servers @type {MeasuredProcess | undefined} */
  #slow
  /** waits for the file of the next examination @type {MeasuredProcess | undefined} */
  #spare
  /** has the file of the last one @type {MeasuredProcess | undefined} */
  #last
  /** @type {NodeJS.Timeout | undefined} */
  #timer
  /** of variants @type {Record<string, string[]>} */
  #flags = {}

  /** @param {Lab} lab @param {string} file absolute @param {(failure: NonNullable<Failure>) => void} onLate called when the file fails after its examination */
  constructor (lab, file, onLate) {
    this.lab = toBeExamined(lab, file)
    this.onLate = onLate
  }

  /** @throws {import('hotpath/failures').CannotRun} when the lab needs something that is not available here */
  async start () {
    const seed = anySeed()
    this.kind = ENGINES[this.lab.manifest.kind]
    this.#flags = await flagsFor(this.lab.manifest, process.execPath)
    this.#services = await startServices(this.lab, { seed, random: seeded(seed), onProgress () {} })
    this.#prepare()
  }

  /** @param {AbortSignal} signal that ends it @returns {Promise<Examined | undefined>} none where it was ended */
  async examine (signal) {
    const started = performance.now()
    await this.rest()
    if (signal.aborted) return
    this.#prepare()
    const mine = this.#last = /** @type {MeasuredProcess} */ (this.#spare)
    this.#spare = undefined
    const end = () => mine.stop()
    signal.addEventListener('abort', end)
    /** @type {Omit<Examined, 'seconds'>} */
    let found = { oracle: null, counters: [], failure: null }
    try {
      found = { ...found, ...await this.#compared(mine) }
    } catch (error) {
      if (!(error instanceof VariantFailure)) throw error
      found.failure = signal.aborted ? null : await failureOf(error, /** @type {import('hotpath/measure').Services} */ (this.#services))
    } finally {
      signal.removeEventListener('abort', end)
    }
    if (signal.aborted) return
    const seconds = (performance.now() - started) / 1000
    if (found.failure) await this.rest()
    else this.#linger(mine)
    this.#prepare()
    return { ...found, seconds }
  }

  /** Ends the process of the last examination, which may still be at work. */
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

  /** @param {MeasuredProcess} mine @returns {Promise<Partial<Examined>>} */
  async #compared (mine) {
    const { kind, lab } = this
    const run = runOf(/** @type {import('hotpath/measure').Kind} */ (kind), lab)
    if (kind?.inspect) return kind.inspect(run, mine)
    const slow = /** @type {MeasuredProcess} */ (this.#slow)
    if (!slow.port) await slow.load(lab.files.slow)
    await mine.load(lab.files.mine)
    const processes = new Map([['slow', slow], ['mine', mine]])
    const oracle = await kind?.compare?.(run, processes) ?? null
    if (oracle?.verdict === 'different') return { oracle }
    const subject = new Subject(run, processes, 'mine')
    try {
      await subject.send(subject.request.requests ?? MORE_REQUESTS, { paced: false })
    } finally {
      subject.close()
    }
    return { oracle, counters: await kind?.count?.(run, processes) ?? [] }
  }

  /** Starts what is missing. */
  #prepare () {
    if (!this.kind?.inspect && (!this.#slow || this.#slow.failure)) this.#slow = this.#process('slow')
    if (!this.#spare || this.#spare.failure) this.#spare = this.#process('mine')
  }

  /** @param {string} variant */
  #process (variant) {
    const { worker, flags } = /** @type {import('hotpath/measure').Kind} */ (this.kind)
    return new MeasuredProcess({ variant, worker, node: process.execPath, flags: [...flags, ...this.#flags[variant] ?? [], ...FLAGS], env: this.#services?.env, padding: 0, hangsAfterMs: HANGS_AFTER_MS, patientForMs: PATIENT_FOR_MS })
  }

  /** @param {MeasuredProcess} mine */
  #linger (mine) {
    // a function's process has had both files, and is called by the name of the one that it had last
    mine.variant = 'mine'
    mine.whenFailed((/** @type {any} */ error) => { if (this.#last === mine) this.onLate({ variant: 'mine', what: error.what, stderr: error.stderr }) })
    this.#timer = setTimeout(() => this.rest(), LINGERS_MS)
  }
}

/** @param {import('hotpath/measure').Kind} kind @param {Lab} lab @returns {import('hotpath/measure').Run} in which nothing is measured: its inputs are drawn anew each time */
function runOf (kind, lab) {
  const seed = anySeed()
  const random = seeded(seed)
  return {
    lab,
    reference: 'slow',
    seed,
    random,
    settings: kind.SETTINGS,
    warmUpMs: undefined,
    tiers: { sooner: [], usual: [] },
    seats: new Seats([], random),
    perBlock: undefined,
    bodies: new Map(),
    onFirstBlock () {},
  }
}
