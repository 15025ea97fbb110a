import { formatClaim } from './phrase.js'
/** @import { Lab } from './load.js' */
/** @import { Claim, Manifest } from './manifest.js' */
/** @import { SideNames } from './phrase.js' */

/**
 * Splits a claim's side into a variant and a workload.
 *
 * @param {string} side `variant` or `variant@workload`
 * @returns {{ variant: string, workload: string | null }} `workload`: null for the lab's own
 */
export function splitSide (side) {
  const [variant, workload = null] = side.split('@')
  return { variant, workload }
}

/** @param {Claim} claim @returns {{ base: string, against: string }} `base` costs more if the claim is true */
export function findSides (claim) {
  if ('same' in claim) return { base: claim.same[0], against: claim.same[1] }
  return { base: claim.than, against: claim.faster }
}

/**
 * @param {Pick<Manifest, 'ladder' | 'limit'>} manifest
 * @param {string} variant
 * @returns {string} the name of its program, such as express
 */
export function nameProgram ({ ladder, limit }, variant) {
  return ladder[variant] ?? (variant === 'limit' ? limit : undefined) ?? variant
}

/** @param {Pick<Manifest, 'ladder' | 'limit'>} manifest @param {string} side @returns {string} such as express, or express under echo */
export function nameSide (manifest, side) {
  const { variant, workload } = splitSide(side)
  return `${nameProgram(manifest, variant)}${workload ? ` under ${workload}` : ''}`
}

/** @param {Pick<Lab, 'manifest'>} lab @returns {Record<string, [string, string, string]>} sides and metric of each claim, by id */
export function listClaimSides ({ manifest }) {
  return Object.fromEntries(manifest.claims.map((claim) => {
    const { base, against } = findSides(claim)
    return [claim.id, [base, against, claim.metric]]
  }))
}

/** @param {Claim} claim @returns {[string, string]} the variants of its sides, the dearer one first */
export function listVariants (claim) {
  const { base, against } = findSides(claim)
  return [splitSide(base).variant, splitSide(against).variant]
}

/**
 * Finds the claim that must turn *broken* when its two variants are exchanged: the lab's `swap`, or else the first that can be exchanged.
 *
 * @param {Manifest} manifest
 * @returns {Claim | undefined}
 */
export function swapClaim ({ claims, swap }) {
  return claims.find((claim) => swap === undefined ? isExchangeable(claim) : claim.id === swap)
}

/** @param {Claim} claim @returns {boolean} true if one variant must cost more than another */
export function isExchangeable (claim) {
  const [one, other] = listVariants(claim)
  return 'floor' in claim && claim.floor >= 1 && one !== other
}

/**
 * Writes a claim as a sentence without figures, such as: express needs more CPU per request than fastify.
 *
 * @param {any} manifest
 * @param {Claim} claim
 * @returns {string}
 */
export const describeClaim = (manifest, claim) => formatClaim(nameSides(manifest, claim), claim)

/**
 * Names the sides of a claim for sentences.
 *
 * @param {any} manifest
 * @param {Claim} claim
 * @returns {SideNames}
 */
export function nameSides (manifest, claim) {
  const { base, against } = findSides(claim)
  const [first, second] = [splitSide(base), splitSide(against)]
  const hasWorkload = Boolean(first.workload ?? second.workload)
  const nameRequests = (/** @type {{ workload: string | null }} */ { workload }) => {
    const { label, method, path } = workload ? manifest.workloads[workload] : manifest.workload ?? {}
    return label ?? (hasWorkload ? `${method} ${path}` : null)
  }
  return {
    metric: claim.metric,
    names: { base: nameProgram(manifest, first.variant), against: nameProgram(manifest, second.variant) },
    requests: { base: nameRequests(first), against: nameRequests(second) },
  }
}
