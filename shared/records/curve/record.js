import { findDefaultMetric } from '@hotpath-labs/lab/metrics.js'
import { findClaimSides } from '@hotpath-labs/lab/sides.js'
import { parseSide } from '@hotpath-labs/engine/figures.js'
import { measure } from '@hotpath-labs/engine/measure.js'
import { compareServerAnswers } from '@hotpath-labs/lab/answers/server-answers.js'
import { makeSubject } from '@hotpath-labs/lab/measure/trial.js'
import { VariantFailure } from '@hotpath-labs/engine/failures.js'
import { LabMachine } from '@hotpath-labs/lab/measure/machine.js'
import { findFailureCause } from '@hotpath-labs/lab/measure/services.js'
import { AgingSubject } from './aging-subject.js'
import { computeSteadyRatio, formatCurveName, readCurve } from './shape.js'

/**
 * @import { EvidenceSummary, Question, FiguresBySide } from '@hotpath-labs/engine/figures.js'
 * @import { Check, Plan } from '@hotpath-labs/engine/measure.js'
 * @import { LabSubject } from '@hotpath-labs/lab/measure/trial.js'
 * @import { LabPlan } from '@hotpath-labs/lab/plans.js'
 * @import { Failure } from '@hotpath-labs/lab/report/result-schema.js'
 * @import { Curve, Track } from './shape.js'
 */

/**
 * @typedef {object} CurveRecord
 * @property {string} node version
 * @property {Track[]} tracks
 * @property {Map<string, Curve>[]} pairs each pair's curves, by the track's name
 * @property {EvidenceSummary[]} evidence of the tracks, and of the claims between them
 */

/**
 * Lists the curves of a lab: one for each program that a claim compares, in the claim's metric, such as CPU time. A lab about memory has no
 * curves, and neither has a command, whose runs are processes of their own.
 *
 * @param {LabPlan} plan
 * @param {string[]} [variants] only these, also without a claim
 * @returns {Track[]}
 */
export function listCurvesToRecord ({ lab: { manifest: { kind } }, claims, workloads }, variants) {
  if (kind === 'heap' || kind === 'command') return []
  // leaves out workloads that may use several CPUs: the processes share one CPU, so a curve cannot show a gain from several CPUs
  const isPinned = (/** @type {Track} */ { side }) => workloads[parseSide(side).workload ?? '']?.pinned !== false
  const claimed = claims
    .flatMap((claim) => Object.values(findClaimSides(claim)).map((side) => ({ side, metric: claim.metric })))
    .filter(isPinned)
  const isOf = (/** @type {string} */ variant) => (/** @type {Track} */ { side }) => parseSide(side).variant === variant
  const chosen = variants?.flatMap((variant) => {
    const own = claimed.filter(isOf(variant))
    return own.length ? own : [{ side: variant, metric: findDefaultMetric(kind) }]
  }) ?? claimed
  return [...new Map(chosen.map((track) => [formatCurveName(track), track])).values()]
}

/**
 * Plans what the engine measures: how much cheaper each side gets, and each claim's ratio once both sides are steady.
 *
 * @param {LabPlan} plan
 * @param {Track[]} tracks
 * @param {{ seed: number, pairs: number }} options
 * @param {Check[]} [checks]
 * @returns {Plan}
 */
export function planCurves ({ claims }, tracks, { seed, pairs }, checks) {
  const names = new Set(tracks.map(formatCurveName))
  const target = /** @type {const} */ ({ same: true })
  const compared = claims.map((claim) => ({ id: claim.id, metric: claim.metric, ...findClaimSides(claim) }))
    .filter(({ slower, faster, metric }) => [slower, faster].every((side) => names.has(formatCurveName({ side, metric }))))
  /** @type {Question[]} */
  const questions = [
    ...tracks.map((track) => ({
      id: formatCurveName(track),
      slower: track.side,
      faster: track.side,
      metric: track.metric,
      target,
      required: false,
      compare: (/** @type {FiguresBySide} */ figures) => ({ value: Math.log(readCurve(figures, track).gets), spread: 0 }),
    })),
    ...compared.map((question) => ({ ...question, target, required: false, compare: compareOnceSteady })),
  ]
  const stop = { seconds: Infinity, mostPairs: pairs, isDone: () => false }
  return { seed, sides: tracks.map(({ side }) => side), checks, questions, stop }
}

/** @type {NonNullable<Question['compare']>} */
function compareOnceSteady (figures, metric, slower, faster) {
  const [costly, cheap] = [slower, faster].map((side) => readCurve(figures, { side, metric }))
  return { value: Math.log(computeSteadyRatio(costly, cheap)), spread: 0 }
}

/**
 * Records how a lab's variants warm up, in pairs of fresh processes with V8's default JIT thresholds.
 *
 * @param {LabPlan} plan
 * @param {object} options
 * @param {number} options.seed
 * @param {number} options.pairs in all
 * @param {number} options.seconds of CPU, or of waiting, for each side
 * @param {boolean} [options.full] use all of `seconds`
 * @param {string} [options.node] binary that runs the variants
 * @param {Track[]} options.tracks
 * @param {(text: string) => void} options.onProgress
 * @param {(record: CurveRecord) => void} options.onPair called with the complete pairs
 * @returns {Promise<Failure | undefined>} of a variant
 * @throws {import('@hotpath-labs/engine/failures.js').CannotRun}
 */
export async function recordCurves (plan, { tracks, node = process.execPath, onProgress, onPair, ...options }) {
  const { seed, pairs, seconds } = options
  const own = makeSubject(plan)
  const subject = new AgingSubject(/** @type {ConstructorParameters<typeof AgingSubject>[0]} */ (own), { ...options, tracks })
  const started = performance.now()
  const clock = () => (performance.now() - started) / 1000
  const onEvent = () => onProgress('starting the services that the variants need')
  const machine = await LabMachine.create(plan, { seed, seconds, node, onEvent }, { subject, clock })
  const record = { node: '', tracks, pairs: /** @type {CurveRecord['pairs']} */ ([]), evidence: /** @type {EvidenceSummary[]} */ ([]) }
  let oldest = 0
  try {
    for await (const event of measure(planCurves(plan, tracks, options, listChecks(plan, own)), machine)) {
      if (event.type === 'block') {
        oldest = Math.max(oldest, ...event.figures.cpuSeconds.slice(-1))
        onProgress(`pair ${record.pairs.length + 1} of ${pairs}: ${oldest.toFixed(1)} s of CPU time used, limit ${seconds.toFixed(1)} s`)
      }
      if (event.type !== 'pair') continue
      oldest = 0
      const { node, figures, evidence } = event
      Object.assign(record, { node, evidence })
      record.pairs.push(new Map(tracks.map((track) => [formatCurveName(track), readCurve(figures, track)])))
      onPair(record)
    }
  } catch (error) {
    if (!(error instanceof VariantFailure)) throw error
    return await findFailureCause(error, machine.services)
  } finally {
    await machine.services.stop()
  }
}

/** @param {LabPlan} plan @param {LabSubject} subject @returns {Check[]} */
function listChecks (plan, subject) {
  if (!('bodies' in subject)) return []
  return [{
    // the answers of the first pair's servers are the reference for the answers of all later pairs
    name: 'answers',
    when: 'before',
    async ask ({ session, pair }) {
      await pair.ready
      await compareServerAnswers({ plan, reference: 'slow', subject, session }, pair.processes)
      return undefined
    },
    judge: () => undefined,
  }]
}
