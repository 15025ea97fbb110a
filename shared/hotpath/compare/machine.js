import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { CpuAffinity, listAllowedProcessors } from '@hotpath-labs/engine/machine.js'
import { readJitThresholds } from '@hotpath-labs/engine/process/node-options.js'
import { shuffle, createRandom } from '@hotpath-labs/engine/stats/random.js'
import { estimateNoisePrior } from '@hotpath-labs/engine/stats/rule.js'
import { tearDownAndEndProcess, loadBenchmark, startProcess } from './process.js'
import { COMMAND_SETTINGS, makeSubject } from './subject.js'

/**
 * @import { Machine, Pair, Processes, Session, Subject } from '@hotpath-labs/engine/measure.js'
 * @import { JitThresholds } from '@hotpath-labs/engine/process/node-options.js'
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

/** Sides of a pair. The rate of requests is checked with the first of them. @type {Role[]} */
export const ROLES = ['base', 'head', 'control']

/**
 * @typedef {object} How
 * @property {number} seed
 * @property {string[]} flags for Node
 * @property {Answers} answers
 * @property {number} [seconds] for the benchmark
 * @property {number} [mostSeconds] with a confirmation, if the user has set the seconds
 * @property {'cpu' | 'wall'} [clock]
 * @property {boolean} [pins]
 * @property {Session['timing']} [timing] that an earlier measurement of the benchmark chose
 */

/**
 * This computer: its clock, the CPUs that it pins to, and the processes of a benchmark's sides.
 *
 * @implements {Machine}
 */
export class BenchmarkMachine {
  /** in which the last pair was measured @type {Session | undefined} */
  session

  /**
   * @param {Benchmark} benchmark
   * @param {Sides} sides
   * @param {How} how
   */
  static async create (benchmark, sides, how) {
    const node = sides.base.node ?? process.execPath
    // JIT thresholds are lowered only if base and head run on the same Node, because versions have different thresholds.
    const jitThresholds = node === (sides.head.node ?? process.execPath) ? await readJitThresholds(node) : undefined
    return new BenchmarkMachine(benchmark, sides, how, jitThresholds)
  }

  /** @param {Benchmark} benchmark @param {Sides} sides @param {How} how @param {JitThresholds} [jitThresholds] */
  constructor (benchmark, sides, { seed, flags, timing, ...how }, jitThresholds) {
    this.benchmark = benchmark
    this.sides = sides
    this.seed = seed
    this.timing = timing
    this.jitThresholds = jitThresholds
    this.random = createRandom(seed)
    this.affinity = new CpuAffinity(listAllowedProcessors(), this.random)
    /** @type {Subject & { findPrior?: () => Prior }} */
    this.subject = makeSubject(benchmark, how)
    this.flags = [...this.subject.nodeFlags, ...flags]
    const { checked, passMs = 0 } = how.answers
    this.wholePasses = benchmark.kind === 'fn' && checked > 1 && passMs > LONG_PASS_MS
    this.hangsAfterMs = Math.max(ANSWERS_WITHIN.ms, ANSWERS_WITHIN.passes * passMs)
    /** calls of a function that are timed as one operation */
    this.callsPerOperation = this.wholePasses ? checked : 1
    const started = performance.now()
    this.clock = () => (performance.now() - started) / 1000
  }

  /** @param {string[]} sides */
  open (sides) {
    return new BenchmarkPair(this, ROLES.filter((role) => sides.includes(role)))
  }

  /** No pair starts early: the teardown of the one before could remove what its setup makes. */
  mayOpenEarly () {
    return false
  }

  /** @param {number[]} spreads @returns {Prior} the assumed noise of pairs with these spreads */
  findPrior (spreads) {
    const timesSpread = this.benchmark.kind === 'command' ? COMMAND_SETTINGS.timesSpread : undefined
    return this.subject.findPrior?.() ?? estimateNoisePrior(spreads, this.session?.placement, timesSpread)
  }

  /**
   * Writes CPU profiles of base and head during extra pairs, which do not count for the verdict.
   *
   * @param {string} folder absolute; gets a .cpuprofile of each side
   */
  async profile (folder) {
    const name = this.benchmark.title.replaceAll(/[^\w.-]+/g, '-')
    const findFolder = (/** @type {Role} */ role) => join(folder, `${name}.${role}`)
    const pair = this.open(['base', 'head'])
    pair.chooseFlags = (role) => ['--cpu-prof', `--cpu-prof-dir=${findFolder(role)}`]
    try {
      await pair.ready
      const end = performance.now() + PROFILE_MS
      do await pair.measure(/** @type {Session} */ (this.session)); while (performance.now() < end)
    } finally {
      await pair.stop({ writes: true })
      for (const role of pair.roles) keepMainThread(findFolder(role))
    }
  }
}

/** @implements {Pair} */
class BenchmarkPair {
  /** @type {Processes} */
  processes = new Map()
  /** @type {Record<string, number>} */
  printed = {}
  /** @type {Promise<string> | undefined} */
  #ready

  /** further flags for Node @type {(role: Role) => string[]} */
  chooseFlags = () => []

  /** @param {BenchmarkMachine} machine @param {Role[]} roles */
  constructor (machine, roles) {
    this.machine = machine
    this.roles = roles
  }

  /** Starts the processes when it is first read, so that the pair before has ended. */
  get ready () {
    this.#ready ??= this.#start()
    return this.#ready
  }

  /** @param {Session} session */
  async measure (session) {
    const { machine, processes, roles } = this
    // one clock for the whole benchmark
    session.timing ??= machine.timing
    machine.session = session
    return machine.subject.measure(session, processes, roles)
  }

  /** @param {{ writes?: boolean }} [how] */
  async stop (how) {
    await Promise.all([...this.processes.values()].map((measured) => tearDownAndEndProcess(measured, how)))
  }

  /** @returns {Promise<string>} the version of Node */
  async #start () {
    const { benchmark, sides, seed, random, flags, hangsAfterMs, wholePasses } = this.machine
    // in random order, because the first process has colder caches
    const [node] = await Promise.all(shuffle(this.roles.length, random).map((index) => {
      const role = this.roles[index]
      const side = role === 'head' ? 'head' : 'base'
      const measured = startProcess(sides[side], role, { random, flags: [...flags, ...this.chooseFlags(role)], hangsAfterMs })
      this.processes.set(role, measured)
      return loadBenchmark(measured, benchmark, { file: benchmark.files[side], seed, wholePasses })
    }))
    return node
  }
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
