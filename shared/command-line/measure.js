import { listWarmRuns, readLabRecords } from '@hotpath-labs/records/records.js'
import { parseNodeMajor } from '@hotpath-labs/records/versions/results.js'
import { DamagedFileError } from '@hotpath-labs/lab/data.js'
import { hashVariantSources } from '@hotpath-labs/lab/sources.js'
import { describeFailure, EXIT_CODES } from '@hotpath-labs/engine/failures.js'
import { lockMachine } from '@hotpath-labs/engine/process/lock.js'
import { measureLab } from '@hotpath-labs/lab/measure/run.js'
import { makeUnmeasuredResult } from '@hotpath-labs/lab/report/result.js'
import { ATTEMPT_VARIANT_NAME, planClaims, planControl, planSwap, planWith } from '@hotpath-labs/lab/plans.js'
import { findReachedStep, findSameVariant } from '@hotpath-labs/workshop/attempt/reached-step.js'
import { drawSeed } from '@hotpath-labs/engine/stats/random.js'
import { formatSeconds } from '@hotpath-labs/terminal/numbers.js'
import { makeCommand, printNotice } from '@hotpath-labs/terminal/terminal.js'
import { LabProgress } from '@hotpath-labs/lab/report/progress.js'
import { findNodeBinaries } from './choose-nodes.js'
import { aggregateNodeVersionResults, appendRatioRecord, readLastResult, saveLastResult, shouldReplaceLastResult } from './results.js'

/**
 * @import { OptionValues } from 'commander'
 * @import { Lab } from '@hotpath-labs/lab/load.js'
 * @import { LabPlan } from '@hotpath-labs/lab/plans.js'
 * @import { Result, Versions } from '@hotpath-labs/lab/report/result-schema.js'
 * @import { JudgedRatio } from '@hotpath-labs/lab/measure/run.js'
 */

/**
 * Smallest and largest time limit for a variant's answer, in seconds. A cold disk or a virus scanner may delay an answer by five seconds.
 */
const HANGS_AFTER = { least: 5, most: 10 }

/** Seconds in which the step that an attempt has reached should be known, for all workloads, and at least for each: docs/decisions/065 */
const PLACING_SECONDS = { all: 10, each: 4 }

/** Largest number of pairs of processes in an A/A test, which needs a confidence interval but no verdict. */
const CONTROL_PAIRS = 5

/** @typedef {Pick<LabProgress, 'waiting' | 'measuring' | 'stop'>} RunObserver */

/**
 * @param {Lab} lab
 * @param {OptionValues} options of the command line
 * @returns {LabPlan} that the options ask for
 */
export function choosePlan (lab, options) {
  if (options.control) return planControl(lab)
  if (options.swap) return planSwap(lab)
  return options.with ? planWith(lab, options.with) : planClaims(lab)
}

/** Expected duration, in seconds, of a lab without an earlier result on this machine. */
const EXPECTED_SECONDS = 8

/**
 * Measures labs one after the other, each on every version of Node in --node, and prints a line about each result. Quick labs come first,
 * so that slow labs can use the time that the quick labs save.
 *
 * @param {Lab[]} labs
 * @param {OptionValues} options of the command line
 * @returns {Promise<(Result | Versions)[]>} in the order of the labs
 */
export async function measureLabs (labs, options) {
  const nodes = options.node ? await findNodeBinaries(options.node) : [undefined]
  const expect = (/** @type {Lab} */ { name }) => readLastResult(name)?.seconds ?? EXPECTED_SECONDS
  const turns = labs.toSorted((a, b) => expect(a) - expect(b)).flatMap((lab) => {
    const seed = options.seed ?? drawSeed()
    return nodes.map((chosen) => ({ lab, chosen, seed }))
  })
  process.exitCode = EXIT_CODES['closed pipe']
  /** @type {Map<Lab, Result[]>} */
  const results = new Map(labs.map((lab) => [lab, []]))
  let spare = 0
  for (const [index, { lab, chosen, seed }] of turns.entries()) {
    const left = Math.ceil(turns.slice(index).reduce((sum, { lab }) => sum + expect(lab), 0))
    const place = `${index + 1}/${turns.length}`
    const seconds = options.seconds + spare
    const result = await measureWhenMachineIsFree(choosePlan(lab, options), { ...options, seconds, chosen, seed }, new LabProgress(`${place}, about ${left} s left  `))
    spare = Math.max(0, seconds - result.seconds)
    results.get(lab)?.push(result)
    if (shouldReplaceLastResult(lab, result, options)) saveLastResult(result)
    if (options.record && result.verdict !== 'cannot run') appendRatioRecord(lab, result, options.warmUp)
    const onNode = nodes.length > 1 ? ` on Node ${result.node}` : ''
    printNotice(`${place}  ${lab.name}${onNode} ${result.verdict} in ${formatSeconds(result.seconds)}`)
  }
  return [...results].map(([{ name }, all]) => options.node?.length > 1 ? aggregateNodeVersionResults(name, all) : all[0])
}

/**
 * Waits until no other measurement runs on this machine, then measures a plan.
 *
 * @param {LabPlan} plan
 * @param {OptionValues} options of the command line
 * @param {RunObserver} progress
 * @returns {Promise<Result>} also of a lab that cannot run here
 */
export async function measureWhenMachineIsFree (plan, options, progress) {
  const { lab, mode } = plan
  if (options.chosen?.missing) {
    progress.stop()
    return makeResultWithoutNode(plan, options)
  }
  // what stands in for this computer disturbs nobody
  const release = options.machine ? () => {} : await lockMachine(lab.name, (other) => progress.waiting(other))
  try {
    const result = await measureLab(plan, {
      seed: options.seed ?? drawSeed(),
      seconds: options.seconds,
      node: options.chosen?.file,
      warmUpMs: options.warmUp,
      areAnswersChecked: options.areAnswersChecked,
      hangsAfterMs: 1000 * Math.min(HANGS_AFTER.most, Math.max(HANGS_AFTER.least, options.seconds)),
      countsPrinted: options.countsPrinted,
      placing: options.placing,
      isEnough: options.isEnough,
      mostPairs: mode === 'control' ? CONTROL_PAIRS : undefined,
      onEvent: (event) => progress.measuring(plan, event),
    }, options.machine?.(plan))
    return mode === 'measured' ? addSteadyRatios(lab, result) : result
  } finally {
    progress.stop()
    release()
  }
}

/**
 * Measures an attendee's file under one workload after another, until a claim fails, and finds the step that the file has reached.
 *
 * @param {LabPlan[]} plans one for each workload
 * @param {OptionValues} options of the command line
 * @param {(plan: LabPlan, before: Result[]) => RunObserver} observe
 * @returns {Promise<Result>} of all workloads together
 */
export async function measureAttempt (plans, options, observe) {
  const [{ lab, programs }] = plans
  // uses the same seed for all workloads, because the result shows a single seed, with which the user can repeat the run
  const seed = options.seed ?? drawSeed()
  /** @type {Result[]} */
  const results = []
  const own = findSameVariant(lab, programs[ATTEMPT_VARIANT_NAME].file)
  const isOpen = (/** @type {JudgedRatio[]} */ claims) => own === undefined &&
    Boolean(findReachedStep({ claims: [...results.flatMap((result) => result.claims), ...claims], counters: [] }, lab.manifest)?.isUnclear)
  for (const plan of plans) {
    const spent = results.reduce((sum, { seconds }) => sum + seconds, 0)
    const placing = { isOpen, seconds: Math.max(PLACING_SECONDS.all - spent, PLACING_SECONDS.each) }
    const how = { ...options, seed, placing, areAnswersChecked: results.length > 0 }
    results.push(await measureWhenMachineIsFree(plan, how, observe(plan, results)))
    if (results[results.length - 1].verdict !== 'holds') break
  }
  const result = combineAttemptResults(results)
  const step = findReachedStep(result, lab.manifest, own)
  return step ? { ...result, step } : result
}

/**
 * Merges the results of an attempt's measurements into one.
 *
 * @param {Result[]} results of the measurements made; all but the last hold
 * @returns {Result} with the verdict of the last
 */
export function combineAttemptResults (results) {
  const last = results[results.length - 1]
  const { counters, limit } = results[0]
  return {
    ...last,
    seconds: results.reduce((sum, { seconds }) => sum + seconds, 0),
    oracle: last.oracle && { ...last.oracle, checked: results.reduce((sum, { oracle }) => sum + (oracle?.checked ?? 0), 0) },
    variants: Object.assign({}, ...results.map(({ variants }) => variants)),
    counters,
    limit,
    claims: results.flatMap((result) => result.claims),
  }
}

/**
 * Adds the steady ratio to each claim of a result: the recorded ratio of the warmed-up variants, on the same major version of Node.
 *
 * @param {Lab} lab
 * @param {Result} result
 * @returns {Result}
 */
function addSteadyRatios (lab, result) {
  let records
  try {
    records = readLabRecords(lab.folder)
  } catch (error) {
    if (!(error instanceof DamagedFileError)) throw error
    printNotice(`No recorded ratio is shown: ${error.message}`)
    return result
  }
  if (records.length === 0) return result
  const sources = hashVariantSources(lab)
  const claims = result.claims.map((claim) => {
    const warm = listWarmRuns(records, claim, sources).filter(({ node }) => node === parseNodeMajor(result.node))
    const fresh = warm.filter(({ steady }) => !steady.stale)
    const rows = fresh.length ? fresh : warm
    const own = rows.findLast(({ steady }) => steady.processor === result.machine.cpu) ?? rows.at(-1)
    return { ...claim, steady: own?.steady ?? null }
  })
  return { ...result, claims }
}

/** @param {Pick<LabPlan, 'lab' | 'mode'>} plan @param {OptionValues} options @returns {Result} */
export function makeResultWithoutNode (plan, { seed = drawSeed(), chosen: { version, missing } }) {
  return makeUnmeasuredResult(plan, { seed }, { node: version, verdict: 'cannot run', failure: describeFailure(missing) })
}

/** @param {string} node version that could not run a lab @returns {[string, string][]} empty for another Node than this one */
export function listDoctorSuggestions (node) {
  return node === process.version ? [[makeCommand('lab doctor'), 'what this machine lacks']] : []
}
