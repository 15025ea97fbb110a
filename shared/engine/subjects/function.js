import { createRandom } from '../stats/random.js'
import serializer from '../worker/serializer.cjs'
import { warmUpWithLowerJitThresholds } from '../process/node-options.js'
import { settleAllOrThrow } from '../process/measured-process.js'
import { SteadinessDetector } from '../warm-up.js'
import { chooseSharedOperationCount, measureBlocksInTurn } from './turns.js'

/**
 * @import { Random } from '../stats/random.js'
 * @import { FiguresBySide } from '../figures.js'
 * @import { MeasuredProcess } from '../process/measured-process.js'
 * @import { LabSubject, Load, Processes, Session } from '../measure.js'
 */

/** Settings for timing functions. Figures: docs/decisions/040 */
const SETTINGS = {
  /**
   * Limits of the warm-up, which ends when the time per call stops falling. With fewer than 3,000 calls, 1 process in 20 stayed five times
   * slower.
   */
  warmUp: { leastCalls: 3000, leastMs: 25, mostMs: 400 },

  /**
   * Number of timed blocks per process. The median of 16 blocks scatters by 2 to 3 %. With 8 or 32 blocks a true ratio of 1.10 is detected
   * no sooner.
   */
  blocks: 16,

  /**
   * Limits in ns of the shortest and the longest timed block: all functions get the same number of calls, so the cheapest function has the
   * shortest block. Cold CPU caches distort short blocks: a true cost ratio of 1.10 was measured as 1.07 with blocks of 0.2 ms, and as 1.11
   * with blocks of 1 ms. Functions that allocate need longer ones: docs/decisions/046
   */
  blockNs: { cheapest: { least: 0.1e6, target: 2.5e6 }, dearest: { target: 5e6, most: 250e6 } },
}

/** Length in ns of a series of calls during the warm-up: long enough that V8 compiles the loop as in a timed block. */
const STRETCH_NS = 2e6

/** Ends the warm-up when the cost has not fallen by 3 % in four series of calls in a row. The cost of a series scatters by 2 %. */
const STEADY = { falls: 0.03, stretches: 4 }

/**
 * Calls before a block, without a clock, because the other process has used the CPU's caches: a share of the block's calls, and at least so
 * many ns. A function that allocates has its young objects in the cache again only after some ms: docs/decisions/046
 */
const LEAD_IN = { share: 1 / 2, leastNs: 5e6 }

/** An operation of this many ns or more finds its caches cold in any case, and gets no calls without a clock before a block. */
const LONG_NS = 50e6

/** Fewest timed blocks of a process whose operation is slow: the median of fewer would be a single call. */
const LEAST_BLOCKS = 2

/**
 * When the wall clock decides, not the smaller of wall-clock and CPU time: if a program waits, so that its threads work less than this
 * share of the time, for example for a child process; or if it has worker threads or child processes, or leaves this share of its CPU time
 * to libuv's pool or an addon's threads. Such a program is not pinned, because its threads would share one CPU: docs/decisions/067. Not in
 * CONSTANTS: no recorded program waits or has threads.
 */
const THREADS = { waits: 0.5, others: 0.05 }

/** How garbage collections count: those within blocks, by their share. V8 runs none between blocks. docs/decisions/046 */
const COLLECTIONS = 'by share'

/** Constants that influence measured times. Changing a value invalidates recorded verdicts: CONTRIBUTING.md, "Checks". */
const CONSTANTS = { STRETCH_NS, STEADY, LEAD_IN, COLLECTIONS }

/** @typedef {typeof SETTINGS & { fewestBlocks?: number }} FunctionSettings `fewestBlocks`: where blocks are long */

/**
 * Target time in ns of all timed blocks of a process together. With the setting `fewestBlocks`, slow functions get fewer blocks to keep to
 * this time: 64 blocks with one call of 100 ms each would take 6 s.
 */
const ALL_BLOCKS_NS = 100e6

/**
 * A function: the time of a call.
 *
 * @implements {LabSubject}
 */
export class FunctionSubject {
  static SETTINGS = SETTINGS

  /** whose hash tells an engine from another @type {unknown[]} */
  static VALUES = [SETTINGS, CONSTANTS]

  /** @type {string[]} */
  nodeFlags = []
  workerFile = 'function.cjs'

  /** key of the cost among the figures */
  costName = 'time'

  /** true if the worker makes calls without a clock before a block */
  hasLeadIn = true

  /**
   * @param {object} [options]
   * @param {(random: Random) => unknown[][]} [options.inputs] draws lists of arguments; without it, each worker draws its own
   * @param {Partial<FunctionSettings>} [options.settings] in place of SETTINGS
   * @param {'cpu' | 'wall'} [options.clock] that decides, in place of the one that fits the programs
   * @param {boolean} [options.pins] false: pins nothing
   * @param {number} [options.mostPairMs] time of all timed blocks of a pair; slow functions get fewer blocks
   */
  constructor ({ inputs, settings, clock, pins, mostPairMs = Infinity } = {}) {
    this.inputs = inputs
    this.clock = clock
    this.pins = pins
    this.mostPairMs = mostPairMs
    /** @type {FunctionSettings} */
    this.settings = { ...SETTINGS, ...settings }
  }

  /**
   * Warms up both compared processes, then times blocks of calls in each process in turn.
   *
   * @param {Session} session
   * @param {Processes} processes
   * @param {string[]} sides
   * @returns {Promise<FiguresBySide>} `time` in µs per call (`costName`), of a command `childrenCpu` in µs, and the age after each
   *   block: `cpuSeconds`, `operations`
   */
  async measure (session, processes, sides) {
    const { blocks: most, fewestBlocks = most, blockNs } = this.settings
    const measured = new Map(sides.map((side) => [side, /** @type {MeasuredProcess} */ (processes.get(side))]))
    const warmed = await settleAllOrThrow([...measured.values()].map(async (one) => {
      await this.giveInputs(session, one)
      const before = await one.ask('threads')
      const warm = await warmUpWithLowerJitThresholds(session, one, () => warmUpFunction(one, this.#chooseWarmUp(session)))
      return { ...warm, work: measureWork(before, await one.ask('threads'), warm.spentNs) }
    }))
    const costs = warmed.map(({ nsPerCall }) => nsPerCall)
    const counts = session.operationsPerBlock ??= new Map()
    // without a dear side, which is decided first, a block of the others has more calls
    const together = sides.join(' ')
    if (!counts.has(together)) counts.set(together, chooseSharedOperationCount(costs, blockNs))
    const calls = Number(counts.get(together))
    const leadIns = new Map(sides.map((side, index) => [side, this.hasLeadIn ? chooseLeadIn(calls, costs[index]) : 0]))
    const turnNs = sides.reduce((sum, side, index) => sum + (calls + Number(leadIns.get(side))) * costs[index], 0)
    const usual = Math.max(fewestBlocks, Math.min(most, Math.floor(ALL_BLOCKS_NS / (calls * Math.max(...costs)))))
    const blocks = Math.min(usual, Math.max(LEAST_BLOCKS, Math.floor(this.mostPairMs * 1e6 / turnNs)))
    const { clock } = session.timing ??= this.#chooseTiming(warmed.map(({ work }) => work))

    /** @type {FiguresBySide} */
    const figures = new Map(sides.map((side) =>
      [side, { [this.costName]: [], collections: [], collectionCount: [], opsPerSecond: [], cpuSeconds: [], operations: [] }]))
    await session.runPinned([...measured.values()], () => {
      session.onPinned()
      return measureBlocksInTurn([...measured], blocks, session.random, async ([side, one]) => {
        const { ns, collectionNs, collections, cpuMs, childrenCpuUs } = await one.ask('block', { calls, leadIn: leadIns.get(side), clock })
        one.operations += calls + Number(leadIns.get(side))
        const seen = /** @type {Record<string, number[]>} */ (figures.get(side))
        seen[this.costName].push((ns - collectionNs) / calls / 1000)
        seen.collections.push(collectionNs / calls / 1000)
        seen.collectionCount.push(collections)
        seen.opsPerSecond.push(1e9 * calls / ns)
        seen.cpuSeconds.push(cpuMs / 1000)
        seen.operations.push(one.operations)
        if (childrenCpuUs !== undefined) (seen.childrenCpu ??= []).push(childrenCpuUs)
        session.onBlock(side, seen)
      })
    })
    if (!session.laterMs) await settleAllOrThrow([...measured.values()].map((one) => one.ask('checkAnswers')))
    for (const seen of figures.values()) seen[this.costName] = spreadCollections(seen[this.costName], seen.collections)
    return figures
  }

  /** @param {Session} session @param {MeasuredProcess} measured @returns {Promise<Load>} */
  async startLoad (session, measured) {
    await this.giveInputs(session, measured)
    const { warmUp } = this.settings
    return {
      warmUp: { least: warmUp.leastCalls, most: Infinity, mostMs: warmUp.mostMs },
      warm: () => warmUpFunction(measured, warmUp),
      run: (calls) => measured.ask('block', { calls }),
      end () {},
    }
  }

  /** Gives a process the arguments of its calls: equal ones in each process. @param {Session} session @param {MeasuredProcess} measured */
  async giveInputs ({ seed }, measured) {
    await measured.ask('inputs', this.inputs && { inputs: serializer.write(this.inputs(createRandom(seed))) })
  }

  /** Chooses the clock for both sides alike. @param {Work[]} works of the sides @returns {NonNullable<Session['timing']>} */
  #chooseTiming (works) {
    const isParallel = works.some(({ isParallel }) => isParallel)
    const waits = works.some(({ waits }) => waits)
    const { clock = isParallel || waits ? 'wall' : 'cpu', pins = !isParallel } = this
    return { clock, pins, isParallel, waits }
  }

  /** @param {Session} session @returns {FunctionSettings['warmUp']} */
  #chooseWarmUp ({ warmUpMs }) {
    return warmUpMs === undefined ? this.settings.warmUp : { leastCalls: 0, leastMs: warmUpMs, mostMs: warmUpMs }
  }
}

/**
 * @typedef {ReturnType<typeof import('../worker/threads.cjs')['read']>} Threads
 * @typedef {{ isParallel: boolean, waits: boolean }} Work of a program's threads
 */

/**
 * @param {Threads} before a warm-up
 * @param {Threads} after
 * @param {number} spentNs time of all calls, by the wall clock
 * @returns {Work}
 */
function measureWork (before, after, spentNs) {
  const [main, others] = [after.mainNs - before.mainNs, after.othersNs - before.othersNs]
  const hasThreads = after.running > 0 || after.started > before.started
  // without the time in which the main thread waits for a CPU: its child has that CPU, or another program
  const ownNs = spentNs - (after.waitNs - before.waitNs)
  return {
    isParallel: hasThreads || others > THREADS.others * (main + others),
    waits: spentNs >= after.exactFromNs && main + others < THREADS.waits * ownNs,
  }
}

/**
 * Adds the time of garbage collections to all blocks alike, as a share of the calls' time. Few blocks may have a collection, or one side
 * one in each block and the other none: the median block would then be no measure of what many calls cost.
 *
 * @param {number[]} time without collections, in µs per call
 * @param {number[]} collections in µs per call
 * @returns {number[]} µs per call of each block
 */
function spreadCollections (time, collections) {
  const share = sum(collections) / sum(time)
  return time.map((one) => one * (1 + share))
}

/** @param {number[]} values */
const sum = (values) => values.reduce((total, value) => total + value, 0)

/** @param {number} calls of a block @param {number} ns of a call @returns {number} calls before it, without a clock */
function chooseLeadIn (calls, ns) {
  return ns >= LONG_NS ? 0 : Math.ceil(Math.max(calls * LEAD_IN.share, LEAD_IN.leastNs / ns))
}

/**
 * Calls a function until its time per call has stopped falling.
 *
 * @param {MeasuredProcess} measured with its inputs loaded
 * @param {FunctionSettings['warmUp']} warmUp
 * @returns {Promise<{ nsPerCall: number, spentNs: number }>} ns per call at the end, and wall-clock time of all calls
 */
async function warmUpFunction (measured, { leastCalls, leastMs, mostMs }) {
  const steadiness = new SteadinessDetector(STEADY)
  for (let calls = 1, made = 0, spentMs = 0, allNs = 0; ;) {
    const { ns, wallNs, spentNs = wallNs, cpus, cpuMs } = await measured.ask('stretch', { calls })
    // a function that waits uses hardly any CPU time
    const waits = typeof cpus === 'number' && cpus < THREADS.waits
    allNs += spentNs
    const nsPerCall = (waits ? wallNs : ns) / calls
    made += calls
    measured.operations += calls
    spentMs += waits ? wallNs / 1e6 : cpuMs
    steadiness.add(nsPerCall)
    const isWarm = made >= leastCalls && spentMs >= leastMs && steadiness.isSteady
    if (isWarm || spentMs >= mostMs) return { nsPerCall, spentNs: allNs }
    calls = Math.max(1, Math.min(Math.round(STRETCH_NS / Math.max(nsPerCall, 0.1)), calls * 4))
  }
}
