/** @import { ClaimEvaluation } from './claim-evaluation.js' */

/** One pair: the limit is shown, not judged. */
const LIMIT_PAIRS = 1

/** Requests per second that keep the measuring process busy; it sends at most 60,000. */
const BUSY_REQUESTS_PER_SECOND = 5000

/** Pairs of an informational claim: as many as a clear verdict takes. No run is prolonged for one. */
const INFORMATIONAL_PAIRS = 3

/**
 * Selects the claims that the next pair measures.
 *
 * @param {ClaimEvaluation[]} evaluations
 * @param {number} pairs measured before
 * @param {number} [leastPairs] for every claim
 */
export function selectOpenClaims (evaluations, pairs, leastPairs = 0) {
  return evaluations.filter(({ required, isOpen }) => pairs < leastPairs || (required ? isOpen : pairs < INFORMATIONAL_PAIRS))
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
  return [...new Set([...selectOpenClaims(evaluations, pairs, leastPairs).flatMap(({ sides }) => Object.values(sides)), ...withLimit])]
}

/**
 * Tells if the next pair may start during a pair's blocks, on the CPUs that send the load: not where fast servers keep
 * the measuring process busy.
 *
 * @param {Map<string, number>} [costs] µs of CPU per request, by side; empty for functions
 */
export function leavesRoomForNextPair (costs = new Map()) {
  // `limit`, the lower bound, is measured in the first pair only
  return [...costs].every(([side, us]) => side === 'limit' || 1e6 / us < BUSY_REQUESTS_PER_SECOND)
}
