import serializer from '../worker/serializer.cjs'
import { countCalls } from './counters.js'
import { createRandom } from '../stats/random.js'
import { compareAnswersToRandomInputs, formatCall } from './answers/random-inputs.js'
import { detectMemoization } from './answers/memoization.js'
import { SteadinessDetector } from '../stats/steadiness.js'
import { warmUpWithLowerJitThresholds } from './lower-thresholds.js'
import { settleAllOrThrow } from './settle-all-or-throw.js'
import { findAnswerDifference, findFirstDifference, formatThrownError, formatSerializedValue } from './answers/values.js'
import { SHARED_OPERATION_COUNT_KEY, chooseSharedOperationCount, measureBlocksInTurn } from './turns.js'

/**
 * @import { Random } from '../stats/random.js'
 * @import { Outcome } from './answers/values.js'
 * @import { Counter } from '../report/result-schema.js'
 * @import { FiguresBySide } from './figures.js'
 * @import { MeasuredProcess } from './process/measured-process.js'
 * @import { Oracle, Run } from './run.js'
 */

/** Settings for timing functions. Figures: docs/decisions/040 */
export const FUNCTION_MEASURING_SETTINGS = {
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

/** How garbage collections count: those within blocks, by their share. V8 runs none between blocks. docs/decisions/046 */
const COLLECTIONS = 'by share'

/** Constants that influence measured times. Changing a value invalidates recorded verdicts: CONTRIBUTING.md, "Checks". */
export const FUNCTION_MEASURING_CONSTANTS = { STRETCH_NS, STEADY, LEAD_IN, COLLECTIONS }

/** @typedef {typeof FUNCTION_MEASURING_SETTINGS & { fewestBlocks?: number }} FunctionSettings `fewestBlocks`: where blocks are long */

export { FUNCTION_MEASURING_SETTINGS as MEASURING_SETTINGS, FUNCTION_MEASURING_CONSTANTS as MEASURING_CONSTANTS }

/**
 * Target time in ns of all timed blocks of a process together. With the setting `fewestBlocks`, slow functions get fewer blocks to keep to
 * this time: 64 blocks with one call of 100 ms each would take 6 s.
 */
const ALL_BLOCKS_NS = 100e6

/** Number of calls of a variant's function while a counter runs, such as of `JSON.stringify` calls: few, because counts have no noise. */
const COUNTED_CALLS = 20

/** File of the worker that runs in each measured process, in shared/hotpath/worker. */
export const WORKER_FILE_NAME = 'function.cjs'

/** Flags with which Node runs every measured function: none. @type {string[]} */
export const NODE_FLAGS = []

/**
 * Compares all variants' answers to the lab's inputs, edge cases and random inputs, and counts calls. Runs in a process that is never
 * timed: after edge cases such as arrays with holes, a function was up to 17 times slower.
 *
 * @param {Run} run
 * @param {MeasuredProcess} inspector
 * @returns {Promise<{ oracle: Oracle, counters: Counter[] }>}
 */
export async function checkAnswersAndCountCalls (run, inspector) {
  const { edgeCases, tolerance } = readWorkload(run)
  /** @type {[string, any[]][]} */
  const inputs = drawSeededInputs(run).map((args, index) => [`input ${index + 1}`, args])
  const named = [...Object.entries(edgeCases), ...inputs]
  const calls = serializer.encode(named.map(([, args]) => args))
  const askVariant = async (/** @type {string} */ variant, /** @type {any} */ calls) => {
    inspector.variant = variant
    await inspector.ask('load', { file: run.lab.files[variant] })
    return inspector.ask('answers', { calls })
  }

  const expected = await askVariant(run.reference, calls)
  let checked = 0
  for (const variant of Object.keys(run.lab.manifest.variants)) {
    const answers = variant === run.reference ? expected : await askVariant(variant, calls)
    for (const [call, [name]] of named.entries()) {
      const different = findAnswerDifference(expected[call], answers[call], tolerance)
      const changed = findFirstDifference(calls[call], answers[call].after)
      const difference = different
        ? formatDifference([run.reference, expected[call]], [variant, answers[call]], different)
        : changed && `: ${variant} changes its arguments at ${changed.path.slice(1)}`
      if (difference) {
        const found = `${name}${difference} (input: ${formatCall(calls[call])})`
        // a random input is smaller than the lab's own, because fast-check shrinks it
        const drawn = name in edgeCases ? undefined : await compareAnswersToRandomInputs(run, askVariant)
        return { oracle: { verdict: 'different', checked, difference: drawn?.difference ?? found }, counters: [] }
      }
      checked++
    }
  }
  const drawn = await compareAnswersToRandomInputs(run, askVariant)
  const oracle = { ...drawn, checked: checked + drawn.checked }
  if (drawn.verdict === 'different') return { oracle, counters: [] }
  return { oracle, counters: await countCalls(run.lab.manifest, (side, path) => countFunctionCalls(run, inspector, side, path)) }
}

/**
 * Warms up both compared processes, then times blocks of calls in each process in turn.
 *
 * @param {Run} run
 * @param {Map<string, MeasuredProcess>} processes
 * @param {string[]} sides
 * @returns {Promise<FiguresBySide>} `time` in µs per call, and the age after each block: `cpuSeconds`, `operations`
 */
export async function measureSides (run, processes, sides) {
  const { blocks: most, fewestBlocks = most, blockNs } = /** @type {FunctionSettings} */ (run.settings)
  const inputs = serializer.encode(drawSeededInputs(run))
  const subjects = new Map(sides.map((side) => [side, /** @type {MeasuredProcess} */ (processes.get(side))]))
  const warmUpOne = async (/** @type {MeasuredProcess} */ measured) => {
    await measured.ask('inputs', { inputs })
    return warmUpWithLowerJitThresholds(run, measured, () => warmUpFunction(measured, chooseWarmUp(run)))
  }
  const warmed = await settleAllOrThrow([...subjects.values()].map(warmUpOne))
  run.perBlock ??= new Map([[SHARED_OPERATION_COUNT_KEY, chooseSharedOperationCount(warmed, blockNs)]])
  const calls = Number(run.perBlock.get(SHARED_OPERATION_COUNT_KEY))
  const blocks = Math.max(fewestBlocks, Math.min(most, Math.floor(ALL_BLOCKS_NS / (calls * Math.max(...warmed)))))

  /** @type {FiguresBySide} */
  const figures = new Map(sides.map((side) =>
    [side, { time: [], collections: [], collectionCount: [], opsPerSecond: [], cpuSeconds: [], operations: [] }]))
  run.onFirstBlock()
  await run.affinity.runPinned([...subjects.values()], () => {
    run.onPinned?.()
    return measureBlocksInTurn([...subjects], blocks, run.random, async ([side, measured]) => {
      const leadIn = Math.ceil(Math.max(calls * LEAD_IN.share, LEAD_IN.leastNs / warmed[sides.indexOf(side)]))
      const { ns, collectionNs, collections, cpuMs } = await measured.ask('block', { calls, leadIn })
      measured.operations += calls
      const seen = /** @type {Record<string, number[]>} */ (figures.get(side))
      seen.time.push((ns - collectionNs) / calls / 1000)
      seen.collections.push(collectionNs / calls / 1000)
      seen.collectionCount.push(collections)
      seen.opsPerSecond.push(1e9 * calls / ns)
      seen.cpuSeconds.push(cpuMs / 1000)
      seen.operations.push(measured.operations)
      run.onBlock?.(side, seen)
    })
  })
  for (const seen of figures.values()) seen.time = spreadCollections(seen)
  return figures
}

/**
 * Adds the time of garbage collections to all blocks alike, as a share of the calls' time. Few blocks may have a collection, or one side
 * one in each block and the other none: the median block would then be no measure of what many calls cost.
 *
 * @param {Record<string, number[]>} figures `time` without collections, and `collections`, both in µs per call
 * @returns {number[]} µs per call of each block
 */
export function spreadCollections ({ time, collections }) {
  const share = sum(collections) / sum(time)
  return time.map((one) => one * (1 + share))
}

/** @param {number[]} values */
const sum = (values) => values.reduce((total, value) => total + value, 0)

/**
 * Throws if a measured function caches its answers.
 *
 * @param {Run} run
 * @param {Map<string, MeasuredProcess>} processes
 */
export function checkMemoization (run, processes) {
  return detectMemoization(run, processes, () => drawInputs(run, run.random))
}

/** @param {Pick<Run, 'warmUpMs' | 'settings'>} run @returns {typeof FUNCTION_MEASURING_SETTINGS.warmUp} */
function chooseWarmUp ({ warmUpMs, settings }) {
  if (warmUpMs !== undefined) return { leastCalls: 0, leastMs: warmUpMs, mostMs: warmUpMs }
  return /** @type {typeof FUNCTION_MEASURING_SETTINGS} */ (settings).warmUp
}

/**
 * Calls a function until its time per call has stopped falling.
 *
 * @param {MeasuredProcess} measured with its inputs loaded
 * @param {typeof FUNCTION_MEASURING_SETTINGS.warmUp} [warmUp]
 * @returns {Promise<number>} ns per call at the end
 */
export async function warmUpFunction (measured, { leastCalls, leastMs, mostMs } = FUNCTION_MEASURING_SETTINGS.warmUp) {
  const steadiness = new SteadinessDetector(STEADY)
  for (let calls = 1, made = 0, spentMs = 0; ;) {
    const { ns, cpuMs } = await measured.ask('stretch', { calls })
    const nsPerCall = ns / calls
    made += calls
    measured.operations += calls
    spentMs += cpuMs
    steadiness.add(nsPerCall)
    const isWarm = made >= leastCalls && spentMs >= leastMs && steadiness.isSteady
    if (isWarm || spentMs >= mostMs) return nsPerCall
    calls = Math.max(1, Math.min(Math.round(STRETCH_NS / Math.max(nsPerCall, 0.1)), calls * 4))
  }
}

/**
 * @param {Run} run
 * @param {MeasuredProcess} inspector
 * @param {string} side
 * @param {string} path of the function to count
 * @returns {Promise<number>} its calls in one operation
 */
async function countFunctionCalls (run, inspector, side, path) {
  inspector.variant = side
  await inspector.ask('load', { file: run.lab.files[side] })
  await inspector.ask('inputs', { inputs: serializer.encode(drawSeededInputs(run)) })
  const { calls } = await inspector.ask('count', { path, operations: COUNTED_CALLS })
  return calls / COUNTED_CALLS
}

/**
 * Draws a run's inputs from the run's seed, so that every process gets the same inputs.
 * @param {Pick<Run, 'lab' | 'seed'>} run @returns {any[][]}
 */
export function drawSeededInputs (run) {
  return drawInputs(run, createRandom(run.seed))
}

/** @param {Pick<Run, 'lab'>} run @param {Random} random @returns {any[][]} */
function drawInputs (run, random) {
  return /** @type {any} */ (readWorkload(run)).inputs(random)
}

/** @param {Pick<Run, 'lab'>} run @returns {{ edgeCases: Record<string, any[]>, tolerance: number }} */
function readWorkload (run) {
  return /** @type {any} */ (run.lab.manifest.workload)
}

/**
 * @param {[string, Outcome]} reference name and outcome
 * @param {[string, Outcome]} other
 * @param {{ path: string, left: any, right: any }} difference within their answers
 */
function formatDifference ([reference, right], [variant, given], { path, left, right: different }) {
  if (right.threw === given.threw) return `${path}: ${reference} answers ${formatSerializedValue(left)}, ${variant} answers ${formatSerializedValue(different)}`
  const describe = (/** @type {Outcome} */ outcome) =>
    outcome.threw === undefined ? `answers ${formatSerializedValue(outcome.value)}` : `throws ${formatThrownError(outcome)}`
  return `: ${reference} ${describe(right)}, ${variant} ${describe(given)}`
}
