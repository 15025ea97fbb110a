import satisfies from 'semver/functions/satisfies.js'
import { CannotRun } from '@hotpath-labs/engine/failures.js'
import { parseSide } from '@hotpath-labs/engine/figures.js'
import { mapEntries } from '../plans.js'
import { describeClaim, listClaimVariants } from '../sides.js'

/**
 * @import { Claim } from '../manifest.js'
 * @import { LabPlan } from '../plans.js'
 * @import { Result } from '../report/result-schema.js'
 */

/**
 * Leaves out the programs and the claims that are about other versions of Node.
 *
 * @param {LabPlan} whole
 * @param {string} version such as v20.20.2
 * @returns {{ plan: LabPlan, leftOut: NonNullable<Result['leftOut']> }} the claims that were left out, each with its range
 * @throws {CannotRun} if no required claim is about this version
 */
export function selectForNode (whole, version) {
  const { lab, programs } = whole
  const isForVersion = (/** @type {string | undefined} */ range) => range === undefined || satisfies(version, range)
  const isSideOfNode = (/** @type {string} */ side) => isForVersion(programs[parseSide(side).variant]?.node)
  const ranged = whole.claims.map((claim) => ({ claim, node: findRange(whole, claim) }))
  const claims = ranged.filter(({ node }) => isForVersion(node)).map(({ claim }) => claim)
  const isRequired = (/** @type {Claim} */ claim) => !('dependsOn' in claim)
  if (whole.claims.some(isRequired) && !claims.some(isRequired)) {
    const first = ranged.find(({ claim }) => isRequired(claim))
    throw new CannotRun('NODE_OUT_OF_RANGE', lab.name, `needs Node ${first?.node}, and this is ${version}`, 'Choose another version of Node: --node lts')
  }
  const leftOut = ranged.filter(({ claim }) => !claims.includes(claim))
    .map(({ claim, node }) => ({ id: claim.id, says: describeClaim(lab.manifest, claim, programs), node }))
  const counters = mapEntries(whole.counters, (counter) => pickEntries(counter, isSideOfNode))
  return { plan: { ...whole, programs: pickEntries(programs, isSideOfNode), claims, counters }, leftOut }
}

/** @param {LabPlan} plan @param {Claim} claim @returns {string} its own range of versions, and those of its programs; * for all versions */
function findRange ({ programs }, claim) {
  const ranges = [claim.node, ...listClaimVariants(claim).map((variant) => programs[variant]?.node)].filter((range) => range !== undefined)
  return [...new Set(ranges)].join(' ') || '*'
}

/**
 * @template {object} T
 * @param {T} entries
 * @param {(key: string) => boolean} isPicked
 * @returns {T}
 */
function pickEntries (entries, isPicked) {
  const all = Object.entries(/** @type {Record<string, unknown>} */ (entries))
  return /** @type {T} */ (Object.fromEntries(all.filter(([key]) => isPicked(key))))
}
