import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import { readProcessStateAndCpuTime } from '@hotpath-labs/engine/process/procfs.js'
import { killMarkedProcesses, runOnce } from '@hotpath-labs/engine/worker/run-once.mjs'
import { FunctionBenchmark } from './function.mjs'

/** A benchmark declared with `command`: each call starts a fresh process and waits until it ends. */
export class CommandBenchmark extends FunctionBenchmark {
  /** @param {{ run: string[], cwd?: string, env?: Record<string, string> }} options @param {number} seed */
  constructor (options, seed) {
    const marker = randomUUID()
    super({ ...options, run: () => runDeclared(options, marker) }, seed)
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
 * @returns {import('@hotpath-labs/engine/worker/run-once.mjs').Ended}
 */
function runDeclared ({ run, cwd = '.', env }, marker) {
  try {
    const { code, signal, stdout } = runOnce(run, { marker, cwd: resolve(cwd), env })
    return { code, signal, stdout }
  } catch (error) {
    throw new Error(`${run[0]} ${error.message}`)
  }
}
