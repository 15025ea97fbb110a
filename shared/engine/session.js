import { createRandom } from './stats/random.js'
import { CpuAffinity } from './process/affinity.js'

/**
 * @import { Random } from './stats/random.js'
 * @import { FiguresBySide } from './figures.js'
 * @import { JitThresholds } from './process/node-options.js'
 * @import { MeasuredProcess } from './process/measured-process.js'
 * @import { Placement } from './stats/prior.js'
 */

/**
 * @typedef {Map<string, MeasuredProcess>} Processes by program
 *
 * @typedef {object} Subject what a session measures: how a program is called, and what is read. To measure something else, such as a
 *   command, write one more subject: subjects/function.js, server.js and heap.js show how
 * @property {string[]} nodeFlags with which Node runs each program
 * @property {(session: Session, processes: Processes, sides: string[]) => Promise<FiguresBySide>} measure warms up the processes of one
 *   pair, and measures them. A side is a program, or a program under a workload: `fast@echo`
 *
 * @typedef {object} Loadable
 * @property {string} workerFile in worker/, loads the programs
 * @property {boolean} [startsProcesses] true if the worker starts each program as a process, so that it cannot have the permissions of a
 *   program
 * @property {number} [hangsAfterMs] least time limit for an answer, if the usual one is too short
 * @property {(session: Session, measured: MeasuredProcess) => Promise<Load>} startLoad lets a profiler put a program under load
 *
 * @typedef {Subject & Loadable} LabSubject what a lab is
 * @typedef {Subject & Omit<Loadable, 'startLoad'>} PairSubject what the processes of a pair are started for
 *
 * @typedef {{ warm: () => Promise<unknown>, run: (operations: number) => Promise<unknown>, end: () => void }} Load
 */

/** What all pairs of processes of one measurement share. */
export class Session {
  /**
   * operations in a block, by side, or by the sides that share their number; their first pair chooses it
   *
   * @type {Map<string, number> | undefined}
   */
  operationsPerBlock

  /**
   * the clock that decides, and whether processes are pinned while they are timed; the first pair chooses
   * @type {{ clock: 'cpu' | 'wall', pins: boolean, isParallel: boolean } | undefined} `isParallel`: one side computes on several CPUs
   */
  timing

  /**
   * @param {object} options
   * @param {number} options.seed
   * @param {Random} [options.random] draws what no answer depends on, such as orders
   * @param {CpuAffinity} [options.affinity] pins nothing by default
   * @param {JitThresholds} [options.jitThresholds] V8's own by default
   * @param {number} [options.warmUpMs] CPU time of the warm-up, in place of the subject's own
   * @param {number} [options.laterMs] CPU time after which each pair is measured once more: nothing may look at what it made before
   * @param {() => void} [options.onFirstBlock]
   * @param {(costs?: Map<string, number>) => void} [options.onPinned] once a pair is warm and pinned; `costs`: µs of CPU per request
   * @param {(side: string, figures: Record<string, number[]>) => void} [options.onBlock] after each block, with the side's figures so far
   */
  constructor ({ seed, random = createRandom(seed), affinity, jitThresholds, warmUpMs, laterMs, ...events }) {
    const { onFirstBlock = () => {}, onPinned = () => {}, onBlock = () => {} } = events
    this.seed = seed
    this.random = random
    this.affinity = affinity ?? new CpuAffinity([], random)
    /** @type {JitThresholds} */
    this.jitThresholds = jitThresholds ?? { lowered: [], defaults: [] }
    this.warmUpMs = warmUpMs
    this.laterMs = laterMs
    this.onFirstBlock = onFirstBlock
    this.onPinned = onPinned
    this.onBlock = onBlock
  }

  /** The same session, for measuring a pair once more. @returns {Session} */
  get later () {
    return Object.create(this, { warmUpMs: { value: this.laterMs }, laterMs: { value: undefined } })
  }

  /** True if the processes of a pair share one CPU while they are timed. */
  get sharesOneCpu () {
    return this.affinity.sharesOneCpu && this.timing?.pins !== false
  }

  /** Where the processes of a pair are timed. @returns {Placement} */
  get placement () {
    if (this.sharesOneCpu) return 'together'
    return this.timing?.isParallel ? 'on all' : 'apart'
  }

  /**
   * Runs `work` while the processes of a pair are pinned to one CPU, unless they compute on several.
   *
   * @template T
   * @param {MeasuredProcess[]} processes
   * @param {() => Promise<T>} work
   * @returns {Promise<T>}
   */
  runPinned (processes, work) {
    return this.timing?.pins === false ? work() : this.affinity.runPinned(processes, work)
  }
}
