import { CannotRun, EXIT_CODES, VariantFailure, describeFailure, findExitCodeOfError } from '@hotpath-labs/engine/failures.js'
import { roundToDecimals } from '@hotpath-labs/engine/figures.js'
import { describeMachine } from '@hotpath-labs/engine/machine.js'
import { LabMeasurement } from './measurement.js'
import { selectForNode } from './node-range.js'
import { NodeFaultFinder } from './other-node.js'
import { findFailureCause, startServices } from './services.js'
import { RESULT_SCHEMA_VERSION } from '../report/result-schema.js'

/**
 * @import { Lab } from '../load.js'
 * @import { Verdict } from '@hotpath-labs/engine/stats/rule.js'
 * @import { FiguresBySide } from '@hotpath-labs/engine/figures.js'
 * @import { Services } from './services.js'
 */

/**
 * @typedef {import('../report/result-schema.js').JudgedClaim} JudgedClaim
 * @typedef {import('@hotpath-labs/engine/stats/rule.js').Verdict} Verdict
 * @typedef {import('../report/result-schema.js').Result} Result
 * @typedef {Result['mode']} Mode
 *
 * @typedef {object} Options
 * @property {number} seed
 * @property {number} seconds no pair starts later than this
 * @property {number} [mostPairs]
 * @property {number} [leastPairs] for every claim, even when its verdict is known
 * @property {() => boolean} [isEnough] true once the user wants no further pair
 * @property {Placing} [placing] of an attempt among a lab's steps
 * @property {number} [laterMs] CPU time after which each pair is measured again; only the first measurement is judged
 * @property {Mode} [mode] for the result
 * @property {string} [node] binary that runs the variants
 * @property {number} [warmUpMs]
 * @property {boolean} [areAnswersChecked] by an earlier measurement of the same file: then only what the claims compare is checked
 * @property {object} [settings] in place of the subject's
 * @property {number} [hangsAfterMs]
 * @property {(event: Progress) => void} [onProgress]
 * @property {(side: string, figures: Record<string, number[]>) => void} [onBlock] after each block, with the side's figures so far
 * @property {(variant: string, lines: number) => void} [onPrinted] counts the lines that an attendee's file prints in each pair
 *
 * @typedef {object} Placing
 * @property {(claims: JudgedClaim[]) => boolean} isOpen true if more pairs are needed to know the step
 * @property {number} seconds after which no pair is measured for the step alone, or for an attempt that looks too slow
 *
 * @typedef {object} Progress
 * @property {'comparing' | 'warming' | 'measured'} stage
 * @property {number} pairs
 * @property {JudgedClaim[]} claims
 * @property {FiguresBySide} [figures] of the last pair
 * @property {FiguresBySide} [later] of the same pair, measured again after `laterMs`
 */

/**
 * Measures a lab and judges its claims. Compares answers first, then measures time or memory. A wrong answer, a wrong call count or a
 * failed variant ends the run.
 *
 * @param {Lab} whole
 * @param {Options} options
 * @returns {Promise<Result>} a variant's failure is part of the result
 * @throws {Error} a fault of the engine itself
 */
export async function measureLab (whole, options) {
  const started = performance.now()
  const elapsed = () => (performance.now() - started) / 1000
  const result = makeUnmeasuredResult(whole, options)
  const other = await NodeFaultFinder.create(whole, options)
  if (other) result.node = other.version
  /** @type {LabMeasurement | undefined} */
  let measurement
  /** @type {Services | undefined} */
  let services
  /** @type {Partial<Result>} */
  let outcome
  try {
    if (other?.unfit) throw other.unfit
    const { lab, leftOut } = selectForNode(whole, result.node)
    if (leftOut.length) result.leftOut = leftOut
    measurement = await LabMeasurement.create(lab, options, result)
    services = await startServices(lab, { ...measurement.session, onProgress: () => measurement?.report('comparing') })
    await measurement.begin(services)
    await measurement.compareAnswers()
    const fault = measurement.isRefused && await other?.findNodeFault(services, result)
    if (fault) throw fault
    if (!measurement.isRefused) await measurement.startStalenessCheck()
    if (!measurement.isRefused) measurement.report('warming')
    while (measurement.shouldContinue(elapsed())) await measurement.measurePair()
    if (!measurement.isRefused) await measurement.finishStalenessCheck()
    outcome = measurement.isRefused ? { verdict: 'broken' } : measurement.judged
  } catch (error) {
    outcome = await findOutcomeOfError(error, result, { services, other })
  } finally {
    await measurement?.end()
    await services?.stop()
  }
  return { ...result, ...outcome, seconds: roundToDecimals(elapsed(), 2) }
}

/**
 * Finds out who is at fault for an error that ended a run: the machine, a service, the variants' version of Node, or a variant.
 *
 * @param {Error} error
 * @param {Result} result so far
 * @param {{ services?: Services, other?: NodeFaultFinder }} run `other`: where the variants run on another Node
 * @returns {Promise<Partial<Result>>}
 * @throws {Error} the error, if it is a fault of the engine itself
 */
async function findOutcomeOfError (error, result, { services, other }) {
  if (error instanceof CannotRun) return describeCannotRun(error)
  if (!(error instanceof VariantFailure) || !services) throw error
  // asks the services first, because a variant is not at fault if its database is gone
  const failure = await findFailureCause(error, services)
  if (findExitCodeOfError(failure.code) === EXIT_CODES['cannot run']) return { verdict: 'cannot run', failure }
  const fault = await other?.findNodeFault(services, result, error)
  return fault ? describeCannotRun(fault) : { verdict: 'broken', failure }
}

/** @param {CannotRun} error @returns {Partial<Result>} */
function describeCannotRun (error) {
  // answers of a Node that lacks a feature say nothing about the variant
  const unjudged = error.code === 'NODE_LACKS_FEATURE' && { oracle: null, counters: [] }
  return { verdict: 'cannot run', failure: describeFailure(error), ...unjudged }
}

/**
 * Makes an empty result for a lab that is not measured.
 *
 * @param {Lab} lab
 * @param {Pick<Options, 'seed' | 'mode'>} options
 * @param {Partial<Result>} [known]
 * @returns {Result}
 */
export function makeUnmeasuredResult ({ name }, { seed, mode = 'measured' }, known = {}) {
  return {
    schema: RESULT_SCHEMA_VERSION,
    lab: name,
    mode,
    verdict: 'undecided',
    seconds: 0,
    firstBlockSeconds: null,
    seed,
    node: process.version,
    machine: describeMachine(),
    services: {},
    oracle: null,
    counters: [],
    variants: {},
    claims: [],
    limit: null,
    failure: null,
    ...known,
  }
}
