import { resolve } from 'node:path'
import { HotpathError } from '@hotpath-labs/engine/failures.js'
import { findNearestName } from '@hotpath-labs/terminal/nearest.js'
import { roundToDecimals } from '@hotpath-labs/engine/figures.js'
import { dealToShard } from '@hotpath-labs/terminal/shards.js'
import { describeMachine, listAllowedProcessors } from '@hotpath-labs/engine/machine.js'
import { lockMachine } from '@hotpath-labs/engine/process/lock.js'
import { createRandom } from '@hotpath-labs/engine/stats/random.js'
import { listBenchmarks } from './benchmarks.js'
import { watchDisturbances } from './disturbances.js'
import { readUserEnvironment } from './process.js'
import { judgeBenchmarkAnswers, judgeBenchmarkCost } from './judge-benchmark.js'
import { findMostSeconds } from './judge-pairs.js'
import { findQuantity } from './quantity.js'
import { COMPARE_SCHEMA_VERSION, findWorstVerdict, identifyBenchmark } from './result.js'
import { FALSE_ALARM_RATE } from './rule.js'

/**
 * @import { Answers } from './answers.js'
 * @import { Benchmark } from './benchmarks.js'
 * @import { BenchmarkResult, CompareResult } from './result.js'
 * @import { Question } from './rule.js'
 * @import { Shard } from '@hotpath-labs/terminal/shards.js'
 * @import { Sides } from '../sides/sides.js'
 */

/** Pattern for flags in NODE_OPTIONS that load a file. */
const LOADING_FLAG = /(?:^|\s)"?(?:-r|--(?:require|import|loader|experimental-loader))\b/

/** Default time for measuring one benchmark in seconds, by kind. One pair takes 1 s (fn, command), 2 s (server) or 3 s (heap). */
const USUAL_SECONDS = { fn: 15, command: 15, server: 30, heap: 30 }

/** Most time for a benchmark with its confirmation, as a share of the seconds that the user set. */
const MOST_SHARE = 1.2

/**
 * @typedef {object} Options
 * @property {number} seed
 * @property {number} [seconds] for all benchmarks together, kept to a fifth
 * @property {string} [filter] a whole name, or else a part of names
 * @property {Set<string>} [again] only these benchmarks, as `identifyBenchmark` names them
 * @property {number} margin a slowdown up to it passes, such as 0.05
 * @property {number} marginBytes a growth of memory up to it passes, per request
 * @property {number} [faster] asks instead if head is faster by at least this factor
 * @property {boolean} [all] runs benchmarks whose code is the same on both sides
 * @property {Shard} [shard]
 * @property {string[]} [flags] for Node
 * @property {'cpu' | 'wall'} [clock] that decides, in place of the one that fits a function
 * @property {boolean} [pins] whether both sides are pinned to one CPU; else where neither computes on several
 * @property {string} [cpuProf] absolute folder for a CPU profile of each side
 * @property {number} [preparedMs] time that it took to make the two sides
 * @property {(text: string) => void} [onProgress]
 * @property {(text: string) => void} [onBegin] is called with the benchmark that is measured next, and how long that takes at most
 * @property {(other: string) => void} [onWait] is called with the measurement that has to end first
 * @property {(result: BenchmarkResult) => void} [onResult]
 */

/**
 * Compares all benchmarks of base and head: first their answers, then their time or memory.
 *
 * @param {Sides} sides
 * @param {Options} options
 * @returns {Promise<CompareResult>}
 * @throws {HotpathError} where a perf file or an option is wrong
 */
export async function compareBaseAndHead (sides, options) {
  const { seed, preparedMs = 0, onProgress = () => {}, onResult = () => {} } = options
  const started = performance.now()
  onProgress('loading the perf files')
  const listing = await listBenchmarks(sides, { random: createRandom(seed), flags: options.flags ?? [] })
  const { flags } = listing
  const listed = choose(listing.benchmarks, options)
  /** @type {(Benchmark & { isEqual?: boolean })[]} */
  const chosen = options.all ? listed : await markEqual(listed, sides, flags)
  const changed = chosen.filter(({ incomparable, isEqual }) => !incomparable && !isEqual)
  // Divide the error rate by the number of benchmarks in all shards together, because the rate must hold for the merged result.
  const falseAlarm = FALSE_ALARM_RATE / Math.max(1, changed.length)
  /** @type {Map<Benchmark, Partial<BenchmarkResult>>} */
  const judged = new Map()
  /** @type {[Benchmark, Answers][]} */
  const turns = []
  for (const benchmark of takeShard(chosen, changed, options.shard)) {
    if (benchmark.incomparable) {
      judged.set(benchmark, { verdict: 'undecided', reason: `${benchmark.incomparable}. Base has nothing to compare with.` })
      continue
    }
    if (!changed.includes(benchmark)) {
      judged.set(benchmark, judgeUnchanged(options, changed))
      continue
    }
    onProgress(`${benchmark.title}: comparing answers`)
    const { answers, result } = await judgeBenchmarkAnswers(benchmark, sides, { seed, flags })
    judged.set(benchmark, result)
    if (answers) turns.push([benchmark, answers])
    else onResult(describeResult(benchmark, result, options))
  }
  const turnOptions = { ...options, flags, falseAlarm }
  const { disturbances, waitedMs, measuredMs } = await measureTurns(turns, sides, turnOptions, (benchmark, result) => {
    judged.set(benchmark, { ...judged.get(benchmark), ...result })
    onResult(describeResult(benchmark, result, options))
  })
  const { removed } = readUserEnvironment()
  const benchmarks = [...judged].map(([benchmark, result]) => describeResult(benchmark, result, options))
  return {
    schema: COMPARE_SCHEMA_VERSION,
    question: options.faster ? { asks: 'claim', faster: options.faster } : { asks: 'gate', margin: options.margin, marginBytes: options.marginBytes },
    verdict: findWorstVerdict(benchmarks),
    sides: { base: sides.base.label, head: sides.head.label },
    node: listing.node,
    machine: describeMachine(),
    seed,
    seconds: toSeconds(preparedMs + performance.now() - started - waitedMs),
    parts: { prepare: toSeconds(preparedMs), measure: toSeconds(measuredMs), wait: toSeconds(waitedMs) },
    error: { call: FALSE_ALARM_RATE, benchmarks: changed.length, benchmark: falseAlarm },
    benchmarks,
    added: listing.added,
    removed: listing.removed,
    shard: options.shard ?? null,
    disturbances,
    notes: [
      ...sides.notes,
      ...listing.notes,
      ...turns.length && options.cpuProf ? [`CPU profiles of both sides: ${options.cpuProf}`] : [],
      ...removed.length ? [`Taken away from both sides, because it disturbs measuring: ${removed.join(', ')}`] : [],
    ],
  }
}

/** @param {number} ms */
const toSeconds = (ms) => roundToDecimals(ms / 1000, 2)

/** Pattern for errors that an install would mend: a package is missing, too old, or was built for another Node. */
const NOT_INSTALLED = /Cannot find (?:module|package)|ENOENT|no such file|does not provide an export named|ERR_DLOPEN_FAILED/

/**
 * Finds mistakes in the user's own perf files before anything is installed, which may take minutes. What fails only because the user's
 * folder is not installed is no mistake.
 *
 * @param {string} folder absolute
 * @param {string[]} perfFiles absolute
 * @param {Pick<Options, 'filter' | 'flags'>} options
 * @returns {Promise<boolean>} true if they load
 * @throws {HotpathError} where a file cannot load, declares nothing, or where no benchmark has the name of `filter`
 */
export async function checkPerfFiles (folder, perfFiles, { filter, flags = [] }) {
  // findPerfFiles says later that there is none
  if (perfFiles.length === 0) return false
  const own = { label: 'your folder', folder, perfFiles }
  const sides = { base: own, head: own, notes: [], async remove () {} }
  try {
    const { benchmarks } = await listBenchmarks(sides, { random: createRandom(1), flags })
    choose(benchmarks, { filter })
    return true
  } catch (error) {
    const isMistake = error instanceof HotpathError && !('needsTsx' in error) && !NOT_INSTALLED.test(error.message)
    if (isMistake) throw error
    return false
  }
}

/**
 * Measures benchmarks one after the other. A lock makes other measurements on this machine wait.
 *
 * @param {[Benchmark, Answers][]} turns
 * @param {Sides} sides
 * @param {Options & { falseAlarm: number }} options
 * @param {(benchmark: Benchmark, result: Partial<BenchmarkResult>) => void} onJudged
 * @returns {Promise<{ disturbances: string[], waitedMs: number, measuredMs: number }>}
 */
async function measureTurns (turns, sides, { seed, flags = [], ...options }, onJudged) {
  const { onProgress = () => {}, onBegin = () => {}, onWait = () => {} } = options
  if (turns.length === 0) return { disturbances: [], waitedMs: 0, measuredMs: 0 }
  const asked = performance.now()
  const release = await lockMachine('hotpath compare', onWait)
  const begun = performance.now()
  const endWatch = watchDisturbances()
  const weigh = (/** @type {typeof turns} */ some) => some.reduce((sum, [{ kind }]) => sum + USUAL_SECONDS[kind], 0)
  let left = options.seconds ?? weigh(turns)
  try {
    for (const [index, [benchmark, answers]] of turns.entries()) {
      const place = turns.length > 1 ? `${index + 1}/${turns.length}  ` : ''
      const share = left * USUAL_SECONDS[benchmark.kind] / weigh(turns.slice(index))
      // earlier benchmarks whose pairs are slow leave the others their time
      const seconds = options.seconds === undefined ? Math.max(share, USUAL_SECONDS[benchmark.kind]) : share
      const time = options.seconds === undefined ? { seconds } : { seconds, mostSeconds: MOST_SHARE * seconds }
      onBegin(`${place}${benchmark.title}: measuring for ${Math.ceil(seconds)} s, or up to ${Math.ceil(findMostSeconds(time))} s if a slowdown has to be confirmed`)
      const result = await judgeBenchmarkCost(benchmark, sides, {
        seed,
        flags,
        answers,
        ...time,
        clock: options.clock,
        pins: options.pins,
        cpuProf: options.cpuProf,
        ...ask(benchmark, options, options.falseAlarm),
        onProgress: (text) => onProgress(`${place}${benchmark.title}: ${text}`),
        onSlowPairs: (most, pair) => onBegin(`${place}${benchmark.title}: one pair of processes takes ${Math.ceil(pair)} s here, so this takes up to ${Math.ceil(most)} s`),
      })
      // Later benchmarks get the time that earlier benchmarks did not need.
      left = Math.max(0, left - Number(result.seconds))
      onJudged(benchmark, result)
    }
  } finally {
    release()
  }
  const sharesCpu = turns.some(([{ kind }]) => kind === 'server') && listAllowedProcessors().length === 1
  const disturbances = [...endWatch().sentences, ...sharesCpu ? ['hotpath was given one CPU, which a server and its load share.'] : []]
  return { disturbances, waitedMs: begun - asked, measuredMs: performance.now() - begun }
}

/** @param {Benchmark[]} benchmarks @param {Pick<Options, 'filter' | 'again' | 'faster'>} options @returns {Benchmark[]} */
function choose (benchmarks, { filter = '', again, faster }) {
  if (again) return chooseAgain(benchmarks, again)
  const exact = benchmarks.filter(({ name, title }) => title === filter || name === filter)
  const chosen = exact.length ? exact : benchmarks.filter(({ title }) => title.includes(filter))
  const titles = benchmarks.map(({ title }) => title)
  if (chosen.length === 0 && benchmarks.length > 0) {
    const near = findNearestName(filter, titles)
    throw new HotpathError('NO_BENCHMARK', `--filter ${filter}: no benchmark has this text in its name. ${near ? `Did you mean ${near}?` : `There are: ${titles.join(', ')}.`}`)
  }
  const heap = chosen.find(({ kind }) => kind === 'heap')
  if (faster && heap) throw new HotpathError('DIFFERENT_KINDS', `--faster compares time, but ${heap.title} measures memory. Select other benchmarks: --filter NAME`)
  return chosen
}

/** @param {Benchmark[]} benchmarks @param {Set<string>} again @returns {Benchmark[]} */
function chooseAgain (benchmarks, again) {
  const chosen = benchmarks.filter(({ file, title }) => again.has(identifyBenchmark({ file, name: title })))
  if (chosen.length === 0) throw new HotpathError('NO_BENCHMARK', `--again: there is no benchmark ${[...again].join(', ')} any more. Compare the same two versions as before.`)
  return chosen
}

/**
 * @param {Benchmark} benchmark
 * @param {Pick<Options, 'margin' | 'marginBytes' | 'faster'>} options
 * @param {number} falseAlarm
 * @returns {{ question: Question, margin: number }}
 */
function ask (benchmark, { faster, ...options }, falseAlarm) {
  const bound = findQuantity(benchmark).computeBound(findMargin(benchmark, options))
  return { question: faster ? { asks: 'claim', bound: -Math.log(faster), falseAlarm } : { asks: 'gate', bound, falseAlarm }, margin: bound }
}

/** @param {Benchmark} benchmark @param {Pick<Options, 'margin' | 'marginBytes'>} options @returns {number} its own margin, if it has one */
function findMargin (benchmark, options) {
  return findQuantity(benchmark).chooseMargin(options, benchmark.margin)
}

/**
 * Marks benchmarks whose code is provably the same in base and head. If base got files from head in which the benchmarks may be, nobody
 * knows whether they are the program to judge, and equal files say nothing.
 *
 * @param {Benchmark[]} benchmarks
 * @param {Sides} sides
 * @param {string[]} flags for Node
 * @returns {Promise<(Benchmark & { isEqual?: boolean })[]>}
 */
async function markEqual (benchmarks, { base, head, isSame: areSame }, flags) {
  if (areSame) return benchmarks.map((one) => ({ ...one, isEqual: true }))
  if (base.node !== head.node) return benchmarks
  const [{ loadSameFiles }, { haveSameCode }] = await Promise.all([import('../sides/hash-loaded.js'), import('../sides/same-code.js')])
  const hasLoadingFlags = flags.length > 0 || LOADING_FLAG.test(readUserEnvironment().env.NODE_OPTIONS ?? '')
  /** @type {boolean | undefined} */
  let isSameCheckout
  /** @type {Map<string, boolean>} by the head's file */
  const same = new Map()
  const isSame = async (/** @type {Benchmark} */ { kind, files }) => {
    // Neither the files that flags such as --import load nor those of a command are looked at.
    if (!hasLoadingFlags && kind !== 'command' && loadSameFiles([files.base, base.folder], [files.head, head.folder])) return true
    // Two checkouts with the same code are the same program, whatever it loads.
    if (base.top && head.top) isSameCheckout ??= await haveSameCode(base.top, head.top)
    return isSameCheckout === true
  }
  const keyOf = (/** @type {Benchmark} */ { kind, files }) => `${kind === 'command'} ${files.head}`
  for (const one of benchmarks) if (!one.incomparable && !same.has(keyOf(one))) same.set(keyOf(one), await isSame(one))
  return benchmarks.map((one) => {
    const { files } = one
    if (one.incomparable) return one
    const key = keyOf(one)
    // the code of a command is never in the perf file
    const copied = (base.fromHead?.get(files.base) ?? []).filter((path) => one.kind !== 'command' || resolve(base.folder, path) !== files.base)
    if (!same.get(key) || !copied.length) return { ...one, isEqual: same.get(key) }
    return { ...one, incomparable: `${copied.join(', ')} of head also runs on base, and nothing else differs` }
  })
}

/**
 * Selects the benchmarks of one shard (`--shard i/n`). Changed benchmarks are spread evenly over the shards.
 *
 * @param {Benchmark[]} chosen
 * @param {Benchmark[]} changed those of them to measure
 * @param {Options['shard']} shard
 */
function takeShard (chosen, changed, shard) {
  const dealt = [...changed, ...chosen.filter((one) => !changed.includes(one))]
  const mine = dealToShard(dealt, shard)
  return chosen.filter((one) => mine.includes(one))
}

/**
 * Gives the verdict for a benchmark whose two sides load the same code. If no benchmark has changed and the user claims a speedup
 * (--faster), the verdict is *broken*.
 *
 * @param {Pick<Options, 'faster'>} options
 * @param {Benchmark[]} changed
 * @returns {Partial<BenchmarkResult>}
 */
function judgeUnchanged ({ faster = 1 }, changed) {
  if (faster === 1 || changed.length > 0) return { verdict: 'unchanged' }
  return { verdict: 'broken', reason: 'both sides load the same code, so neither is faster. Change your code first' }
}

/**
 * @param {Benchmark} benchmark
 * @param {Partial<BenchmarkResult>} judged
 * @param {Pick<Options, 'margin' | 'marginBytes' | 'faster'>} options
 * @returns {BenchmarkResult}
 */
function describeResult (benchmark, judged, options) {
  const { title, file, kind, request, rate } = benchmark
  return {
    name: title,
    file,
    kind,
    margin: options.faster ? null : findMargin(benchmark, options),
    operation: request ? 'request' : 'call',
    rate: rate ?? null,
    verdict: 'undecided',
    reason: null,
    failure: null,
    checked: 0,
    answer: null,
    remark: null,
    difference: null,
    interval: null,
    atMost: null,
    costs: null,
    beside: null,
    collections: null,
    timing: null,
    slowInputs: [],
    disturbed: false,
    pairs: 0,
    assumedNoise: null,
    values: [],
    control: [],
    confirmation: null,
    forecast: null,
    seconds: 0,
    ...judged,
  }
}
