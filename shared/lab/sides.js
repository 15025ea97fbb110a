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

/** @param {Pick<import('./find.js').Lab, 'manifest'>} lab @returns {Record<string, [string, string, string]>} of each claim its sides and its metric */
export function askedIn ({ manifest }) {
  return Object.fromEntries(manifest.claims.map((claim) => {
    const { base, against } = sidesOf(claim)
    return [claim.id, [base, against, claim.metric]]
  }))
}
