import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { CannotRun } from '@hotpath-labs/engine/failures.js'
import { CpuAffinity, listAllowedProcessors } from '@hotpath-labs/engine/machine.js'
import { readJitThresholds } from '@hotpath-labs/engine/process/node-options.js'
import { Session } from '@hotpath-labs/engine/measure.js'
import { shuffle, createRandom } from '@hotpath-labs/engine/stats/random.js'
import { estimateNoisePrior } from '@hotpath-labs/engine/stats/rule.js'
import { median } from '@hotpath-labs/engine/stats/sample.js'
import { findQuantity } from './quantity.js'
import { tearDownAndEndProcess, loadBenchmark, startProcess } from './process.js'
import { makeSubject } from './subject.js'

/**
 * @import { FiguresBySide } from '@hotpath-labs/engine/figures.js'
 * @import { Processes, Subject } from '@hotpath-labs/engine/measure.js'
 * @import { Random } from '@hotpath-labs/engine/stats/random.js'
 * @import { Prior } from '@hotpath-labs/engine/stats/rule.js'
 * @import { Answers } from './answers.js'
 * @import { Benchmark } from './benchmarks.js'
 * @import { Sides } from '../sides/sides.js'
 */

/** A CPU profile covers at least this many ms, so that it has samples of all that matters. */
const PROFILE_MS = 3000

/** Pattern for the file name of a main thread's CPU profile: date, time, process, thread 0 and number. */
const MAIN_THREAD = /^CPU\.\d+\.\d+\.\d+\.0\.\d+\.cpuprofile$/

/**
 * Time in ms of a call with each input from which a timed block is one or more calls with each: a shorter block would leave out the last
 * inputs, and a slowdown with them.
 */
const LONG_PASS_MS = 2.5

/** Limits of time for a process to answer, in ms and in calls with each input. */
const ANSWERS_WITHIN = { ms: 10_000, passes: 4 }

/** @typedef {'base' | 'head' | 'control'} Role `control`: the base once more */

/**
 * Values of the pairs of processes measured so far. Each value is the logarithm of the ratio of two costs, or for a heap benchmark a
 * difference in bytes per request.
 *
 * @typedef {{ values: number[], spreads: number[] }} Sample
 */

/**
 * @typedef {object} How
 * @property {number} seed
 * @property {string[]} flags for Node
 * @property {Answers} answers
 * @property {number} [seconds] for the benchmark
 * @property {number} [mostSeconds] with a confirmation, if the user has set the seconds
 * @property {'cpu' | 'wall'} [clock]
 * @property {boolean} [pins]
 */

/**
 * @typedef {(roles: Role[], chooseFlags?: (role: Role) => string[]) => Promise<Processes>} Open starts the processes of a round, and loads
 *   the benchmark; `chooseFlags`: further flags for Node
 */

/** Measures a benchmark in rounds: each round starts new processes of base and head, and some rounds a second base process, the control. */
export class BenchmarkRounds {
  /** @type {Sample} head against base */
  head = { values: [], spreads: [] }

  /** @type {Sample} base against base */
  control = { values: [], spreads: [] }

  /** figures for information, of base and head in each round, where the subject tells them @type {{ base: number, head: number }[]} */
  beside = []

  /** shares of garbage collections in the time of base and head, in each round of a function @type {{ base: number, head: number }[]} */
  collections = []

  /** costs of base and head in each round, in µs or bytes @type {{ base: number, head: number }[]} */
  costs = []

  /** calls of a function that are timed as one operation */
  callsPerOperation = 1

  /**
   * @param {Benchmark} benchmark
   * @param {Sides} sides
   * @param {How} how
   */
  static async create (benchmark, sides, { seed, flags, ...how }) {
    const node = sides.base.node ?? process.execPath
    // JIT thresholds are lowered only if base and head run on the same Node, because versions have different thresholds.
    const jitThresholds = node === (sides.head.node ?? process.execPath) ? await readJitThresholds(node) : undefined
    const random = createRandom(seed)
    const session = new Session({ seed, random, jitThresholds, affinity: new CpuAffinity(listAllowedProcessors(), random) })
    const subject = makeSubject(benchmark, how)
    const { checked, passMs = 0 } = how.answers
    const wholePasses = benchmark.kind === 'fn' && checked > 1 && passMs > LONG_PASS_MS
    const hangsAfterMs = Math.max(ANSWERS_WITHIN.ms, ANSWERS_WITHIN.passes * passMs)
    const open = makeOpener(benchmark, sides, { seed, random, flags: [...subject.nodeFlags, ...flags], wholePasses, hangsAfterMs })
    const rounds = new BenchmarkRounds(benchmark, session, subject, open)
    if (wholePasses) rounds.callsPerOperation = checked
    return rounds
  }

  /**
   * @param {Pick<Benchmark, 'kind' | 'title' | 'rate'>} benchmark
   * @param {Session} session
   * @param {Subject & { findPrior?: () => Prior }} subject
   * @param {Open} open
   */
  constructor (benchmark, session, subject, open) {
    this.benchmark = benchmark
    this.quantity = findQuantity(benchmark)
    this.session = session
    this.subject = subject
    this.open = open
  }

  /** @returns {Prior} the assumed noise of `head` */
  get prior () {
    return this.#priorOf(this.head)
  }

  /** @returns {Prior} the assumed noise of `control` */
  get controlPrior () {
    return this.#priorOf(this.control)
  }

  /**
   * Measures one round: a process of base, a process of head, and optionally a control (a second base process).
   *
   * @param {{ withControl: boolean }} how
   * @throws {import('@hotpath-labs/engine/failures.js').VariantFailure} where a side fails
   * @throws {CannotRun} where the clock stood still
   */
  async measure ({ withControl }) {
    /** @type {Role[]} */
    const roles = withControl ? ['base', 'head', 'control'] : ['base', 'head']
    const processes = await this.open(roles)
    try {
      this.#add(await this.subject.measure(this.session, processes, roles), withControl)
    } finally {
      await endAll(processes)
    }
  }

  /**
   * Writes CPU profiles of base and head during extra rounds, which do not count for the verdict.
   *
   * @param {string} folder absolute; gets a .cpuprofile of each side
   */
  async profile (folder) {
    const name = this.benchmark.title.replaceAll(/[^\w.-]+/g, '-')
    const findFolder = (/** @type {string} */ role) => join(folder, `${name}.${role}`)
    /** @type {Role[]} */
    const roles = ['base', 'head']
    const processes = await this.open(roles, (role) => ['--cpu-prof', `--cpu-prof-dir=${findFolder(role)}`])
    const end = performance.now() + PROFILE_MS
    try {
      do await this.subject.measure(this.session, processes, roles); while (performance.now() < end)
    } finally {
      await endAll(processes, { writes: true })
      for (const role of roles) keepMainThread(findFolder(role))
    }
  }

  /** @param {FiguresBySide} figures @param {boolean} withControl */
  #add (figures, withControl) {
    const { metric, beside = '' } = this.quantity
    const read = (/** @type {string} */ name, /** @type {Role} */ role) => /** @type {Record<string, number[]>} */ (figures.get(role))[name]
    const readBoth = (/** @type {string} */ name) => ({ base: median(read(name, 'base')), head: median(read(name, 'head')) })
    const { base, head } = readBoth(metric)
    this.costs.push({ base: base / this.callsPerOperation, head: head / this.callsPerOperation })
    if (read(beside, 'base') && read(beside, 'head')) this.beside.push(readBoth(beside))
    const findShare = (/** @type {Role} */ role) => sum(read('collections', role)) / sum(read(metric, role))
    if (read('collections', 'base')) this.collections.push({ base: findShare('base'), head: findShare('head') })
    this.#addTo(this.head, figures, 'head')
    if (withControl) this.#addTo(this.control, figures, 'control')
  }

  /** @param {Sample} sample @param {FiguresBySide} figures @param {Role} role against the base */
  #addTo (sample, figures, role) {
    const { value, spread } = this.quantity.compare(figures, role)
    if (!Number.isFinite(value)) throw new CannotRun('CLOCK_TOO_COARSE', 'the clock', `is too coarse to measure ${this.benchmark.title}`, 'Measure on Linux or macOS, or let run do more work.')
    sample.values.push(value)
    sample.spreads.push(spread)
  }

  /** @param {Sample} sample @returns {Prior} */
  #priorOf ({ spreads }) {
    return this.subject.findPrior?.() ?? estimateNoisePrior(spreads, this.session.placement)
  }
}

/** @param {number[]} values */
const sum = (values) => values.reduce((total, value) => total + value, 0)

/**
 * @param {Benchmark} benchmark
 * @param {Sides} sides
 * @param {{ seed: number, random: Random, flags: string[], wholePasses: boolean, hangsAfterMs: number }} how
 * @returns {Open}
 */
function makeOpener (benchmark, sides, { seed, random, flags, wholePasses, hangsAfterMs }) {
  return async (roles, chooseFlags = () => []) => {
    // in random order, because the first process has colder caches
    const processes = new Map(shuffle(roles.length, random).map((index) => {
      const role = roles[index]
      const side = sides[role === 'head' ? 'head' : 'base']
      return [role, startProcess(side, role, { random, flags: [...flags, ...chooseFlags(role)], hangsAfterMs })]
    }))
    try {
      await Promise.all([...processes].map(([role, measured]) =>
        loadBenchmark(measured, benchmark, { file: benchmark.files[role === 'head' ? 'head' : 'base'], seed, wholePasses })))
      return processes
    } catch (error) {
      await endAll(processes)
      throw error
    }
  }
}

/** @param {Processes} processes @param {{ writes?: boolean }} [how] */
async function endAll (processes, how) {
  await Promise.all([...processes.values()].map((measured) => tearDownAndEndProcess(measured, how)))
}

/**
 * Keeps the CPU profile of a process's main thread beside the folder, and deletes the folder. On Node 20 the thread of the module loader
 * also writes a profile.
 *
 * @param {string} folder of the profiles of one process
 */
function keepMainThread (folder) {
  const own = existsSync(folder) && readdirSync(folder).find((name) => MAIN_THREAD.test(name))
  if (own) renameSync(join(folder, own), `${folder}.cpuprofile`)
  rmSync(folder, { recursive: true, force: true })
}
