import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import kill from '@hotpath-labs/engine/process/kill.cjs'
import { readProcFile, readProcessStateAndCpuTime } from '@hotpath-labs/engine/process/procfs.js'
import { FunctionBenchmark } from './function.mjs'

/** Time limit of a command in ms. */
const ENDS_WITHIN_MS = 60_000

/** Largest output of a command in bytes, of stdout and of stderr. */
const MOST_BYTES = 64e6

/** What to say of a command that did not run to its end, by the code of the error. @type {Record<string, string>} */
const FAULTS = {
  ENOENT: 'cannot be started: there is no such program, or no such folder. Expected run: [\'node\', \'cli.js\']',
  EACCES: 'cannot be started: the file is not executable',
  ETIMEDOUT: `did not end within ${ENDS_WITHIN_MS / 1000} s. Does it start a daemon, or wait for input?`,
  ENOBUFS: `prints more than ${MOST_BYTES / 1e6} MB`,
}

/** Environment variable by which a process that a command leaves behind is found. */
const MARKER = 'HOTPATH_RUN'

/** A benchmark declared with `command`: each call starts a fresh process and waits until it ends. */
export class CommandBenchmark extends FunctionBenchmark {
  /** @param {{ run: string[], cwd?: string, env?: Record<string, string> }} options @param {number} seed */
  constructor (options, seed) {
    const marker = randomUUID()
    super({ ...options, run: () => runOnce(options, marker) }, seed)
    this.marker = marker
    this.program = options.run[0]
  }

  /** @override */
  async answers () {
    let running = 0
    const answers = await super.answers().finally(() => { running = killMarkedProcesses(this.marker) })
    if (running > 0) throw new Error(`${this.program} leaves a process running. Let it end with all that it starts`)
    return answers
  }

  /**
   * Times a block of runs.
   *
   * @override
   * @param {{ calls: number, leadIn?: number, clock?: string }} request
   */
  async block (request) {
    const before = readProcessStateAndCpuTime('self')
    const timed = await super.block(request)
    const after = readProcessStateAndCpuTime('self')
    const runs = request.calls + (request.leadIn ?? 0)
    // only Linux tells the CPU time of children that have ended
    return { ...timed, ...before && after && { childrenCpuUs: 1000 * (after.childrenCpuMs - before.childrenCpuMs) / runs } }
  }
}

/**
 * @param {{ run: string[], cwd?: string, env?: Record<string, string> }} options
 * @param {string} marker in the environment of all that it starts
 * @returns {{ code: number | null, signal: string | null, stdout: string }} what is compared
 */
function runOnce ({ run: [program, ...args], cwd = '.', env }, marker) {
  const { status: code, signal, stdout, error } = spawnSync(program === 'node' ? process.execPath : program, args, {
    cwd: resolve(cwd),
    env: { ...process.env, ...env, [MARKER]: marker },
    // nothing to read: a command that asks a question gets its end at once
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: ENDS_WITHIN_MS,
    killSignal: 'SIGKILL',
    maxBuffer: MOST_BYTES,
    windowsHide: true,
  })
  if (error) throw new Error(`${program} ${FAULTS[/** @type {Error & { code: string }} */ (error).code] ?? `cannot be started: ${error.message}`}`)
  return { code, signal, stdout: stdout.toString() }
}

/**
 * Kills the processes that a command has left behind, such as a daemon. Only Linux shows the environment of a process.
 *
 * @param {string} marker
 * @returns {number} of processes
 */
function killMarkedProcesses (marker) {
  if (process.platform !== 'linux') return 0
  const left = readdirSync('/proc').map(Number).filter((pid) => pid && readProcFile(pid, 'environ').includes(`${MARKER}=${marker}`))
  left.forEach((pid) => kill(pid))
  return left.length
}
