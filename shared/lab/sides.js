import { parseSide } from '@hotpath-labs/engine/figures.js'
import { formatClaim } from './phrase.js'

/**
 * @import { Claim, Manifest } from './manifest.js'
 * @import { SideNames } from './phrase.js'
 */

/**
 * @typedef {{ label?: string, method?: string, path?: string, inputs?: unknown }} NamedRequest `inputs`: of a function lab
 * @typedef {Pick<Manifest, 'variants' | 'limit'> & { workload?: NamedRequest, workloads?: Record<string, NamedRequest> }} NamingManifest
 *   the part of a manifest that has names of programs and requests
 * @typedef {Record<string, { title: string }>} TitledPrograms of a plan, which may have other titles than the lab's variants
 */

/** @param {Claim} claim @returns {{ slower: string, faster: string }} `slower` costs more if the claim is true */
export function findClaimSides (claim) {
  if ('same' in claim) return { slower: claim.same[0], faster: claim.same[1] }
  return { slower: claim.than, faster: claim.faster }
}

/**
 * @param {Pick<Manifest, 'variants' | 'limit'>} manifest
 * @param {string} variant
 * @returns {string} the name of its program, such as express
 */
export function findProgramName ({ variants, limit }, variant) {
  return variants[variant] ?? (variant === 'limit' ? limit : undefined) ?? variant
}

/** @param {Claim} claim @returns {[string, string]} the variants of its sides, the dearer one first */
export function listClaimVariants (claim) {
  const { slower, faster } = findClaimSides(claim)
  return [parseSide(slower).variant, parseSide(faster).variant]
}

/** @param {Claim} claim @returns {boolean} true if one variant must cost more than another */
export function isSwappableClaim (claim) {
  const [one, other] = listClaimVariants(claim)
  return 'atLeast' in claim && claim.atLeast >= 1 && one !== other
}

/**
 * Writes a claim of a manifest as a sentence without figures, such as: express needs more CPU per request than fastify.
 *
 * @param {NamingManifest} manifest
 * @param {Claim} claim
 * @param {TitledPrograms} [programs]
 * @returns {string}
 */
export const describeClaim = (manifest, claim, programs) => formatClaim(findNamesOfClaimSides(manifest, claim, programs), claim)

/**
 * Finds the words for a sentence about a claim: the metric, the names of the two programs, and names for the requests that they get.
 *
 * @param {NamingManifest} manifest
 * @param {Claim} claim
 * @param {TitledPrograms} [programs]
 * @returns {SideNames}
 */
export function findNamesOfClaimSides (manifest, claim, programs = {}) {
  const { slower, faster } = findClaimSides(claim)
  const [first, second] = [parseSide(slower), parseSide(faster)]
  const nameProgram = (/** @type {string} */ variant) => programs[variant]?.title ?? findProgramName(manifest, variant)
  const hasWorkload = Boolean(first.workload ?? second.workload)
  const nameRequests = (/** @type {{ workload: string | null }} */ { workload }) => {
    const { label, method, path } = workload
      ? /** @type {Record<string, NamedRequest>} */ (manifest.workloads)[workload]
      : manifest.workload ?? {}
    return label ?? (hasWorkload ? `${method} ${path}` : null)
  }
  return {
    metric: claim.metric,
    names: { slower: nameProgram(first.variant), faster: nameProgram(second.variant) },
    requests: { slower: nameRequests(first), faster: nameRequests(second) },
  }
}
