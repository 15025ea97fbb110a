import satisfies from 'semver/functions/satisfies.js'
import { CannotRun } from '@hotpath-labs/engine/failures.js'
import { parseSide } from '@hotpath-labs/engine/figures.js'
import { describeClaim, listClaimVariants } from '../sides.js'

/**
 * @import { Lab } from '../load.js'
 * @import { Claim, Manifest } from '../manifest.js'
 * @import { Result } from '../report/result-schema.js'
 */

/**
 * Finds the range of versions of Node that a claim is about: its own, or that of a variant that it compares.
 *
 * @param {Pick<Manifest, 'node'>} manifest
 * @param {Claim} claim
 * @returns {string} such as >=22.15; * for all versions
 */
export function findNodeRangeOfClaim ({ node }, claim) {
  const ranges = [claim.node, ...listClaimVariants(claim).map((variant) => node[variant])].filter((range) => range !== undefined)
  return [...new Set(ranges)].join(' ') || '*'
}

/**
 * Removes the claims and the variants that are about other versions of Node.
 *
 * @param {Lab} lab
 * @param {string} version such as v20.20.2
 * @returns {{ lab: Lab, leftOut: NonNullable<Result['leftOut']> }} the claims that were removed, each with its range
 * @throws {CannotRun} if no required claim is about this version
 */
export function selectForNode (lab, version) {
  const { manifest } = lab
  const isForVersion = (/** @type {string | undefined} */ range) => range === undefined || satisfies(version, range)
  const variants = pickEntries(manifest.variants, (variant) => isForVersion(manifest.node[variant]))
  const claims = manifest.claims.filter((claim) => isForVersion(findNodeRangeOfClaim(manifest, claim)))
  const isRequired = (/** @type {Claim} */ claim) => !('dependsOn' in claim)
  if (manifest.claims.some(isRequired) && !claims.some(isRequired)) {
    const range = manifest.claims.filter(isRequired).map((claim) => findNodeRangeOfClaim(manifest, claim))[0]
    throw new CannotRun('NODE_OUT_OF_RANGE', lab.name, `needs Node ${range}, and this is ${version}`, 'Choose another version of Node: --node lts')
  }
  const leftOut = manifest.claims.filter((claim) => !claims.includes(claim))
    .map((claim) => ({ id: claim.id, says: describeClaim(manifest, claim), node: findNodeRangeOfClaim(manifest, claim) }))
  const isSideOfNode = (/** @type {string} */ side) => isForVersion(manifest.node[parseSide(side).variant])
  const counters = Object.fromEntries(Object.entries(manifest.counters)
    .map(([name, counter]) => [name, pickEntries(counter, isSideOfNode)]))
  const ages = 'maxAgeMs' in manifest &&
    { maxAgeMs: pickEntries(manifest.maxAgeMs, isSideOfNode), maxAgeUnderLoadMs: pickEntries(manifest.maxAgeUnderLoadMs, isSideOfNode) }
  return { lab: { ...lab, manifest: /** @type {Manifest} */ ({ ...manifest, ...ages, variants, claims, counters }) }, leftOut }
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
