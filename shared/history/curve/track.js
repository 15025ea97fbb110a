import { findDefaultMetric, findClaimSides, parseClaimSide } from 'hotpath/lab'

/** @import { Manifest } from 'hotpath/lab' */

/** @typedef {{ side: string, metric: string }} Track one curve: the cost of a side */

/** @param {Track} track @returns {string} such as cpu of slow@echo */
export const formatCurveName = ({ side, metric }) => `${metric} of ${side}`

/** @param {string} side @returns {string} */
export const parseVariantFromSideName = (side) => parseClaimSide(side).variant

/**
 * Lists the warm-up curves to record for a lab: one for each program that a claim compares, in the claim's metric, such as CPU time. A lab
 * about memory has no curves.
 *
 * @param {Manifest} manifest
 * @param {string[]} [variants] only these, also without a claim
 * @returns {Track[]}
 */
export function listCurvesToRecord ({ kind, claims, ...rest }, variants) {
  if (kind === 'heap') return []
  const { workloads } = /** @type {{ workloads?: Record<string, { pinned?: boolean }> }} */ (rest)
  // leave out workloads that may use several CPUs: recorded processes share one CPU, so a curve cannot show a gain from several CPUs
  const isPinned = (/** @type {Track} */ { side }) => workloads?.[parseClaimSide(side).workload ?? '']?.pinned !== false
  const claimed = claims
    .flatMap((claim) => Object.values(findClaimSides(claim)).map((side) => ({ side, metric: claim.metric })))
    .filter(isPinned)
  const isClaimed = (/** @type {string} */ variant) => claimed.some(({ side }) => parseVariantFromSideName(side) === variant)
  const unclaimed = (variants ?? []).filter((variant) => !isClaimed(variant)).map((side) => ({ side, metric: findDefaultMetric(kind) }))
  const tracks = new Map([...claimed, ...unclaimed].map((track) => [formatCurveName(track), track]))
  return [...tracks.values()].filter(({ side }) => !variants || variants.includes(parseVariantFromSideName(side)))
}
