/** @import { ClaimEvaluation } from './claim-evaluation.js' */

/** One pair: the limit is shown, not judged. */
const LIMIT_PAIRS = 1

/** Pairs of an informational claim: as many as a clear verdict takes. No run is prolonged for one. */
const INFORMATIONAL_PAIRS = 3

/**
 * Selects the claims that the next pair measures.
 *
 * @param {ClaimEvaluation[]} evaluations
 * @param {number} pairs measured before
 * @param {number} [leastPairs] for every claim
 */
export function selectOpen (evaluations, pairs, leastPairs = 0) {
  return evaluations.filter(({ gates, isOpen }) => pairs < leastPairs || (gates ? isOpen : pairs < INFORMATIONAL_PAIRS))
}

/**
 * Lists the sides of the next pair.
 *
 * @param {ClaimEvaluation[]} evaluations
 * @param {number} pairs measured before
 * @param {{ leastPairs?: number, hasLimit: boolean }} options
 * @returns {string[]}
 */
export function planSides (evaluations, pairs, { leastPairs, hasLimit }) {
  // fast too: a lab whose claims name other workloads has no claim with it
  const withLimit = hasLimit && pairs < LIMIT_PAIRS ? ['fast', 'limit'] : []
  return [...new Set([...selectOpen(evaluations, pairs, leastPairs).flatMap(({ sides }) => Object.values(sides)), ...withLimit])]
}
