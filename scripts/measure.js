import { relative } from 'node:path'
import { findCurveFile, parseNodeMajor, readCurves, computeSteadyRatio, summarizeCurves } from '@hotpath-labs/history'
import { formatLabArgument } from '@hotpath-labs/project'
import { hashVariantSources } from 'hotpath/sources'
import { describeCannotRun } from 'hotpath/failures'
import { makeAATestLab, lockMachine, measureLab, exchangeVariantsOfClaim, makeUnmeasuredResult, replaceFastFile } from 'hotpath/measure'
import { combineAttemptResults, findReachedStep } from '@hotpath-labs/workshop'
import { drawSeed } from 'hotpath/stats'
import { printNotice } from './terminal.js'

/** @import { Lab } from 'hotpath/lab' */
/** @import { Mode, Options, Result } from 'hotpath/measure' */
/** @import { TerminalProgress } from './progress.js' */

/**
 * Smallest and largest time limit for a variant's answer, in seconds. A cold disk or a virus scanner may delay an answer by five seconds.
 */
const HANGS_AFTER = { least: 5, most: 10 }

/** Largest number of pairs of processes in an A/A test, which needs a confidence interval but no verdict. */
const CONTROL_PAIRS = 5

/** @typedef {Pick<TerminalProgress, 'waiting' | 'measuring' | 'stop'> & { block?: Options['onBlock'] }} RunObserver */

/**
 * @param {Lab} lab
 * @param {any} options of the command line
 * @param {TerminalProgress} progress
 * @returns {Promise<Result>} also of a lab that cannot run here
 */
export async function measureLabWithOptions (lab, options, progress) {
  if (options.control) return measureWhenMachineIsFree(makeAATestLab(lab), 'control', options, progress)
  if (options.swap) return measureWhenMachineIsFree(exchangeVariantsOfClaim(lab), 'swap', options, progress)
  if (options.with) return measureWhenMachineIsFree(replaceFastFile(lab, options.with), 'with', options, progress)
  return measureWhenMachineIsFree(lab, 'measured', options, progress)
}

/**
 * Waits until no other measurement runs on this machine, then measures a lab.
 *
 * @param {Lab} lab with the variants to measure
 * @param {Mode} mode written into the result
 * @param {any} options of the command line
 * @param {RunObserver} progress
 * @returns {Promise<Result>}
 */
export async function measureWhenMachineIsFree (lab, mode, options, progress) {
  if (options.chosen?.missing) {
    progress.stop()
    return makeResultWithoutNode(lab, mode, options)
  }
  const release = await lockMachine(lab.name, (other) => progress.waiting(other))
  try {
    const result = await measureLab(lab, {
      seed: options.seed ?? drawSeed(),
      mode,
      seconds: options.seconds,
      node: options.chosen?.file,
      warmUpMs: options.steady ? findSteadyMs(lab, options) : options.warmUp,
      hangsAfterMs: 1000 * Math.min(HANGS_AFTER.most, Math.max(HANGS_AFTER.least, options.seconds)),
      mostPairs: mode === 'control' ? CONTROL_PAIRS : undefined,
      onProgress: (event) => progress.measuring(lab.name, event),
      onBlock: progress.block && ((side, figures) => progress.block?.(side, figures)),
    })
    return mode === 'measured' ? addSteadyRatios(lab, result) : result
  } finally {
    progress.stop()
    release()
  }
}

/**
 * Measures an attendee's file under one workload after another, until a claim fails, and finds the step that the file has reached.
 *
 * @param {Lab} lab
 * @param {Lab[]} stages one for each workload
 * @param {any} options of the command line
 * @param {(stage: Lab, before: Result[]) => RunObserver} observe
 * @returns {Promise<Result>} of all workloads together
 */
export async function measureAttempt (lab, stages, options, observe) {
  // uses the same seed for all workloads, because the result shows a single seed, with which the user can repeat the run
  const seed = options.seed ?? drawSeed()
  /** @type {Result[]} */
  const results = []
  for (const stage of stages) {
    results.push(await measureWhenMachineIsFree(stage, 'mine', { ...options, seed }, observe(stage, results)))
    if (results[results.length - 1].verdict !== 'holds') break
  }
  const result = combineAttemptResults(results)
  const step = findReachedStep(result, lab.manifest)
  return step ? { ...result, step } : result
}

/**
 * @param {Lab} lab
 * @param {any} options of the command line
 * @returns {number | undefined} CPU ms until all variants are steady; the value of --warm-up if no curve is recorded
 */
function findSteadyMs (lab, { chosen, warmUp }) {
  const major = parseNodeMajor(chosen?.version ?? process.version)
  const { record } = readCurves(findCurveFile(lab.folder, major), major)
  if (record) return Math.ceil(1000 * Math.max(...summarizeCurves(record).map(({ steadyFrom }) => steadyFrom.cpuSeconds)))
  const reason = lab.manifest.kind === 'heap'
    ? 'memory labs have no warm-up curve'
    : `no warm-up curve is recorded for Node ${major}; to record one, type: pnpm curves record ${formatLabArgument(lab)}`
  printNotice(`--steady does nothing for ${lab.name}: ${reason}`)
  return warmUp
}

/**
 * Adds the steady ratio to each claim of a result: the recorded ratio of the warmed-up variants, on the same major version of Node.
 *
 * @param {Lab} lab
 * @param {Result} result
 * @returns {Result}
 */
function addSteadyRatios (lab, result) {
  const major = parseNodeMajor(result.node)
  const file = findCurveFile(lab.folder, major)
  const { record, problem } = readCurves(file, major)
  if (problem) printNotice(`The warm-up curves in ${relative(process.cwd(), file)} are not used: ${problem}`)
  if (!record) return result
  const sources = hashVariantSources(lab)
  return { ...result, claims: result.claims.map((claim) => ({ ...claim, steady: computeSteadyRatio(record, claim, sources) })) }
}

/** @param {Lab} lab @param {Mode} mode @param {any} options @returns {Result} */
export function makeResultWithoutNode (lab, mode, { seed = drawSeed(), chosen: { version, missing } }) {
  return makeUnmeasuredResult(lab, { seed, mode }, { node: version, verdict: 'cannot run', failure: describeCannotRun(missing) })
}

/** @param {string} node version that could not run a lab @returns {[string, string][]} empty for another Node than this one */
export function listDoctorSuggestions (node) {
  return node === process.version ? [['pnpm lab doctor', 'what this machine lacks']] : []
}
