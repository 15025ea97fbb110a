import { setTimeout as wait } from 'node:timers/promises'
import { findFailureCause, startServices } from '@hotpath-labs/lab/measure/services.js'
import { chooseSupportedFlags } from '@hotpath-labs/lab/measure/flags.js'
import { findSupportedPermissionFlags } from '@hotpath-labs/engine/process/node-options.js'
import { MeasuredProcess } from '@hotpath-labs/engine/process/measured-process.js'
import { Session } from '@hotpath-labs/engine/measure.js'
import { StalenessCheck } from '@hotpath-labs/lab/answers/staleness.js'
import { checkFunctionAnswers } from '@hotpath-labs/lab/answers/function-answers.js'
import { compareServerAnswers, countServerCalls } from '@hotpath-labs/lab/answers/server-answers.js'
import { isServerKind } from '@hotpath-labs/lab/manifest.js'
import { makeSubject } from '@hotpath-labs/lab/measure/trial.js'
import { CannotRun, VariantFailure, describeFailure } from '@hotpath-labs/engine/failures.js'
import { drawSeed, createRandom } from '@hotpath-labs/engine/stats/random.js'
import { hasAgeLimit, mapEntries, planAnswerCheck } from '@hotpath-labs/lab/plans.js'

/**
 * @import { Lab } from '@hotpath-labs/lab/load.js'
 * @import { LabRequest } from '@hotpath-labs/lab/manifest.js'
 * @import { LabPlan } from '@hotpath-labs/lab/plans.js'
 * @import { Counter, Oracle, Result } from '@hotpath-labs/lab/report/result-schema.js'
 * @import { ServerSubject } from '@hotpath-labs/engine/subjects/server.js'
 * @import { Services } from '@hotpath-labs/lab/measure/services.js'
 * @import { Trial } from '@hotpath-labs/lab/measure/trial.js'
 * @import { LabSubject } from '@hotpath-labs/engine/measure.js'
 */

/** Time limit in ms for an answer of an attendee's program: longer than any lab's file takes to load from a cold disk. */
const HANGS_AFTER_MS = 4000

/** The same where answers wait for a service, such as another server, which a busy machine makes slow too: as long as in a measurement. */
const SERVICE_HANGS_AFTER_MS = 10_000

/** Time limit in ms for an answer on a busy machine, including the time in which the attendee's program gets no CPU time. */
const PATIENT_FOR_MS = 20_000

/** Time in ms for the lines that an attendee's program printed last. */
const PRINTS_WITHIN_MS = 10

/** Limits the heap to 1 GB, which is more than any lab needs. A leaking file would reach V8's own limit only after 30 s. */
const FLAGS = ['--max-old-space-size=1024']

/** Time in ms after a check during which a failure of the attendee's file is still reported. */
const LATE_FAILURE_MS = 15_000

/**
 * Number of requests in the first series that a check sends to a server; each series doubles. Where a measurement's block has fewer, as
 * each of its requests is large, these are other requests, and the series of its own begin with a block.
 */
const FIRST_REQUESTS = 20

/** Most other requests where the own ones are large: with twenty in all, a mistake in every fiftieth answer was not seen. */
const OTHER_REQUESTS = 60

/** Least number of requests of a check, where a measurement's blocks are small: a program may answer wrongly after a thousand. */
const LEAST_REQUESTS = 1200

/** Number of requests of a further workload that does not say how many it sends. */
const WORKLOAD_REQUESTS = 100

/**
 * Limits after which a check starts no further series: the CPU time of a measurement's warm-up, a time if the server mostly waits, and an
 * amount of output, because more would fill the server's memory before the pipe is read.
 */
const LOAD = { cpuMs: 2000, waitingMs: 1500, idle: 0.7, printedCharacters: 1e7 }

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
  /** those of a measurement, so that both refuse the same files @type {string[]} */
  #permissions = []
  /** slow's answers, which take up to 7 s, and stay as they are @type {Map<string, any> | undefined} */
  #kept

  /**
   * @param {Lab} lab
   * @param {string} file absolute
   * @param {(failure: NonNullable<Failure>) => void} onLate called if the file fails after its check
   * @param {{ hangsAfterMs?: number }} [limits] for an answer
   */
  constructor (lab, file, onLate, { hangsAfterMs = lab.manifest.services.length ? SERVICE_HANGS_AFTER_MS : HANGS_AFTER_MS } = {}) {
    this.plan = planAnswerCheck(lab, file)
    this.onLate = onLate
    this.hangsAfterMs = hangsAfterMs
    if (!this.hasAgeLimit) this.#kept = new Map()
  }

  /** Starts the services. @throws {CannotRun} if the lab needs something that this machine does not have */
  async start () {
    const seed = drawSeed()
    this.#permissions = await findSupportedPermissionFlags(process.execPath)
    this.#flags = await chooseSupportedFlags(this.plan.programs, process.execPath)
    this.#services = await startServices(this.plan, { seed, random: createRandom(seed), onProgress () {} })
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
    return hasAgeLimit(this.plan.programs.mine)
  }

  /**
   * Changes the data, and checks that the file's answers are not too old.
   *
   * @param {AbortSignal} signal
   * @returns {Promise<Pick<Checked, 'oracle' | 'failure'> | undefined>} undefined if aborted
   */
  async examineAge (signal) {
    const trial = makeTrial(this.plan)
    const { subject, session: { random } } = trial
    const limits = { hangsAfterMs: this.hangsAfterMs, patientForMs: PATIENT_FOR_MS }
    const node = { node: process.execPath, flags: this.#flags, allFlags: this.#permissions }
    const files = mapEntries(this.plan.programs, ({ file }) => file)
    const check = new StalenessCheck(trial, { files, subject, random, ...node, ...limits })
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
    const { plan } = this
    const trial = makeTrial(plan)
    if (!isServerKind(plan.lab.manifest.kind)) return checkFunctionAnswers(trial, new Map([[mine.variant, mine]]))
    const slow = /** @type {MeasuredProcess} */ (this.#slow)
    if (!slow.port) await slow.load(plan.programs.slow.file)
    await mine.load(plan.programs.mine.file)
    const processes = new Map([['slow', slow], ['mine', mine]])
    const oracle = await compareServerAnswers(trial, processes, { kept: this.#kept })
    if (oracle.verdict === 'different') return { oracle }
    oracle.checked += await this.#sendAsMeasured(/** @type {ServerSubject} */ (trial.subject), processes)
    return { oracle, counters: await countServerCalls(trial, processes) }
  }

  /**
   * Sends as many requests as a measurement does, because a program may answer wrongly only later. A slow program gets fewer, as in a
   * measurement.
   *
   * @param {ServerSubject} subject
   * @param {Map<string, MeasuredProcess>} processes
   * @returns {Promise<number>} requests
   */
  async #sendAsMeasured (subject, processes) {
    const others = subject.others.get(null)
    const { requests: own = FIRST_REQUESTS, draw } = /** @type {LabRequest} */ (subject.findRequest(null))
    const isLarge = own < FIRST_REQUESTS && !draw && Boolean(others?.asked.length)
    let sent = 0
    if (others && isLarge) {
      subject.others.set(null, { ...others, share: 1 })
      sent += await sendUntilBusy(subject, processes, null, { most: OTHER_REQUESTS })
      subject.others.set(null, others)
    }
    const most = Math.max(LEAST_REQUESTS, subject.countRequestsOfPair('mine'))
    sent += await sendUntilBusy(subject, processes, null, { most, first: isLarge ? own : FIRST_REQUESTS })
    for (const [workload, { requests = WORKLOAD_REQUESTS }] of Object.entries(this.plan.workloads)) {
      sent += await sendUntilBusy(subject, processes, workload, { most: requests })
    }
    await subject.drawn.check(processes)
    return sent
  }

  /** Starts the processes that the next check needs. */
  #prepare () {
    if (isServerKind(this.plan.lab.manifest.kind)) this.#slow = this.#keepOrStart(this.#slow, 'slow')
    this.#spare = this.#keepOrStart(this.#spare, 'mine')
  }

  /** @param {MeasuredProcess | undefined} present @param {string} variant @returns {MeasuredProcess} */
  #keepOrStart (present, variant) {
    if (present && !present.failure) return present
    // one that did not answer in time still runs
    present?.stop()
    return this.#process(variant)
  }

  /** @param {string} variant */
  #process (variant) {
    const { workerFile, nodeFlags, startsProcesses, hangsAfterMs = this.hangsAfterMs } = /** @type {LabSubject} */ (makeSubject(this.plan))
    return new MeasuredProcess({
      variant,
      worker: workerFile,
      stdout: 'pipe',
      node: process.execPath,
      startsProcesses,
      flags: [...nodeFlags, ...startsProcesses ? [] : this.#permissions, ...this.#flags[variant] ?? [], ...FLAGS],
      env: this.#services?.env,
      padding: 0,
      hangsAfterMs,
      patientForMs: PATIENT_FOR_MS,
    })
  }

  /** @param {MeasuredProcess} mine */
  #watchLate (mine) {
    // names the attendee's file in a late error: in a function lab, the process has loaded `slow` too, and may still be named `slow`
    mine.variant = 'mine'
    mine.whenFailed((error) => {
      if (this.#last === mine) this.onLate({ ...describeFailure(/** @type {VariantFailure} */ (error)), part: 'mine' })
    })
    this.#timer = setTimeout(() => this.rest(), LATE_FAILURE_MS)
  }
}

/** @param {LabPlan} plan @returns {Trial} with new random inputs each time */
function makeTrial (plan) {
  return { plan, reference: 'slow', subject: makeSubject(plan), session: new Session({ seed: drawSeed() }) }
}

/**
 * Sends requests of one workload, with its background, until the server has got them or has worked for long.
 *
 * @param {ServerSubject} subject
 * @param {Map<string, MeasuredProcess>} processes
 * @param {string | null} workload
 * @param {{ most: number, first?: number }} requests in all, and in the first series
 * @returns {Promise<number>} requests
 */
async function sendUntilBusy (subject, processes, workload, { most, first = FIRST_REQUESTS }) {
  const load = subject.putUnderLoad(processes, workload ? `mine@${workload}` : 'mine')
  const { measured } = load
  const start = performance.now()
  const before = await measured.ask('cpu')
  try {
    for (let series = first; load.sent < most; series *= 2) {
      await load.send(Math.min(series, most - load.sent), { paced: false })
      const { us, idleMs } = await measured.ask('cpu')
      const wallMs = performance.now() - start
      const waits = wallMs > LOAD.waitingMs && idleMs - before.idleMs > wallMs * LOAD.idle
      if (us - before.us > 1000 * LOAD.cpuMs || waits || measured.printedCharacters > LOAD.printedCharacters) break
    }
    return load.sent
  } finally {
    load.close()
  }
}
