import { fork } from 'node:child_process'
import { createHmac, randomBytes } from 'node:crypto'
import { totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'
import { copyCleanEnvironment, startWithoutLoaderHooks, killOnExit, cancelKillOnExit } from './child.js'
import killProcess from './kill.cjs'
import { FAILURE_CODES, VariantFailure } from '../failures.js'
import { makeTemporaryFolder, removeTemporaryFolder } from '../files.js'
import { Watchdog } from './watchdog.js'
import { shuffle } from '../stats/random.js'
import { listSides } from '../measure.js'
import { startCpuTimeAudit } from './cpu-audit.js'

/**
 * @import { ErrorCode } from '../failures.js'
 * @import { ChildProcess, StdioOptions } from 'node:child_process'
 * @import { FiguresBySide, Question } from '../figures.js'
 * @import { Pair, PairSubject, Session } from '../measure.js'
 * @import { Random } from '../stats/random.js'
 */

/** Time limit in ms for an answer, without waits for a CPU: ten times the slowest measured start, because virus scanners delay a start. */
const HANGS_AFTER_MS = 10_000

/** Time limit in ms for an answer, including time in which the process is stopped or gets no CPU. */
const PATIENT_FOR_MS = 60_000

/** A variant that never returns, and shares its CPU with two other programs, is reported as hanging, not as lacking CPU time. */
const PATIENCE = 4

/** Largest allowed memory of a process in bytes: V8 limits its heap, but not buffers. No lab needs a quarter of this limit. */
const MOST_BYTES = Math.min(4e9, totalmem() / 2)

/** Number of characters kept from the end of stderr: V8 prints 4,000 characters of addresses after "heap out of memory". */
const STDERR_KEPT = 10_000

/** Number of characters kept from the start of a piped stdout, for a program whose output is shown. */
const PRINTED_KEPT = 4000

/** Time limit in ms for a process to exit by itself. Killed processes do not write the output of flags such as --cpu-prof. */
const LEAVES_WITHIN_MS = 5000

/** Time in ms to wait for a process's last error after its connection broke, and for its last output after its exit. */
const LAST_WORDS_MS = 300

/**
 * Options for starting a worker process with an IPC channel, as `fork` does.
 *
 * @typedef {object} LaunchOptions
 * @property {string} execPath
 * @property {string} [cwd]
 * @property {string[]} execArgv
 * @property {Record<string, string | undefined>} env
 * @property {StdioOptions} stdio
 *
 * @typedef {(file: string, options: LaunchOptions) => ChildProcess} Launch
 */

/** URL of the folder with files that run inside a measured process. */
const WORKERS = new URL('../worker/', import.meta.url)

/** @type {Launch} */
export const forkWorker = (file, options) => startWithoutLoaderHooks(() => fork(file, [], options))

/** Windows has no process groups. */
const HAS_GROUPS = process.platform !== 'win32'

/**
 * Starts a worker that leads a process group, which ends with the worker: all that the worker has started.
 *
 * @type {Launch}
 */
export const forkWorkerWithGroup = (file, options) => {
  const child = startWithoutLoaderHooks(() => fork(file, [], { ...options, detached: HAS_GROUPS }))
  const { pid } = child
  if (pid && HAS_GROUPS) {
    killOnExit(-pid)
    child.on('exit', () => {
      cancelKillOnExit(-pid)
      killProcess(-pid)
    })
  }
  return child
}

/** A fresh process that runs one variant and answers requests over IPC. */
export class MeasuredProcess {
  /**
   * @param {object} options
   * @param {string} options.variant name, for messages
   * @param {boolean} [options.startsProcesses] true gives the worker a process group and a folder for temporary files, both of which end
   *   with the worker
   * @param {string | URL} options.worker file in shared/engine/worker, or a URL
   * @param {string} options.node the node binary
   * @param {string[]} [options.flags] for Node
   * @param {Record<string, string>} [options.env] in addition to the clean environment
   * @param {number} options.padding number of bytes added to the environment, whose size moves the stack and changes speed (Mytkowicz 2009)
   * @param {string} [options.cwd]
   * @param {number | 'ignore' | 'pipe'} [options.stdout] file descriptor for V8's traces, or 'pipe' to keep what the variant prints
   * @param {number} [options.hangsAfterMs] time limit of an answer, of the process's own time
   * @param {number} [options.patientForMs] time limit including starvation; at least `PATIENCE` times `hangsAfterMs`
   * @param {number} [options.leavesWithinMs] time limit for exiting by itself
   * @param {Launch} [options.launch]
   * @param {(question: string, seconds: number) => string | undefined} [options.describeTimeout] continues the variant's name
   */
  constructor ({ variant, worker, startsProcesses = false, node, flags = [], env = {}, padding, cwd, stdout = 'ignore', launch = startsProcesses ? forkWorkerWithGroup : forkWorker, describeTimeout, ...limits }) {
    const { hangsAfterMs = HANGS_AFTER_MS, patientForMs = PATIENT_FOR_MS, leavesWithinMs = LEAVES_WITHIN_MS } = limits
    this.variant = variant
    this.describeTimeout = describeTimeout
    this.hangsAfterMs = hangsAfterMs
    this.patientForMs = Math.max(patientForMs, PATIENCE * hangsAfterMs)
    this.leavesWithinMs = leavesWithinMs
    this.stderr = ''
    /** what the variant has printed on a piped stdout: number of lines, and the first characters */
    this.printed = { lines: 0, text: '' }
    /** all characters that it has printed there */
    this.printedCharacters = 0
    this.requests = 0
    /** key that signs the worker's answers; the worker gets it with the first request, before it loads the variant */
    this.secret = randomBytes(32).toString('hex')
    /** @type {Map<number, { question: string, resolve: (value: any) => void, reject: (error: Error) => void }>} */
    this.waiting = new Map()
    /** @type {VariantFailure | undefined} */
    this.failure = undefined
    /** port of the server that the worker has loaded, else 0 */
    this.port = 0
    /** true if that server encrypts, or speaks HTTP/2 */
    this.isTls = this.isHttp2 = false
    /** tick of a loaded server's CPU clock in ms */
    this.cpuTickMs = 0
    /** number of calls or requests before now, counted by the code that sent them */
    this.operations = 0
    /** functions that wait for something other than an answer @type {Set<(error: Error) => void>} */
    this.failureListeners = new Set()

    const folder = startsProcesses ? makeTemporaryFolder() : undefined
    this.child = launch(fileURLToPath(new URL(worker, WORKERS)), {
      execPath: node,
      cwd,
      execArgv: ['--expose-gc', ...flags],
      env: { ...copyCleanEnvironment(), ...env, ...folder && { TMPDIR: folder, TEMP: folder, TMP: folder }, HOTPATH_PADDING: 'x'.repeat(padding) },
      stdio: ['ignore', stdout, 'pipe', 'ipc'],
    })
    const { pid } = this.child
    if (pid) killOnExit(pid)
    this.child.stderr?.setEncoding('utf8').on('data', (chunk) => { this.stderr = (this.stderr + chunk).slice(-STDERR_KEPT) })
    this.child.stdout?.setEncoding('utf8').on('data', (chunk) => {
      this.printed.lines += chunk.split('\n').length - 1
      this.printedCharacters += chunk.length
      if (this.printed.text.length < PRINTED_KEPT) this.printed.text = (this.printed.text + chunk).slice(0, PRINTED_KEPT)
    })
    this.child.on('message', (message) => this.#receive(/** @type {unknown} */ (message)))
    this.child.on('error', (error) => this.fail('NOT_STARTED', `cannot be started: ${error.message}`))
    // closes the streams after the exit: the variant's children may keep them open, and 'close' would never come
    this.child.on('exit', () => setTimeout(() => [this.child.stdout, this.child.stderr].forEach((stream) => stream?.destroy()), LAST_WORDS_MS))
    this.exited = new Promise((resolve) => {
      // waits for the event 'close', which comes after 'exit', when stderr has been read completely
      this.child.on('close', (code, signal) => {
        if (pid) cancelKillOnExit(pid)
        if (folder) removeTemporaryFolder(folder)
        this.fail(signal ? 'KILLED' : 'EXITED', signal ? `was killed by ${signal}` : `exited with code ${code}`)
        resolve(undefined)
      })
    })
  }

  /**
   * Sends a request to the worker and waits for the answer.
   *
   * @param {string} question name of a handler
   * @param {object} [details]
   * @param {number} [withinMs] time limit
   * @returns {Promise<any>}
   * @throws {VariantFailure}
   */
  async ask (question, details = {}, withinMs = this.hangsAfterMs) {
    if (this.failure) throw this.failure
    const id = ++this.requests
    const watchdog = this.startWatchdog((seconds) => this.describeTimeout?.(question, seconds) ?? `did not answer within ${seconds} s (request: ${question})`, { withinMs })
    try {
      return await new Promise((resolve, reject) => {
        const text = JSON.stringify({ ...details, ask: question, id, ...(id === 1 && { secret: this.secret }) })
        this.waiting.set(id, { question: text, resolve, reject })
        this.child.send(text, (error) => { if (error) this.#lastWords() })
      })
    } finally {
      watchdog.end()
      this.waiting.delete(id)
    }
  }

  /** Loads a variant's file in the process. @param {string} file @returns {Promise<string>} the version of Node */
  async load (file) {
    const { node, port, cpuTickMs = 0 } = await this.ask('load', { file })
    this.port = port
    this.cpuTickMs = cpuTickMs
    return node
  }

  /**
   * Starts a watchdog. If the process exceeds a time limit or the memory limit, the watchdog marks it as failed.
   *
   * @param {(seconds: number) => string} describeHang gets the exceeded time limit, and continues the variant's name
   * @param {{ withinMs?: number, answered?: () => number }} [limits]
   * @returns {Watchdog}
   */
  startWatchdog (describeHang, { withinMs = this.hangsAfterMs, answered } = {}) {
    const limits = { ownMs: withinMs, allMs: this.patientForMs, mostBytes: MOST_BYTES, answered, printed: () => this.printedCharacters }
    return new Watchdog(this.child?.pid, limits, (why, ms) => {
      if (why === 'slow') this.fail('TIMED_OUT', `was too slow: the answers took more than ${ms / 1000} s`)
      else if (why === 'swells') this.fail('OUT_OF_MEMORY', `has taken more than ${(MOST_BYTES / 1e9).toFixed(1)} GB of memory, the limit for a variant: does an array, a Map or a cache keep growing?`)
      else if (why === 'starved') this.fail('STARVED', `could not work for ${ms / 1000} s: the process was stopped, or this machine is too busy`)
      else this.fail('TIMED_OUT', describeHang(ms / 1000))
    })
  }

  /**
   * Finds out why a connection to this process broke: waits for the error that a dying process may still send.
   *
   * @param {ErrorCode} code @param {string} what the connection's own error
   * @returns {Promise<VariantFailure>}
   */
  async reasonFor (code, what) {
    await Promise.race([this.exited, new Promise((resolve) => setTimeout(resolve, LAST_WORDS_MS))])
    return this.failure ?? new VariantFailure(code, this.variant, what, this.stderr)
  }

  /** Asks the process to exit, so that Node writes the output of flags such as --cpu-prof. Resolves after the exit. */
  async leave () {
    if (!this.failure) this.child.send({ ask: 'leave' }, () => {})
    this.failure ??= new VariantFailure('STOPPED', this.variant, 'has left')
    const timer = setTimeout(() => this.child.kill('SIGKILL'), this.leavesWithinMs)
    await this.exited.finally(() => clearTimeout(timer))
  }

  /** Kills the process. Resolves after the exit. */
  async stop () {
    this.failure ??= new VariantFailure('STOPPED', this.variant, 'has been stopped')
    this.child.kill('SIGKILL')
    await this.exited
  }

  /** @param {ErrorCode} code @param {string} what continues the variant's name */
  fail (code, what) {
    this.failure ??= new VariantFailure(code, this.variant, what, code === 'STARVED' ? '' : this.stderr)
    const listeners = [...this.failureListeners, ...[...this.waiting.values()].map(({ reject }) => reject)]
    // clears the listeners before calling them: if a listener throws, the process's exit calls this method again
    this.failureListeners.clear()
    for (const reject of listeners) reject(this.failure)
  }

  /**
   * Calls `reject` when the process fails. Takes a callback, because each `Promise.race` on a long-lived promise would leak.
   *
   * @param {(error: Error) => void} reject called at once where the process has already failed
   * @returns {() => void} removes the callback
   */
  whenFailed (reject) {
    if (this.failure) reject(this.failure)
    else this.failureListeners.add(reject)
    return () => { this.failureListeners.delete(reject) }
  }

  async #lastWords () {
    const reason = await this.reasonFor('IPC_CLOSED', 'closed its IPC channel to the measuring process: a variant may not call process.disconnect')
    this.fail(reason.code, reason.what)
  }

  /** @param {{ stack?: string }} error thrown in the process */
  #keepStack ({ stack = '' }) {
    if (!this.stderr.includes(stack)) this.stderr = `${this.stderr}${stack}\n`.slice(-STDERR_KEPT)
  }

  /** @param {unknown} message from any code in the process */
  #receive (message) {
    if (this.failure) return
    // ignores messages with a profiler's samples, because the profiler handles these messages itself
    if (typeof message === 'object' && message !== null && 'processMetrics' in message) return
    const [, seal = '', id, text = ''] = String(message).match(/^([0-9a-f]{64}) (\d+) (.*)$/s) ?? []
    const waiting = this.waiting.get(Number(id))
    if (seal !== createHmac('sha256', this.secret).update(`${waiting?.question ?? ''}\n${text}`).digest('hex')) {
      return this.fail('FORGED_MESSAGE', 'sends the measuring process a forged message: a variant may not call process.send')
    }
    let answer
    try {
      answer = JSON.parse(text)
    } catch {
      return this.fail('FORGED_MESSAGE', 'sends the measuring process a message that is not JSON: expected an answer of the worker')
    }
    const { value, error, fatal, refusal } = answer
    if (refusal) return this.fail('TAMPERED', refusal)
    if (fatal) {
      // keeps the stack trace from this message, because stderr may arrive later
      this.#keepStack(fatal)
      return this.fail('THREW', `threw ${fatal.name ?? 'an error'}: ${fatal.message}`)
    }
    if (!error) return waiting?.resolve(value)
    this.#keepStack(error)
    waiting?.reject(new VariantFailure(FAILURE_CODES.includes(error.code) ? error.code : 'REJECTED', this.variant, `failed: ${error.message}`, this.stderr))
  }
}

/**
 * Largest of the random numbers of bytes that are added to a process's environment to shift its stack: one memory page, because larger
 * shifts repeat the stack's positions within a page.
 */
export const MOST_PADDING = 4096

/**
 * A set of processes, with one fresh process for each variant.
 *
 * @implements {Pair}
 */
export class ProcessSet {
  /**
   * Starts the processes in random order, because the first process finds colder CPU caches.
   *
   * @param {string[]} variants
   * @param {object} how
   * @param {Record<string, string>} how.files
   * @param {PairSubject} how.subject
   * @param {Record<string, string[]>} how.flags by variant, in addition to the subject's
   * @param {string[]} [how.allFlags] of each variant, unless it is a process of its own, which its worker gives them
   * @param {string} how.node
   * @param {Random} how.random
   * @param {Record<string, string>} [how.env]
   * @param {number} [how.hangsAfterMs]
   * @param {number} [how.patientForMs]
   * @param {string[]} [how.printing] variants whose output is counted
   */
  constructor (variants, { files, subject, flags, allFlags = [], node, random, env, hangsAfterMs, patientForMs, printing = [] }) {
    this.subject = subject
    const limit = subject.hangsAfterMs ? Math.max(subject.hangsAfterMs, hangsAfterMs ?? 0) : hangsAfterMs
    /** @type {Map<string, MeasuredProcess>} */
    this.processes = new Map(shuffle(variants.length, random).map((index) => {
      const variant = variants[index]
      const { nodeFlags, workerFile: worker, startsProcesses } = subject
      const given = [...nodeFlags, ...startsProcesses ? [] : allFlags, ...flags[variant] ?? []]
      const own = { variant, worker, startsProcesses, flags: given, padding: random.int(0, MOST_PADDING) }
      const stdout = printing.includes(variant) ? 'pipe' : 'ignore'
      return [variant, new MeasuredProcess({ ...own, stdout, node, env, hangsAfterMs: limit, patientForMs })]
    }))
    /** resolves to the version of Node when all have loaded their file */
    this.ready = this.#load(files)
    // prevents an unhandled rejection, because a set of processes that is never used may fail silently
    this.ready.catch(() => {})
  }

  /** Lines that each variant has printed. */
  get printed () {
    return Object.fromEntries([...this.processes].map(([variant, { printed }]) => [variant, printed.lines]))
  }

  /** @param {Session} session @param {Question[]} questions @returns {Promise<FiguresBySide>} */
  async measure (session, questions) {
    const all = [...this.processes.values()]
    // unpins the processes: if they started while the previous pair was timed, they were kept off that pair's CPU
    await session.affinity.unpin(all)
    const audits = await settleAllOrThrow(all.map(startCpuTimeAudit))
    const figures = await this.subject.measure(session, this.processes, listSides(questions))
    await settleAllOrThrow(audits.map((end) => end()))
    return figures
  }

  async stop () {
    await Promise.all([...this.processes.values()].map((measured) => measured.stop()))
  }

  /** @param {Record<string, string>} files @returns {Promise<string>} */
  async #load (files) {
    const nodes = await settleAllOrThrow([...this.processes].map(([variant, measured]) => measured.load(files[variant])))
    return nodes[0]
  }
}

/**
 * Waits until all promises have settled, then throws the first error, so that no work still goes on after a failure.
 *
 * @template T
 * @param {Promise<T>[]} promises
 * @returns {Promise<T[]>}
 */
export async function settleAllOrThrow (promises) {
  const settled = await Promise.allSettled(promises)
  const failed = settled.find((one) => one.status === 'rejected')
  if (failed) throw failed.reason
  return settled.map((one) => /** @type {PromiseFulfilledResult<T>} */ (one).value)
}
