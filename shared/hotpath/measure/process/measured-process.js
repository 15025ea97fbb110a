import { fork } from 'node:child_process'
import { createHmac, randomBytes } from 'node:crypto'
import { totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'
import { cleanEnvironment, withoutLoaderHooks } from './environment.js'
import { Starved, VariantFailure } from './failure.js'
import { Watchdog } from './watchdog.js'
import { killOnExit, untrack } from './kill-on-exit.js'

/** @import { ChildProcess, StdioOptions } from 'node:child_process' */

/** Time limit of an answer: ten times the slowest start on a busy machine (0.9 s), for virus scanners and cold disks. */
const HANGS_AFTER_MS = 10_000

/** Time limit including time in which another program, or a closed lid, keeps a process from working. */
const PATIENT_FOR_MS = 60_000

/** Memory limit; V8 does not limit buffers. No lab needs a quarter of it. */
const MOST_BYTES = Math.min(4e9, totalmem() / 2)

/** Last characters of stderr that are kept: V8 prints 4,000 characters of addresses after "heap out of memory". */
const STDERR_KEPT = 10_000

/** Time limit for a process to exit by itself and write what its flags collect. */
const LEAVES_WITHIN_MS = 5000

/** Time for a dying process to say why, after its connection broke. */
const LAST_WORDS_MS = 300

/**
 * Starts a worker with an IPC channel: `send` and the event `message`, as `fork` does.
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

/** Folder of the files that run inside of a measured process. */
const WORKERS = new URL('../../worker/', import.meta.url)

/** @type {Launch} */
export const forkWorker = (file, options) => withoutLoaderHooks(() => fork(file, [], options))

/** A fresh process that runs one variant and answers questions over IPC. */
export class MeasuredProcess {
  /**
   * @param {object} options
   * @param {string} options.variant name, for messages
   * @param {string | URL} options.worker file in shared/hotpath/worker, or a URL
   * @param {string} options.node the node binary
   * @param {string[]} [options.flags] for Node
   * @param {Record<string, string>} [options.env] in addition to the clean environment
   * @param {number} options.padding random bytes added to the environment, whose size moves the stack and changes speed (Mytkowicz 2009)
   * @param {string} [options.cwd]
   * @param {number | 'ignore'} [options.stdout] file descriptor for V8's traces
   * @param {number} [options.hangsAfterMs] time limit of an answer, of the process's own time
   * @param {number} [options.patientForMs] time limit including starvation; at least twice `hangsAfterMs`
   * @param {number} [options.leavesWithinMs] time limit for exiting by itself
   * @param {Launch} [options.launch]
   * @param {(question: string, seconds: number) => string | undefined} [options.describeTimeout] continues the variant's name
   */
  constructor ({ variant, worker, node, flags = [], env = {}, padding, cwd, stdout = 'ignore', launch = forkWorker, describeTimeout, ...limits }) {
    const { hangsAfterMs = HANGS_AFTER_MS, patientForMs = PATIENT_FOR_MS, leavesWithinMs = LEAVES_WITHIN_MS } = limits
    this.variant = variant
    this.describeTimeout = describeTimeout
    this.hangsAfterMs = hangsAfterMs
    // if both were equal, 0.25 s on a busy machine would excuse a variant that hangs
    this.patientForMs = Math.max(patientForMs, 2 * hangsAfterMs)
    this.leavesWithinMs = leavesWithinMs
    this.stderr = ''
    this.requests = 0
    /** seals the worker's answers; sent with the first question, before the variant is loaded */
    this.secret = randomBytes(32).toString('hex')
    /** @type {Map<number, { question: string, resolve: (value: any) => void, reject: (error: Error) => void }>} */
    this.waiting = new Map()
    /** @type {VariantFailure | undefined} */
    this.failure = undefined
    /** port of a loaded server, else 0 */
    this.port = 0
    /** tick of a server's CPU clock in ms, once it is loaded */
    this.cpuTickMs = 0
    /** calls or requests so far, counted by their sender */
    this.operations = 0
    /** waiting for something else than an answer @type {Set<(error: Error) => void>} */
    this.failureListeners = new Set()

    this.child = launch(fileURLToPath(new URL(worker, WORKERS)), {
      execPath: node,
      cwd,
      execArgv: ['--expose-gc', ...flags],
      env: { ...cleanEnvironment(), ...env, HOTPATH_PADDING: 'x'.repeat(padding) },
      stdio: ['ignore', stdout, 'pipe', 'ipc'],
    })
    const { pid } = this.child
    if (pid) killOnExit(pid)
    this.child.stderr?.setEncoding('utf8').on('data', (chunk) => { this.stderr = (this.stderr + chunk).slice(-STDERR_KEPT) })
    this.child.on('message', (message) => this.#receive(/** @type {any} */ (message)))
    this.child.on('error', (error) => this.fail(`cannot be started: ${error.message}`))
    // its own children may keep its stderr open forever
    this.child.on('exit', () => setTimeout(() => this.child.stderr?.destroy(), LAST_WORDS_MS))
    this.exited = new Promise((resolve) => {
      // 'close', not 'exit': only then all of stderr has been read
      this.child.on('close', (code, signal) => {
        if (pid) untrack(pid)
        this.fail(signal ? `was killed by ${signal}` : `exited with code ${code}`)
        resolve(undefined)
      })
    })
  }

  /**
   * Asks the worker a question.
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
    const watchdog = this.startWatchdog(this.describeTimeout?.(question, withinMs / 1000) ?? `did not answer within ${withinMs / 1000} s (asked to ${question})`, { withinMs })
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

  /** Loads a variant. @param {string} file @returns {Promise<string>} the version of Node */
  async load (file) {
    const { node, port, cpuTickMs = 0 } = await this.ask('load', { file })
    this.port = port
    this.cpuTickMs = cpuTickMs
    return node
  }

  /**
   * Starts a time limit, after which this process fails.
   *
   * @param {string} what continues the variant's name where it hangs
   * @param {{ withinMs?: number, answered?: () => number }} [limits]
   * @returns {Watchdog}
   */
  startWatchdog (what, { withinMs = this.hangsAfterMs, answered } = {}) {
    return new Watchdog(this.child?.pid, { ownMs: withinMs, allMs: this.patientForMs, mostBytes: MOST_BYTES, answered }, (why) => {
      if (why === 'slow') this.fail(`was too slow: it was still answering after ${this.patientForMs / 1000} s`)
      else if (why === 'swells') this.fail(`has taken more than ${(MOST_BYTES / 1e9).toFixed(1)} GB of memory: does something grow without end?`)
      else this.fail(what, why === 'starved')
    })
  }

  /**
   * Finds out why a connection to this process broke: a dying process may still say why.
   *
   * @param {string} what the connection's own error
   * @returns {Promise<VariantFailure>}
   */
  async reasonFor (what) {
    await Promise.race([this.exited, new Promise((resolve) => setTimeout(resolve, LAST_WORDS_MS))])
    return this.failure ?? new VariantFailure(this.variant, what, this.stderr)
  }

  /** Asks the process to exit, so that it writes what its flags collect. Resolves when it is gone. */
  async leave () {
    if (!this.failure) this.child.send({ ask: 'leave' }, () => {})
    this.failure ??= new VariantFailure(this.variant, 'has left')
    const timer = setTimeout(() => this.child.kill('SIGKILL'), this.leavesWithinMs)
    await this.exited.finally(() => clearTimeout(timer))
  }

  /** Kills the process. Resolves when it is gone. */
  async stop () {
    this.failure ??= new VariantFailure(this.variant, 'has been stopped')
    this.child.kill('SIGKILL')
    await this.exited
  }

  /** @param {string} what continues the variant's name @param {boolean} [starved] true: the machine kept it from working */
  fail (what, starved = false) {
    this.failure ??= starved
      ? new Starved(this.variant, `could not work for ${this.patientForMs / 1000} s: it was stopped, or this machine is too busy`)
      : new VariantFailure(this.variant, what, this.stderr)
    const listeners = [...this.failureListeners, ...[...this.waiting.values()].map(({ reject }) => reject)]
    // cleared first: a listener that throws makes this fail again on exit
    this.failureListeners.clear()
    for (const reject of listeners) reject(this.failure)
  }

  /**
   * Calls back when the process fails. Callbacks avoid a promise that lives as long as the process: each race on it would leak.
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
    const reason = await this.reasonFor('closed its channel to the measuring process')
    this.fail(reason.what)
  }

  /** @param {{ stack?: string }} error thrown in the process */
  #keepStack ({ stack = '' }) {
    if (!this.stderr.includes(stack)) this.stderr = `${this.stderr}${stack}\n`.slice(-STDERR_KEPT)
  }

  /** @param {unknown} message from any code in the process */
  #receive (message) {
    if (this.failure) return
    // a profiler listens to these samples itself
    if (typeof message === 'object' && message !== null && 'vitals' in message) return
    const [, seal = '', id, text = ''] = String(message).match(/^([0-9a-f]{64}) (\d+) (.*)$/s) ?? []
    const waiting = this.waiting.get(Number(id))
    if (seal !== createHmac('sha256', this.secret).update(`${waiting?.question ?? ''}\n${text}`).digest('hex')) {
      return this.fail('sends the measuring process a forged message')
    }
    let answer
    try {
      answer = JSON.parse(text)
    } catch {
      return this.fail('sends the measuring process a message that is not JSON')
    }
    const { value, error, fatal, refusal } = answer
    if (refusal) return this.fail(refusal)
    if (fatal) {
      // stderr may arrive later than this message
      this.#keepStack(fatal)
      return this.fail(`threw ${fatal.name ?? 'an error'}: ${fatal.message}`)
    }
    if (!error) return waiting?.resolve(value)
    this.#keepStack(error)
    waiting?.reject(new VariantFailure(this.variant, `failed: ${error.message}`, this.stderr))
  }
}
