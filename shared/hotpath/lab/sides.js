import { claimPhrase } from './phrase.js'

/**
 * The side of a claim: a variant, under the workload of the lab or under another one that is named after it.
 *
 * @param {string} side `variant` or `variant@workload`
 * @returns {{ variant: string, workload: string | null }}
 */
export function splitSide (side) {
  const [variant, workload = null] = side.split('@')
  return { variant, workload }
}

/**
 * @param {import('./manifest.js').Claim} claim
 * @returns {{ base: string, against: string }} `base` is the side that costs more
 */
export function sidesOf (claim) {
  if ('same' in claim) return { base: claim.same[0], against: claim.same[1] }
  return { base: claim.than, against: claim.faster }
}

/** @param {Pick<import('./manifest.js').Manifest, 'ladder' | 'limit'>} manifest @param {string} variant @returns {string} the name of its program, such as express */
export function programName ({ ladder, limit }, variant) {
  return ladder[variant] ?? (variant === 'limit' ? limit : undefined) ?? variant
}

/** @param {Pick<import('./manifest.js').Manifest, 'ladder' | 'limit'>} manifest @param {string} side @returns {string} such as express, or express under echo */
export function sideName (manifest, side) {
  const { variant, workload } = splitSide(side)
  return `${programName(manifest, variant)}${workload ? ` under ${workload}` : ''}`
}

/** @param {Pick<import('./load.js').Lab, 'manifest'>} lab @returns {Record<string, [string, string, string]>} of each claim its sides and its metric */
export function askedIn ({ manifest }) {
  return Object.fromEntries(manifest.claims.map((claim) => {
    const { base, against } = sidesOf(claim)
    return [claim.id, [base, against, claim.metric]]
  }))
}

/** @param {import('./manifest.js').Claim} claim @returns {[string, string]} the variants of its sides, the dearer one first */
export function variantsOf (claim) {
  const { base, against } = sidesOf(claim)
  return [splitSide(base).variant, splitSide(against).variant]
}

/**
 * Finds the claim that must break when its variants are exchanged: the one that the lab names, or the first that can be exchanged.
 *
 * @param {import('./manifest.js').Manifest} manifest
 * @returns {import('./manifest.js').Claim | undefined}
 */
export function swapClaim ({ claims, swap }) {
  return claims.find((claim) => swap === undefined ? isExchangeable(claim) : claim.id === swap)
}

/** @param {import('./manifest.js').Claim} claim @returns {boolean} whether its sides are two variants, of which one must cost more */
export function isExchangeable (claim) {
  const [one, other] = variantsOf(claim)
  return 'floor' in claim && claim.floor >= 1 && one !== other
}

/**
 * Says what a claim of a lab claims.
 *
 * @param {any} manifest
 * @param {import('./manifest.js').Claim} claim
 * @returns {string} a sentence without figures, such as: express needs more CPU per request than fastify
 */
export const saysOf = (manifest, claim) => claimPhrase(sideNames(manifest, claim), claim)

/**
 * Names what a claim compares, as its sentence does.
 *
 * @param {any} manifest
 * @param {import('./manifest.js').Claim} claim
 * @returns {import('./phrase.js').SideNames}
 */
export function sideNames (manifest, claim) {
  const { workload: own, workloads } = manifest
  const { base, against } = sidesOf(claim)
  const sides = { base: splitSide(base), against: splitSide(against) }
  const isNamed = Boolean(sides.base.workload ?? sides.against.workload)
  const requestsOf = (/** @type {{ workload: string | null }} */ { workload }) => {
    const { label, method, path } = workload ? workloads[workload] : own ?? {}
    return label ?? (isNamed ? `${method} ${path}` : null)
  }
  return { metric: claim.metric, names: { base: programName(manifest, sides.base.variant), against: programName(manifest, sides.against.variant) }, requests: { base: requestsOf(sides.base), against: requestsOf(sides.against) } }
}
