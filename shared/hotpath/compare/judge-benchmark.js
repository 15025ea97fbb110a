import { roundToDecimals } from '@hotpath-labs/engine/figures.js'
import { HotpathError, VariantFailure } from '@hotpath-labs/engine/failures.js'
import { compareAnswers } from './answers.js'
import { watchDisturbances } from './disturbances.js'
import { RED_SIGNS, measureAndConfirmVerdict } from './judge-pairs.js'
import { BenchmarkMachine } from './machine.js'
import { findSlowInputs } from './single-inputs.js'

/**
 * @import { How as JudgingHow } from './judge-pairs.js'
 * @import { How as MeasuringHow } from './machine.js'
 * @import { Answers } from './answers.js'
 * @import { Benchmark } from './benchmarks.js'
 * @import { BenchmarkResult } from './result.js'
 * @import { Sides } from '../sides/sides.js'
 */

/** Pattern for the first line of a stack trace that is in the user's code, not in Node, this package or its engine. */
const LOCATION = /^ +at (?!.*node:)(?!.*(?:hotpath|(?:shared|@hotpath-labs)[\\/]engine)[\\/](?:compare|worker)[\\/])(?:.*\()?(?:file:\/\/)?(.*?:\d+):\d+\)?$/m

/** Pattern for the file and line that Node prints above a syntax error. */
const SYNTAX_LOCATION = /^(?:file:\/\/)?((?:\/|[A-Za-z]:\\).*:\d+)$/m

/** Pattern for the message about a process that exited without reporting an error. */
const EXITED = /^exited with code \d+$/

/** Pattern for the line of stderr in which Node names the error that ended a process. */
const ERROR_LINE = /^\w*Error\b.*:.*$/m

/**
 * Formats the error message about a measured process that failed, with the file and line in the user's code.
 *
 * @param {{ what: string, stderr: string }} failure of a measured process
 * @param {string} [folder] of the side: its files are shortened
 * @returns {string} continues the side's name
 */
export function formatProcessFailure ({ what, stderr }, folder = '') {
  const [, location] = stderr.match(LOCATION) ?? stderr.match(SYNTAX_LOCATION) ?? []
  const place = location?.startsWith(folder) ? location.slice(folder.length).replace(/^[\\/]/, '') : location
  const end = EXITED.test(what) ? `: ${stderr.match(ERROR_LINE)?.[0] ?? 'did the code call process.exit?'}` : ''
  return `${what.replaceAll(/\s*\n\s*/g, ' ')}${end}${place ? ` (${place})` : ''}`
}

/** @typedef {Omit<MeasuringHow, 'answers'> & { cpuProf?: string } & JudgingHow} How `cpuProf`: a folder */

/** Inputs are timed alone only if a call with each takes less than this, in µs: ten such rounds then take a second. */
const MOST_SINGLE_INPUTS_US = 100_000

/** Share of all CPU time that other programs may take from code that computes on several CPUs. */
const MOST_TAKEN = 0.1

/**
 * Compares base's and head's answers for one benchmark. If the answers differ, the verdict is `different answers`, and no cost is measured.
 *
 * @param {Benchmark} benchmark
 * @param {Sides} sides
 * @param {Parameters<typeof compareAnswers>[2]} how
 * @returns {Promise<{ answers?: Answers, result: Partial<BenchmarkResult> }>} `answers`: only where time or memory may be measured
 */
export async function judgeBenchmarkAnswers (benchmark, sides, how) {
  try {
    const answers = await compareAnswers(benchmark, sides, how)
    const { checked, answer, remark = null, difference, cannot } = answers
    if (cannot) return { result: { verdict: 'cannot run', checked, reason: cannot } }
    if (difference) return { result: { verdict: 'different answers', checked, reason: difference } }
    return { answers, result: { checked, answer, remark } }
  } catch (error) {
    return { result: describeBenchmarkFailure(error, sides) }
  }
}

/**
 * Measures the time or memory of base and head for one benchmark, and returns the verdict.
 *
 * @param {Benchmark} benchmark
 * @param {Sides} sides
 * @param {How & { answers: Answers }} how
 * @returns {Promise<Partial<BenchmarkResult>>}
 * @throws {Error} a fault of this package
 */
export async function judgeBenchmarkCost (benchmark, sides, how) {
  const started = performance.now()
  const countSeconds = () => roundToDecimals((performance.now() - started) / 1000, 2)
  const end = (/** @type {Partial<BenchmarkResult>} */ parts) => ({ ...parts, seconds: countSeconds() })
  const endWatch = watchDisturbances()
  try {
    const machine = await BenchmarkMachine.create(benchmark, sides, how)
    const openMachine = async (/** @type {number} */ seed) => seed === how.seed
      ? machine
      : BenchmarkMachine.create(benchmark, sides, { ...how, seed, timing: machine.session?.timing })
    const judged = doubtOnBusyMachine(await measureAndConfirmVerdict(benchmark, openMachine, how), endWatch().taken)
    const { checked } = how.answers
    const isQuick = checked * Math.max(...Object.values(judged.costs ?? {})) < MOST_SINGLE_INPUTS_US
    const slowInputs = benchmark.kind === 'fn' && checked > 1 && isQuick ? await findSlowInputs(machine, { seconds: how.seconds, inputs: checked }) : []
    const result = end({ ...judged, slowInputs })
    if (how.cpuProf) {
      how.onProgress('profiling base and head')
      await machine.profile(how.cpuProf)
    }
    return result
  } catch (error) {
    return end(describeBenchmarkFailure(error, sides))
  }
}

/**
 * Takes back a red verdict about code that computes on several CPUs if other programs had taken some of them: it is then no faster than
 * other code, on both sides or on one.
 *
 * @param {Partial<BenchmarkResult>} judged
 * @param {number} taken share of all CPU time
 * @returns {Partial<BenchmarkResult>}
 */
export function doubtOnBusyMachine (judged, taken) {
  const { verdict, timing } = judged
  if (!timing?.isParallel || timing.pins || taken <= MOST_TAKEN || (verdict !== 'slower' && verdict !== 'broken')) return judged
  const busy = `this code computes on several CPUs, and other programs used ${Math.round(100 * taken)} % of them`
  return { ...judged, verdict: 'undecided', reason: `The pairs ${RED_SIGNS[verdict]}, but ${busy}.` }
}

/** @param {Error} error @param {Pick<Sides, 'base' | 'head'>} sides @returns {Partial<BenchmarkResult>} @throws {Error} */
export function describeBenchmarkFailure (error, sides) {
  if (!(error instanceof HotpathError)) throw error
  const { code, part = '', advice } = /** @type {VariantFailure} */ (error)
  const failure = { code, part, advice }
  if (!(error instanceof VariantFailure)) return { verdict: 'cannot run', reason: error.text, failure }
  const side = part === 'head' ? sides.head : sides.base
  const reason = `${side.label} ${formatProcessFailure(error, side.folder)}`
  // Only head's own failure gets the verdict `failed`. If the base or the machine fails, nothing can be compared. A changing answer, such
  // as one with the current time in it, is not head's failure: the base's answer changes in the same way.
  const isOfHead = part === 'head' && code !== 'ANSWER_CHANGED' && code !== 'STARVED'
  return { verdict: isOfHead ? 'failed' : 'cannot run', reason, failure }
}
