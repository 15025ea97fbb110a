import { describeMachine } from '@hotpath-labs/engine/machine.js'
import { formatClaim } from '../phrase.js'
import { findClaimSides, findNamesOfClaimSides } from '../sides.js'
import { RESULT_SCHEMA_VERSION } from './result-schema.js'

/**
 * @import { EvidenceSummary } from '@hotpath-labs/engine/figures.js'
 * @import { Claim } from '../manifest.js'
 * @import { LabPlan } from '../plans.js'
 * @import { JudgedClaim, Result } from './result-schema.js'
 */

/**
 * Makes an empty result for a lab that is not measured.
 *
 * @param {Pick<LabPlan, 'lab' | 'mode'>} plan
 * @param {{ seed: number }} options
 * @param {Partial<Result>} [known]
 * @returns {Result}
 */
export function makeUnmeasuredResult ({ lab: { name }, mode }, { seed }, known = {}) {
  return {
    schema: RESULT_SCHEMA_VERSION,
    lab: name,
    mode,
    verdict: 'undecided',
    seconds: 0,
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

/**
 * Describes a claim and what a run found about it.
 *
 * @param {LabPlan} plan
 * @param {Claim} claim
 * @param {EvidenceSummary} found
 * @returns {JudgedClaim}
 */
export function describeJudgedClaim ({ lab, programs }, claim, { verdict, ratio, interval, confidence, pairs, scatter, forecast, age }) {
  const sides = findNamesOfClaimSides(lab.manifest, claim, programs)
  const { id, metric, published = null } = claim
  const dependsOn = 'dependsOn' in claim ? claim.dependsOn : null
  return {
    id,
    metric,
    says: formatClaim(sides, claim),
    ...findClaimSides(claim),
    names: sides.names,
    requests: sides.requests,
    required: dependsOn === null,
    verdict,
    ratio,
    interval,
    confidence,
    atLeast: 'atLeast' in claim ? claim.atLeast : null,
    equivalenceMargin: 'same' in claim ? claim.equivalenceMargin : null,
    dependsOn,
    pairs,
    scatter,
    forecast,
    age,
    steady: null,
    published,
    until: ('until' in claim && claim.until) || null,
  }
}
