import serializer from '../worker/serializer.cjs'
import { countCalls } from './counters.js'
import { seeded } from '../stats/random.js'
import { compareRandomInputs } from './answers/random-inputs.js'
import { detectMemoization } from './answers/memoization.js'
import { Steadiness } from '../stats/steadiness.js'
import { withLowerThresholds } from './lower-thresholds.js'
import { allOrFirstFailure } from './all-or-first-failure.js'
import { answersDiffer, firstDifference, formatError, written } from './answers/values.js'
import { ALL_SIDES, chooseSharedCount, takeTurns } from './turns.js'

/**
 * @import { Random } from '../stats/random.js'
 * @import { Outcome } from './answers/values.js'
 * @import { Counter } from './counters.js'
 * @import { Byside } from './figures.js'
 * @import { MeasuredProcess } from './process/measured-process.js'
 * @import { Oracle, Run } from './run.js'
 */

export { measureOtherLength } from './block-length.js'

/** What `pnpm validate grid` compares with other settings. */
export const SETTINGS = {
  /**
   * A process is warm when its time per call has stopped falling: after so many calls, and after so much CPU time; or at the latest after so much.
   * V8 counts calls: with fewer one process in twenty was still five times slower than the rest.
   */
  warmUp: { leastCalls: 3000, leastMs: 25, mostMs: 400 },

  /** Of each side in a round: single ones scatter by 5 %, the median of 16 ratios by 2 to 3. With 8 or with 32 a true 1.10 was found in 1.7 s. */
  blocks: 16,

  /**
   * A block's length. Every block begins with cold caches, so in short ones all sides look more alike than they are: a true 1.10 read 1.07 with
   * blocks of 0.2 ms, 1.11 with 1 ms; with 4 ms it was found in 2 s. Where one side is ten times dearer than another that no longer matters, and time does.
   */
  blockNs: { cheapest: { least: 0.1e6, target: 1e6 }, dearest: { target: 5e6, most: 250e6 } },

  /**
   * Whether both sides take their blocks on one processor, where processes can be placed. Equal functions scattered by 22 % free and by 2.8 % so, in an
   * hour in which an Intel Sapphire Rapids had busy neighbours; with both of its processors kept busy by 20 % and by 4 %.
   */
  pinned: true,

  /** Whether the sides take a block at the same time, each on a core: it saves 0.02 s of a pair, and odd pairs become more. */
  atOnce: false,
}

/** A stretch of the warm-up lasts about so long, so that the loop itself is compiled as it will be in a block. */
const STRETCH_NS = 2e6

/** Stretches of so little scatter by 2 %; four of them that bring less are no accident. */
const STEADY = { falls: 0.03, stretches: 4 }

/** What decides how warm a function is, for whoever keeps answers. */
export const PACE = { STRETCH_NS, STEADY }

/** How often a counted function is called; few, because the count is exact. */
const COUNTED_CALLS = 20

export const worker = 'function.cjs'
/** @type {string[]} */
export const flags = []

/**
 * Whether all variants give the same answers, to the lab's inputs, its edge cases and to what is drawn for this run, and leave their arguments alone; and then
 * the counters. In one process that is never measured: edge cases teach V8 to expect holes and strings, and one that had answered
 * them was up to 17 times slower afterwards.
 *
 * @param {Run} run
 * @param {MeasuredProcess} inspector
 * @returns {Promise<{ oracle: Oracle, counters: Counter[] }>}
 */
export async function inspect (run, inspector) {
  const { edges, within } = readWorkload(run)
  const named = [...Object.entries(edges), ...drawSeededInputs(run).map((args, index) => /** @type {const} */ ([`input ${index + 1}`, args]))]
  const calls = serializer.encode(named.map(([, args]) => args))
  const answersOf = async (/** @type {string} */ variant, /** @type {any} */ calls) => {
    inspector.variant = variant
    await inspector.ask('load', { file: run.lab.files[variant] })
    return inspector.ask('answers', { calls })
  }

  const expected = await answersOf(run.reference, calls)
  let checked = 0
  for (const variant of Object.keys(run.lab.manifest.ladder)) {
    const answers = variant === run.reference ? expected : await answersOf(variant, calls)
    for (const [call, [name]] of named.entries()) {
      const different = answersDiffer(expected[call], answers[call], within)
      if (different) return { oracle: { verdict: 'different', checked, difference: `${name}${told([run.reference, expected[call]], [variant, answers[call]], different)}` }, counters: [] }
      const changed = firstDifference(calls[call], answers[call].after)
      if (changed) return { oracle: { verdict: 'different', checked, difference: `${name}: ${variant} changes its arguments at ${changed.path.slice(1)}` }, counters: [] }
      checked++
    }
  }
  const drawn = await compareRandomInputs(run, answersOf)
  const oracle = { ...drawn, checked: checked + drawn.checked }
  if (drawn.verdict === 'different') return { oracle, counters: [] }
  return { oracle, counters: await countCalls(run.lab.manifest, (side, path) => count(run, inspector, side, path)) }
}

/**
 * @param {Run} run
 * @param {Map<string, MeasuredProcess>} processes
 * @param {string[]} sides
 * @returns {Promise<Byside>} `time` in µs per call, and the age after each block: `cpuSeconds`, `operations`
 */
export async function measure (run, processes, sides) {
  const { blocks, blockNs, atOnce } = /** @type {typeof SETTINGS} */ (run.settings)
  const inputs = serializer.encode(drawSeededInputs(run))
  const subjects = new Map(sides.map((side) => [side, /** @type {MeasuredProcess} */ (processes.get(side))]))
  const warmed = await allOrFirstFailure([...subjects.values()].map(async (measured) => {
    await measured.ask('inputs', { inputs })
    return withLowerThresholds(run, measured, () => warm(measured, chooseWarmUp(run)))
  }))
  run.perBlock ??= new Map([[ALL_SIDES, chooseSharedCount(warmed, blockNs)]])
  const calls = Number(run.perBlock.get(ALL_SIDES))

  /** @type {Byside} */
  const figures = new Map(sides.map((side) => [side, { time: [], opsPerSecond: [], cpuSeconds: [], operations: [] }]))
  run.onFirstBlock()
  await run.affinity.runPinned([...subjects.values()], () => {
    run.onPinned?.()
    return takeTurns([...subjects], { blocks, atOnce }, run.random, async ([side, measured]) => {
      const { ns, cpuMs } = await measured.ask('block', { calls })
      measured.operations += calls
      const seen = /** @type {Record<string, number[]>} */ (figures.get(side))
      seen.time.push(ns / calls / 1000)
      seen.opsPerSecond.push(1e9 * calls / ns)
      seen.cpuSeconds.push(cpuMs / 1000)
      seen.operations.push(measured.operations)
      run.onBlock?.(side, seen)
    })
  })
  return figures
}

/**
 * Whether a function remembers answers, asked of those that have been measured.
 *
 * @param {Run} run
 * @param {Map<string, MeasuredProcess>} processes
 */
export function checkMemoization (run, processes) {
  return detectMemoization(run, processes, () => drawInputs(run, run.random))
}

/** @param {Pick<Run, 'warmUpMs' | 'settings'>} run @returns {typeof SETTINGS.warmUp} */
function chooseWarmUp ({ warmUpMs, settings }) {
  if (warmUpMs !== undefined) return { leastCalls: 0, leastMs: warmUpMs, mostMs: warmUpMs }
  return /** @type {typeof SETTINGS} */ (settings).warmUp
}

/**
 * Calls a function until it is warm.
 *
 * @param {MeasuredProcess} measured that has its inputs
 * @param {typeof SETTINGS.warmUp} [warmUp]
 * @returns {Promise<number>} ns per call at the end
 */
export async function warm (measured, { leastCalls, leastMs, mostMs } = SETTINGS.warmUp) {
  const steadiness = new Steadiness(STEADY)
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
async function count (run, inspector, side, path) {
  inspector.variant = side
  await inspector.ask('load', { file: run.lab.files[side] })
  await inspector.ask('inputs', { inputs: serializer.encode(drawSeededInputs(run)) })
  const { calls } = await inspector.ask('count', { path, operations: COUNTED_CALLS })
  return calls / COUNTED_CALLS
}

/** @param {Pick<Run, 'lab' | 'seed'>} run @returns {any[][]} the same for every process of a run */
export function drawSeededInputs (run) {
  return drawInputs(run, seeded(run.seed))
}

/** @param {Pick<Run, 'lab'>} run @param {Random} random @returns {any[][]} */
function drawInputs (run, random) {
  return /** @type {any} */ (readWorkload(run)).inputs(random)
}

/** @param {Pick<Run, 'lab'>} run @returns {{ edges: Record<string, any[]>, within: number }} */
function readWorkload (run) {
  return /** @type {any} */ (run.lab.manifest.workload)
}

/**
 * @param {[string, Outcome]} reference and what it did
 * @param {[string, Outcome]} other
 * @param {{ path: string, left: any, right: any }} difference of the two, or of a part of what they answer
 */
function told ([reference, right], [variant, given], { path, left, right: different }) {
  if (right.threw === given.threw) return `${path}: ${reference} answers ${written(left)}, ${variant} answers ${written(different)}`
  const did = (/** @type {Outcome} */ outcome) => outcome.threw === undefined ? `answers ${written(outcome.value)}` : `throws ${formatError(outcome)}`
  return `: ${reference} ${did(right)}, ${variant} ${did(given)}`
}
