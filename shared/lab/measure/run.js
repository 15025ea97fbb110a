import { CannotRun, EXIT_CODES, VariantFailure, describeFailure, findExitCodeOfError } from '@hotpath-labs/engine/failures.js'
import { PairFigureCollector, roundToDecimals } from '@hotpath-labs/engine/figures.js'
import { Refused, measure } from '@hotpath-labs/engine/measure.js'
import { describeJudgedClaim, makeUnmeasuredResult } from '../report/result.js'
import { findWorstVerdict } from '../report/words.js'
import { LabMachine } from './machine.js'
import { selectForNode } from './node-range.js'
import { NodeFaultFinder } from './other-node.js'
import { LIMIT_QUESTION_ID, schedule } from './schedule.js'
import { findFailureCause } from './services.js'
import { makeSubject } from './trial.js'

/**
 * @import { EvidenceSummary } from '@hotpath-labs/engine/figures.js'
 * @import { CheckEvent, Machine, MeasureEvent } from '@hotpath-labs/engine/measure.js'
 * @import { LabPlan } from '../plans.js'
 * @import { JudgedClaim, Result } from '../report/result-schema.js'
 * @import { Services } from './services.js'
 */

/**
 * @typedef {object} Options
 * @property {number} seed
 * @property {number} seconds no pair starts later than this
 * @property {number} [mostPairs]
 * @property {number} [leastPairs] for every claim, even when its verdict is known
 * @property {() => boolean} [isEnough] true once the user wants no further pair
 * @property {Placing} [placing] of an attempt among a lab's steps
 * @property {number} [laterMs] CPU time after which each pair is measured again; only the first measurement is judged
 * @property {string} [node] binary that runs the variants
 * @property {number} [warmUpMs]
 * @property {boolean} [areAnswersChecked] by an earlier measurement of the same file: then only what the claims compare is checked
 * @property {object} [settings] in place of the subject's
 * @property {number} [hangsAfterMs]
 * @property {boolean} [countsPrinted] counts the lines that an attendee's file prints
 * @property {(event: MeasureEvent) => void} [onEvent]
 *
 * @typedef {'id' | 'slower' | 'faster' | 'metric' | 'required' | 'verdict' | 'ratio' | 'interval' | 'atLeast'} RatioField
 * @typedef {Pick<JudgedClaim, RatioField>} JudgedRatio
 *
 * @typedef {object} Placing
 * @property {(ratios: JudgedRatio[]) => boolean} isOpen true if more pairs are needed to know the step
 * @property {number} seconds after which no pair is measured for the step alone, or for an attempt that looks too slow
 */

/**
 * Measures what is planned of a lab, and judges the claims. Compares answers first, then measures time or memory. A wrong answer, a wrong
 * call count or a failed variant ends the run.
 *
 * @param {LabPlan} whole
 * @param {Options} options
 * @param {Machine} [machine] in place of this computer
 * @returns {Promise<Result>} a variant's failure is part of the result
 * @throws {Error} a fault of the engine itself
 */
export async function measureLab (whole, options, machine) {
  const started = performance.now()
  const clock = () => (performance.now() - started) / 1000
  const result = makeUnmeasuredResult(whole, options)
  const other = machine ? undefined : await NodeFaultFinder.create(whole, options)
  if (other) result.node = other.version
  /** @type {Services | undefined} */
  let services
  /** @type {Partial<Result>} */
  let outcome = {}
  try {
    if (other?.unfit) throw other.unfit
    const { plan, leftOut } = selectForNode(whole, result.node)
    if (leftOut.length) result.leftOut = leftOut
    const subject = makeSubject(plan, options)
    if (!machine) {
      const own = await LabMachine.create(plan, options, { subject, clock })
      machine = own
      services = own.services
      result.services = services.engines
    }
    const collector = new PairFigureCollector()
    for await (const event of measure(schedule(plan, subject, options), machine)) {
      if (event.type === 'check') Object.assign(result, mergeFindings(result, event))
      if (event.type === 'pair') {
        result.node = event.node
        collector.add(event.figures)
      }
      if (event.type === 'judged') outcome = { ...describeJudged(plan, result, event.evidence), variants: collector.summary }
      const told = 'evidence' in event && { evidence: event.evidence.filter(({ id }) => id !== LIMIT_QUESTION_ID) }
      options.onEvent?.({ ...event, ...told })
    }
  } catch (error) {
    outcome = await findOutcomeOfError(error, result, { services, other })
  } finally {
    await services?.stop()
  }
  return { ...result, ...outcome, seconds: roundToDecimals(machine && !services ? machine.clock() : clock(), 2) }
}

/** @param {Result} result so far @param {CheckEvent} event @returns {Partial<Result>} */
function mergeFindings ({ oracle }, { found: { staleness, answered = 0, ...found } }) {
  // answers under load are compared too, so that the number is that of `watch`
  if (answered && oracle) return { ...found, oracle: { ...oracle, checked: oracle.checked + answered } }
  if (!staleness?.checked || !oracle) return found
  const { checked, difference } = staleness
  return { oracle: { verdict: difference ? 'different' : oracle.verdict, checked: oracle.checked + checked, difference } }
}

/** @param {LabPlan} plan @param {Result} result so far @param {EvidenceSummary[]} evidence @returns {Partial<Result>} */
function describeJudged (plan, { counters }, evidence) {
  const claims = plan.claims.flatMap((claim) => {
    const summary = evidence.find(({ id }) => id === claim.id)
    return summary ? [describeJudgedClaim(plan, claim, summary)] : []
  })
  const limit = evidence.find(({ id }) => id === LIMIT_QUESTION_ID)
  const required = /** @type {Result['verdict'][]} */ (claims.filter(({ required }) => required).map(({ verdict }) => verdict))
  return {
    verdict: counters.every(({ holds }) => holds) ? findWorstVerdict(required) : 'broken',
    claims,
    limit: limit ? { variant: 'limit', fraction: roundToDecimals(Math.min(1, 1 / limit.ratio), 3) } : null,
  }
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
  if (error instanceof Refused) {
    const fault = services && await other?.findNodeFault(services, result)
    return fault ? describeCannotRun(fault) : { verdict: 'broken' }
  }
  if (!(error instanceof VariantFailure)) throw error
  // asks the services first, because a variant is not at fault if its database is gone
  const failure = services ? await findFailureCause(error, services) : describeFailure(error)
  if (findExitCodeOfError(failure.code) === EXIT_CODES['cannot run']) return { verdict: 'cannot run', failure }
  const fault = services && await other?.findNodeFault(services, result, error)
  return fault ? describeCannotRun(fault) : { verdict: 'broken', failure }
}

/** @param {CannotRun} error @returns {Partial<Result>} */
function describeCannotRun (error) {
  // answers of a Node that lacks a feature say nothing about the variant
  const unjudged = error.code === 'NODE_LACKS_FEATURE' && { oracle: null, counters: [] }
  return { verdict: 'cannot run', failure: describeFailure(error), ...unjudged }
}
