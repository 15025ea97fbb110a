import { fork } from 'node:child_process'
import { createHmac, randomBytes } from 'node:crypto'
import { totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'
import { cleanEnvironment, unhooked } from './environment.js'
import { Starved, VariantFailure } from './failure.js'
import { Watchdog } from './watchdog.js'
import { killOnExit, untrack } from './kill-on-exit.js'

/** @import { ChildProcess, StdioOptions } from 'node:child_process' */

/**
 * A variant that has not answered by then hangs. Ten times what the slowest start took on a machine with both cores busy (0.9 s),
 * because a virus scanner or a cold disk is no fault of a variant.
 */
const HANGS_AFTER_MS = 10_000

/** How long to wait while something else keeps a process from working, such as another program or a closed lid. */
const PATIENT_FOR_MS = 60_000

/** No lab needs a quarter of it. What is outside of V8's heap, as buffers are, V8 does not limit. */
const MOST_BYTES = Math.min(4e9, totalmem() / 2)

/** How much of what a variant wrote to stderr is kept: its last lines: below what V8 says when a heap is full there are four thousand characters of addresses. */
const STDERR_KEPT = 10_000

/** How long a process that was asked to exit, or that is dying, gets to write what it has collected. */
const LEAVES_WITHIN_MS = 5000

/** After a broken connection, how long a process that is dying gets to say why. */
const LAST_WORDS_MS = 300

/**
 * Starts a worker with a channel to it: `send` and the event `message`, as fork has them.
 *
 * @typedef {(file: string, options: { execPath: string, cwd?: string, execArgv: string[], env: Record<string, string | undefined>, stdio: StdioOptions }) => ChildProcess} Launch
 */

/** Where the files are that run inside of a measured process. */
const WORKERS = new URL('../../worker/', import.meta.url)

/** @type {Launch} */
export const forkWorker = (file, options) => unhooked(() => fork(file, [], options))

/** One fresh process that runs one variant, and answers questions over IPC. */
export class MeasuredProcess {
  /**
   * @param {object} options
   * @param {string} options.variant its name, for messages
   * @param {string | URL} options.worker a file of this package's workers, or the URL of another one
   * @param {string} options.node the node binary
   * @param {string[]} [options.flags] for node
   * @param {Record<string, string>} [options.env] beside the clean one
   * @param {number} options.padding bytes added to the environment: its size moves the stack and with it speed (Mytkowicz 2009), so every process gets another
   * @param {string} [options.cwd]
   * @param {number | 'ignore'} [options.stdout] a file's descriptor, for what V8's traces print
   * @param {number} [options.hangsAfterMs] of its own time
   * @param {number} [options.patientForMs] of whatever keeps it from working; at least twice its own
   * @param {number} [options.leavesWithinMs] how long it may take to exit by itself
   * @param {Launch} [options.launch]
   */
  constructor ({ variant, worker, node, flags = [], env = {}, padding, cwd, stdout = 'ignore', hangsAfterMs = HANGS_AFTER_MS, patientForMs = PATIENT_FOR_MS, leavesWithinMs = LEAVES_WITHIN_MS, launch = forkWorker }) {
    this.variant = variant
    this.hangsAfterMs = hangsAfterMs
    // where the two were alike, a quarter of a second on a busy machine would excuse a variant that hangs
    this.patientForMs = Math.max(patientForMs, 2 * hangsAfterMs)
    this.leavesWithinMs = leavesWithinMs
    this.stderr = ''
    this.requests = 0
    /** distinguishes its worker's answers from what a variant sends; it goes out with the first question, before a variant is loaded */
    this.secret = randomBytes(32).toString('hex')
    /** @type {Map<number, { question: string, resolve: (value: any) => void, reject: (error: Error) => void }>} */
    this.waiting = new Map()
    /** @type {VariantFailure | undefined} */
    this.failure = undefined
    /** where a server listens; none before it is loaded */
    this.port = 0
    /** how finely a server is told its CPU time, where that is loaded */
    this.cpuTickMs = 0
    /** calls or requests that it has behind it, as whoever makes them counts */
    this.operations = 0
    /** those who wait for something else than its answer @type {Set<(error: Error) => void>} */
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
    // what it has started itself may hold its stderr open for ever
    this.child.on('exit', () => setTimeout(() => this.child.stderr?.destroy(), LAST_WORDS_MS))
    this.exited = new Promise((resolve) => {
      // close, not exit: only then has all of stderr been read
      this.child.on('close', (code, signal) => {
        if (pid) untrack(pid)
        this.fail(signal ? `was killed by ${signal}` : `exited with code ${code}`)
        resolve(undefined)
      })
    })
  }

  /**
   * @param {string} question a handler of the worker
   * @param {object} [details]
   * @param {number} [withinMs]
   * @returns {Promise<any>} its answer
   * @throws {VariantFailure}
   */
  async ask (question, details = {}, withinMs = this.hangsAfterMs) {
    if (this.failure) throw this.failure
    const id = ++this.requests
    const watchdog = this.startWatchdog(`did not answer within ${withinMs / 1000} s (asked to ${question})`, { withinMs })
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

  /**
   * @param {string} file of the variant
   * @returns {Promise<string>} the version of Node it runs on
   */
  async load (file) {
    const { node, port, cpuTickMs = 0 } = await this.ask('load', { file })
    this.port = port
    this.cpuTickMs = cpuTickMs
    return node
  }

  /**
   * @param {string} what happened when it has had its time, to be read after its name
   * @param {{ withinMs?: number, answered?: () => number }} [limits]
   * @returns {Watchdog} ends this process, as it were, unless it is ended before
   */
  startWatchdog (what, { withinMs = this.hangsAfterMs, answered } = {}) {
    return new Watchdog(this.child?.pid, { ownMs: withinMs, allMs: this.patientForMs, mostBytes: MOST_BYTES, answered }, (why) => {
      if (why === 'slow') this.fail(`was too slow: it was still answering after ${this.patientForMs / 1000} s`)
      else if (why === 'swells') this.fail(`has taken more than ${(MOST_BYTES / 1e9).toFixed(1)} GB of memory: does something grow without end?`)
      else this.fail(what, why === 'starved')
    })
  }

  /**
   * Why a connection to this process broke: what the process itself says, if it is dying, else what the connection said.
   *
   * @param {string} what the connection said
   * @returns {Promise<VariantFailure>}
   */
  async reasonFor (what) {
    await Promise.race([this.exited, new Promise((resolve) => setTimeout(resolve, LAST_WORDS_MS))])
    return this.failure ?? new VariantFailure(this.variant, what, this.stderr)
  }

  /** Lets the process exit by itself, so that what its flags collect is written; resolves when it is gone. */
  async leave () {
    if (!this.failure) this.child.send({ ask: 'leave' }, () => {})
    this.failure ??= new VariantFailure(this.variant, 'has left')
    const timer = setTimeout(() => this.child.kill('SIGKILL'), this.leavesWithinMs)
    await this.exited
    clearTimeout(timer)
  }

  /** Ends the process; resolves when it is gone. */
  async stop () {
    this.failure ??= new VariantFailure(this.variant, 'has been stopped')
    this.child.kill('SIGKILL')
    await this.exited
  }

  /** @param {string} what @param {boolean} [starved] whether something kept it from working */
  fail (what, starved = false) {
    this.failure ??= starved
      ? new Starved(this.variant, `could not work for ${this.patientForMs / 1000} s: it was stopped, or this machine is too busy`)
      : new VariantFailure(this.variant, what, this.stderr)
    const told = [...this.failureListeners, ...[...this.waiting.values()].map(({ reject }) => reject)]
    // one that throws fails once more when it exits
    this.failureListeners.clear()
    for (const reject of told) reject(this.failure)
  }

  /**
   * A promise that lives as long as the process would keep what each race with it has come to.
   *
   * @param {(error: Error) => void} reject is told when the process fails, or at once if it has
   * @returns {() => void} forgets it
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

  /** @param {{ stack?: string }} error in the process */
  #keepStack ({ stack = '' }) {
    if (!this.stderr.includes(stack)) this.stderr = `${this.stderr}${stack}\n`.slice(-STDERR_KEPT)
  }

  /** @param {unknown} message what somebody in the process has sent */
  #receive (message) {
    if (this.failure) return
    // those of a process that is profiled, which whoever profiles it hears
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
      // what it wrote on stderr may come later than this
      this.#keepStack(fatal)
      return this.fail(`threw ${fatal.name ?? 'an error'}: ${fatal.message}`)
    }
    if (!error) return waiting?.resolve(value)
    this.#keepStack(error)
    waiting?.reject(new VariantFailure(this.variant, `failed: ${error.message}`, this.stderr))
  }
}
