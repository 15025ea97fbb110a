import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { computePairLogRatio } from '@hotpath-labs/engine/figures.js'
import { CannotRun } from '@hotpath-labs/engine/failures.js'
import { CpuAffinity, listAllowedProcessors } from '@hotpath-labs/engine/process/affinity.js'
import { readJitThresholds } from '@hotpath-labs/engine/process/node-options.js'
import { Session } from '@hotpath-labs/engine/session.js'
import { FunctionSubject } from '@hotpath-labs/engine/subjects/function.js'
import { HeapSubject } from '@hotpath-labs/engine/subjects/heap.js'
import { ServerSubject } from '@hotpath-labs/engine/subjects/server.js'
import { shuffle, createRandom } from '@hotpath-labs/engine/stats/random.js'
import { estimateNoisePrior } from '@hotpath-labs/engine/stats/prior.js'
import { tearDownAndEndProcess, loadBenchmark, startProcess } from './process.js'

/**
 * @import { FiguresBySide } from '@hotpath-labs/engine/figures.js'
 * @import { MeasuredProcess } from '@hotpath-labs/engine/process/measured-process.js'
 * @import { JitThresholds } from '@hotpath-labs/engine/process/node-options.js'
 * @import { Prior } from '@hotpath-labs/engine/stats/prior.js'
 * @import { Answers } from './answers.js'
 * @import { Benchmark } from './benchmarks.js'
 * @import { Sides } from '../sides/sides.js'
 */

/** A CPU profile covers at least this many ms, so that it has samples of all that matters. */
const PROFILE_MS = 3000

/** Pattern for the file name of a main thread's CPU profile: date, time, process, thread 0 and number. */
const MAIN_THREAD = /^CPU\.\d+\.\d+\.\d+\.0\.\d+\.cpuprofile$/

/** Figure that each kind of benchmark compares. */
const METRICS = /** @type {const} */ ({ fn: 'time', command: 'time', server: 'cpu', heap: 'heapBytesPerOp' })

/**
 * Smallest and largest number of timed blocks of calls in one process. Results of async functions scatter by 6 to 7 % with 16 blocks, and
 * by 2 % with 64: docs/decisions/064
 */
export const BLOCKS_PER_FUNCTION_PROCESS = { fewestBlocks: 16, blocks: 64 }

/** Number of pairs whose timed blocks must fit into a benchmark's time, so that there are some to judge. A pair also starts processes. */
const PAIRS_IN_TIME = 8

/** The assumed memory noise counts as much as this number of measured pairs of processes. */
const HEAP_PRIOR_PAIRS = 2

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
 * @property {'cpu' | 'wall'} [clock]
 * @property {boolean} [pins]
 */

/** Measures a benchmark in rounds: each round starts new processes of base and head, and some rounds a second base process, the control. */
export class BenchmarkRounds {
  /** @type {Sample} head against base */
  head = { values: [], spreads: [] }

  /** @type {Sample} base against base */
  control = { values: [], spreads: [] }

  /** costs of base and head in each round, in µs or bytes @type {{ base: number, head: number }[]} */
  costs = []

  /**
   * @param {Benchmark} benchmark
   * @param {Sides} sides
   * @param {How} how
   */
  static async create (benchmark, sides, how) {
    const node = sides.base.node ?? process.execPath
    // JIT thresholds are lowered only if base and head run on the same Node, because versions have different thresholds.
    const jitThresholds = node === (sides.head.node ?? process.execPath) ? await readJitThresholds(node) : { lowered: [], defaults: [] }
    return new BenchmarkRounds(benchmark, sides, how, jitThresholds)
  }

  /**
   * @param {Benchmark} benchmark
   * @param {Sides} sides
   * @param {How} how
   * @param {JitThresholds} jitThresholds
   */
  constructor (benchmark, sides, { seed, flags, ...how }, jitThresholds) {
    this.benchmark = benchmark
    this.sides = sides
    this.seed = seed
    this.metric = METRICS[benchmark.kind]
    const random = createRandom(seed)
    this.session = new Session({ seed, random, jitThresholds, affinity: new CpuAffinity(listAllowedProcessors(), random) })
    this.subject = makeSubject(benchmark, how)
    this.flags = [...this.subject.nodeFlags, ...flags]
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
    const processes = this.#start(roles)
    try {
      this.#add(await this.#measureProcesses(processes), withControl)
    } finally {
      await Promise.all([...processes.values()].map((measured) => tearDownAndEndProcess(measured)))
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
    const processes = this.#start(['base', 'head'], (role) => ['--cpu-prof', `--cpu-prof-dir=${findFolder(role)}`])
    const end = performance.now() + PROFILE_MS
    try {
      do await this.#measureProcesses(processes); while (performance.now() < end)
    } finally {
      await Promise.all([...processes.values()].map((measured) => tearDownAndEndProcess(measured, { writes: true })))
      for (const role of processes.keys()) keepMainThread(findFolder(role))
    }
  }

  /** @param {Map<Role, MeasuredProcess>} processes @returns {Promise<FiguresBySide>} */
  async #measureProcesses (processes) {
    await Promise.all([...processes].map(([role, measured]) =>
      loadBenchmark(measured, this.benchmark, { file: this.benchmark.files[role === 'head' ? 'head' : 'base'], seed: this.seed })))
    return this.subject.measure(this.session, processes, [...processes.keys()].toSorted())
  }

  /**
   * Starts the processes of a round in random order, because the first process has colder caches.
   *
   * @param {Role[]} roles
   * @param {(role: Role) => string[]} [chooseFlags] further flags for Node
   * @returns {Map<Role, MeasuredProcess>}
   */
  #start (roles, chooseFlags = () => []) {
    return new Map(shuffle(roles.length, this.session.random).map((index) => {
      const role = roles[index]
      const side = this.sides[role === 'head' ? 'head' : 'base']
      return [role, startProcess(side, role, { random: this.session.random, flags: [...this.flags, ...chooseFlags(role)] })]
    }))
  }

  /** @param {FiguresBySide} figures @param {boolean} withControl */
  #add (figures, withControl) {
    const cost = (/** @type {Role} */ role) => middle(/** @type {Record<string, number[]>} */ (figures.get(role))[this.metric])
    this.costs.push({ base: cost('base'), head: cost('head') })
    this.#addTo(this.head, figures, 'head')
    if (withControl) this.#addTo(this.control, figures, 'control')
  }

  /** @param {Sample} sample @param {FiguresBySide} figures @param {Role} role against the base */
  #addTo (sample, figures, role) {
    const { value, spread } = this.benchmark.kind === 'heap' ? compareBytes(figures, role) : computePairLogRatio(figures, this.metric, role, 'base')
    if (!Number.isFinite(value)) throw new CannotRun('CLOCK_TOO_COARSE', 'the clock', `is too coarse to measure ${this.benchmark.title}`, 'Measure on Linux or macOS, or let run do more work.')
    sample.values.push(value)
    sample.spreads.push(spread)
  }

  /** @param {Sample} sample @returns {Prior} */
  #priorOf ({ spreads }) {
    if (this.subject instanceof HeapSubject) return { sd: this.subject.noiseBytesPerRequest, pairs: HEAP_PRIOR_PAIRS }
    return estimateNoisePrior(spreads, this.session.sharesOneCpu)
  }
}

/**
 * Reduces the number of timed blocks if several calls run at once: with n calls at once, a block takes n times as long.
 *
 * @param {number} inFlight calls at once
 */
function limitBlocks (inFlight) {
  const { fewestBlocks, blocks } = BLOCKS_PER_FUNCTION_PROCESS
  return { fewestBlocks, blocks: Math.max(fewestBlocks, Math.floor(blocks / inFlight)) }
}

/** @param {FiguresBySide} figures @param {Role} role */
function compareBytes (figures, role) {
  const bytes = (/** @type {Role} */ one) => /** @type {Record<string, number[]>} */ (figures.get(one)).heapBytesPerOp[0]
  return { value: bytes(role) - bytes('base'), spread: 0 }
}

/** @param {number[]} values @returns {number} their median */
function middle (values) {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[sorted.length >> 1]
}

/** @param {Benchmark} benchmark @param {Omit<How, 'seed' | 'flags'>} how @returns {FunctionSubject | ServerSubject | HeapSubject} */
function makeSubject ({ kind, inFlight, request, connections, requestsPerReading }, { answers: { varies, body = '' }, clock, pins, seconds = Infinity }) {
  const mostPairMs = 1000 * seconds / PAIRS_IN_TIME
  // a function's inputs are drawn in its own process
  if (kind === 'fn') return new FunctionSubject({ settings: limitBlocks(inFlight), clock, pins, mostPairMs })
  if (kind === 'command') return new FunctionSubject({ settings: limitBlocks(1), clock: clock ?? 'wall', pins, mostPairMs })
  const workload = { ...Object(request), connections, answers: varies ? /** @type {const} */ ('any') : /** @type {const} */ ('alike') }
  const subject = kind === 'heap'
    ? new HeapSubject({ workload, requests: requestsPerReading })
    : new ServerSubject({ workload, mostPairMs, compared: [{ faster: 'base', slower: 'head' }, { faster: 'base', slower: 'control' }] })
  subject.bodies.set(null, body)
  return subject
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
