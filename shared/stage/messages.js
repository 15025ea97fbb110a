import { parseSide } from '@hotpath-labs/engine/figures.js'
import { describeCounter, groupCountersByName } from '@hotpath-labs/lab/report/counted.js'
import { formatHeadline } from '@hotpath-labs/lab/report/verdict.js'
import { VERDICT_SIGNS } from '@hotpath-labs/terminal/numbers.js'
import { formatClaimResult } from '@hotpath-labs/lab/report/statement.js'
import { makeCommand } from '@hotpath-labs/terminal/terminal.js'
import { findRecordedResult } from './recording.js'

/**
 * @import { Recording } from './recording.js'
 * @import { LabPlan } from '@hotpath-labs/lab/plans.js'
 * @import { Result } from '@hotpath-labs/lab/report/result-schema.js'
 */

/** Remarks that tell the instructor what to do about each verdict other than "holds". */
const REMARKS = {
  broken: `This result was measured on this machine just now. To check whether this machine can measure reliably, type: ${makeCommand('lab doctor')}`,
  undecided: 'The time limit was too short for a verdict on this machine. If there is a recording with a verdict, press P to play the recording.',
  'cannot run': 'Nothing was measured. If there is a recording of an earlier run, press P to play the recording.',
}

/** @typedef {{ recordedAt: string, cpu: string, node: string }} Origin of a recording */

/**
 * Formats the first lines of a result's terminal report, without colours.
 *
 * @param {Result} result
 * @param {LabPlan} [plan]
 */
export function formatVerdict (result, plan) {
  const { verdict, sentence, details } = formatHeadline(result, plan)
  return [`${VERDICT_SIGNS[verdict]} ${verdict.toUpperCase()}  ${sentence}`, ...details].join('\n')
}

/**
 * @param {Result} result
 * @param {LabPlan} plan that is on the page
 * @returns {string} the verdict, and the claims that decided it but have no screen: an attendee's file is judged over more workloads
 */
export function formatVerdictWithHiddenClaims (result, plan) {
  const { verdict, claims } = result
  const listed = new Set(plan.claims.map(({ id }) => id))
  const unlisted = claims.filter((claim) => claim.required && claim.verdict === verdict && verdict !== 'holds' && !listed.has(claim.id))
  return [formatVerdict(result, plan), ...unlisted.map((claim) => `${verdict}: ${formatClaimResult(claim).sentence}`)].join('\n')
}

/** @param {Result} result @returns {string} a remark for the instructor; empty if the lab holds */
export function findVerdictRemark ({ verdict }) {
  return verdict === 'holds' ? '' : REMARKS[verdict]
}

/**
 * @param {Result} result
 * @param {LabPlan} plan
 * @returns {Record<string, string>} cause of a ratio, by claim: the first count that differs between its two programs
 */
export function findCauses ({ claims, counters }, plan) {
  return Object.fromEntries(claims.flatMap(({ id, slower, faster }) => {
    const variants = [slower, faster].map((side) => parseSide(side).variant)
    const counted = groupCountersByName(counters.filter(({ variant }) => variants.includes(variant)))
    const cause = counted.find(([first, ...others]) => others.some(({ actual }) => actual !== first.actual))
    return cause ? [[id, describeCounter(cause, plan)]] : []
  }))
}

/** @param {Recording} recording @returns {Origin} */
export function findRecordingOrigin (recording) {
  const result = findRecordedResult(recording)
  return { recordedAt: recording.recordedAt, cpu: result?.machine.cpu ?? 'unknown', node: result?.node ?? 'unknown' }
}
