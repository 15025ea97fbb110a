import { Option } from 'commander'
import { relative } from 'node:path'
import { curveFile, majorOf, readRecord, steadyOf, toldOf } from '@hotpath-labs/history'
import { fromCaller, writeNamed } from 'hotpath/files'
import { typedOf } from '@hotpath-labs/project'
import { sourcesOf } from 'hotpath/sources'
import { control, lockMachine, measureLab, swapped, unmeasured, withFast } from 'hotpath/measure'
import { together } from '@hotpath-labs/workshop'
import { anySeed } from 'hotpath/stats'
import { nodeList } from './nodes.js'
import { someSeconds, wholeNumber } from './usage.js'
import { WORST_FIRST } from './whole.js'

/** Where even a noisy machine has decided all claims of a lab; in quiet it takes two to eight seconds. */
export const MOST_SECONDS = 60

/** Seconds after which a variant hangs: who gives a run less time should not wait ten, but five are what a cold disk or a virus scanner may take. */
const HANGS = { least: 5, usual: 10 }

/** A control ends here: its interval, not a verdict, is what it is for. */
const CONTROL_PAIRS = 5

export const EXIT = { holds: 0, broken: 1, undecided: 3, 'cannot run': 4 }

/** Sets the exit code, unless a worse one is set: a variant that failed before counts for more. @param {number} code of EXIT */
export function exitWithWorst (code) {
  const [before, now] = [Number(process.exitCode ?? 0), code].map((one) => WORST_FIRST.findIndex((verdict) => EXIT[verdict] === one))
  if (before === -1 || now < before) process.exitCode = code
}

/** Until there is a verdict: a reader of a pipe that leaves before, as `head` does, must not make a gate pass. It is what a shell says of SIGPIPE. */
export const UNTOLD = 141

/** What every gate may exit with besides, for its --help. */
export const OTHER_CODES = '70 a bug in hotpath-labs, 141 the pipe closed before the verdict'

/** @typedef {Pick<import('./progress.js').Progress, 'waiting' | 'measuring' | 'stop'> & { block?: import('hotpath/measure').Options['onBlock'] }} Watcher of a run */

/**
 * The options that every measuring command takes.
 *
 * @param {import('commander').Command} command
 */
export function measuringOptions (command) {
  return runOptions(command)
    .option('--junit <file>', 'also write the result as JUnit XML')
    .option('--control', 'compare slow with itself (an A/A test), to see the noise of this machine; the verdict is never "holds"')
    .option('--swap', 'exchange the two variants of a claim: its ratio must come out broken')
    .addOption(new Option('--steady', 'warm up until all variants are steady; pnpm curves record finds out how long that takes').conflicts(['warmUp', 'record']))
    .option('--node <versions>', 'run the variants on these versions of Node: 6,20.11.0,lts,current,/path (function labs: 6.1 or newer)', nodeList)
}

/**
 * Those of them that are about how, and not about which sides.
 *
 * @param {import('commander').Command} command
 */
export function runOptions (command) {
  return command
    .option('--json', 'print one JSON object')
    .option('--seconds <n>', 'time limit: start no new pair of processes after n seconds', someSeconds, MOST_SECONDS)
    .option('--seed <n>', 'repeat the inputs and the order of an earlier run', wholeNumber)
    .option('--warm-up <ms>', 'warm up each process for this much CPU time first (not in memory labs)', wholeNumber)
}

/**
 * For a command that prints a whole report.
 *
 * @param {import('commander').Command} command
 */
export function reportOptions (command) {
  return command
    .addOption(new Option('--explain', 'also print how it was measured, and how sure it is').conflicts('json'))
    .addOption(new Option('--verbose', 'also print latency, machine and seed').conflicts('json'))
}

/**
 * @param {import('hotpath/lab').Lab} lab
 * @param {any} options of the command line
 * @param {import('./progress.js').Progress} progress
 * @returns {Promise<import('hotpath/measure').Result>} also of a lab that cannot run here
 */
export async function measure (lab, options, progress) {
  const { planned, mode } = plan(lab, options)
  return measurePlanned(planned, mode, options, progress)
}

/**
 * @param {import('hotpath/lab').Lab} lab whose sides are those to be measured
 * @param {import('hotpath/measure').Mode} mode to be told in the result
 * @param {any} options of the command line
 * @param {Watcher} progress
 * @returns {Promise<import('hotpath/measure').Result>}
 */
export async function measurePlanned (lab, mode, options, progress) {
  if (options.chosen?.missing) {
    progress.stop()
    return missing(lab, mode, options)
  }
  const release = await lockMachine(lab.name, (other) => progress.waiting(other))
  try {
    const result = await measureLab(lab, {
      seed: options.seed ?? anySeed(),
      mode,
      seconds: options.seconds,
      node: options.chosen?.file,
      warmUpMs: options.steady ? steadyAge(lab, options) : options.warmUp,
      hangsAfterMs: 1000 * Math.min(HANGS.usual, Math.max(HANGS.least, options.seconds)),
      mostPairs: mode === 'control' ? CONTROL_PAIRS : undefined,
      onProgress: (event) => progress.measuring(lab.name, event),
      onBlock: progress.block && ((side, figures) => progress.block?.(side, figures)),
    })
    return mode === 'measured' ? withSteady(lab, result) : result
  } finally {
    progress.stop()
    release()
  }
}

/**
 * Measures an attendee's file under each workload that something is claimed of, up to the first under which it does not hold.
 *
 * @param {import('hotpath/lab').Lab[]} stages
 * @param {any} options of the command line
 * @param {(stage: import('hotpath/lab').Lab, before: import('hotpath/measure').Result[]) => Watcher} progressOf one of them
 * @returns {Promise<import('hotpath/measure').Result>} of all together
 */
export async function measureMine (stages, options, progressOf) {
  // one for all: it is told, and repeats them
  const seed = options.seed ?? anySeed()
  /** @type {import('hotpath/measure').Result[]} */
  const results = []
  for (const stage of stages) {
    results.push(await measurePlanned(stage, 'mine', { ...options, seed }, progressOf(stage, results)))
    if (results[results.length - 1].verdict !== 'holds') break
  }
  return together(results)
}

/**
 * @param {import('hotpath/lab').Lab} lab
 * @param {any} options of the command line
 * @returns {number | undefined} ms of CPU after which all variants are steady; none where no curve says it
 */
function steadyAge (lab, { chosen, warmUp }) {
  const major = majorOf(chosen?.version ?? process.version)
  const { record } = readRecord(curveFile(lab.folder, major), major)
  if (record) return Math.ceil(1000 * Math.max(...toldOf(record).map(({ steadyFrom }) => steadyFrom.cpuSeconds)))
  const why = lab.manifest.kind === 'heap' ? 'memory labs have no warm-up curve' : `no warm-up curve is recorded for Node ${major}; to record one, type: pnpm curves record ${typedOf(lab)}`
  process.stderr.write(`--steady does nothing for ${lab.name}: ${why}\n`)
  return warmUp
}

/**
 * @param {import('hotpath/lab').Lab} lab
 * @param {import('hotpath/measure').Result} result
 * @returns {import('hotpath/measure').Result} whose claims say what a long run says, where that has been recorded on this version of Node
 */
function withSteady (lab, result) {
  const major = majorOf(result.node)
  const file = curveFile(lab.folder, major)
  const { record, problem } = readRecord(file, major)
  if (problem) process.stderr.write(`${relative(process.cwd(), file)} is not used: ${problem}\n`)
  if (!record) return result
  const sources = sourcesOf(lab)
  return { ...result, claims: result.claims.map((claim) => ({ ...claim, steady: steadyOf(record, claim, sources) })) }
}

/** @param {string} node that could not run a lab @returns {[string, string][]} what to type; nothing where another Node lacks what this machine has */
export function whatIsLacking (node) {
  return node === process.version ? [['pnpm lab doctor', 'what this machine lacks']] : []
}

/** @param {import('hotpath/lab').Lab} lab @param {import('hotpath/measure').Mode} mode @param {any} options @returns {import('hotpath/measure').Result} for want of the Node */
function missing (lab, mode, { seed = anySeed(), chosen: { version, missing } }) {
  return unmeasured(lab, { seed, mode }, { node: version, verdict: 'cannot run', failure: { variant: missing.needs, what: missing.message, stderr: missing.mend, by: missing.by } })
}

/** @param {import('hotpath/lab').Lab} lab @param {any} options @returns {{ planned: import('hotpath/lab').Lab, mode: import('hotpath/measure').Mode }} */
function plan (lab, options) {
  if (options.control) return { planned: control(lab), mode: 'control' }
  if (options.swap) return { planned: swapped(lab), mode: 'swap' }
  if (options.with) return { planned: withFast(lab, options.with), mode: 'with' }
  return { planned: lab, mode: 'measured' }
}

/**
 * Writes a file that the user asked for, or tells why it could not be: a result is not lost for a full disk.
 *
 * @param {string} file
 * @param {string} text
 * @param {(path: string, text: string) => void} [write]
 * @returns {boolean} whether it was written
 */
export function save (file, text, write = writeNamed) {
  try {
    write(fromCaller(file), text)
    return true
  } catch (error) {
    process.stderr.write(`${file} cannot be saved: ${error.message}\n`)
    return false
  }
}
