/** @import { ClaimEvaluation } from './claim-evaluation.js' */

/** Number of pairs that include the limit: one, because the limit is shown but not judged. */
const LIMIT_PAIRS = 1

/** Requests per second from which the measuring process counts as busy; its maximum is 60,000. */
const BUSY_REQUESTS_PER_SECOND = 5000

/** Pairs of an informational claim: as many as a clear verdict needs. No informational claim makes a run longer. */
const INFORMATIONAL_PAIRS = 3

/**
 * Selects the claims for which the next pair is measured.
 *
 * @param {ClaimEvaluation[]} evaluations
 * @param {number} pairs measured before
 * @param {number} [leastPairs] for every claim
 */
export function selectOpenClaims (evaluations, pairs, leastPairs = 0) {
  return evaluations.filter(({ required, isOpen }) => pairs < leastPairs || (required ? isOpen : pairs < INFORMATIONAL_PAIRS))
}

/**
 * Lists the sides to measure in the next pair.
 *
 * @param {ClaimEvaluation[]} evaluations
 * @param {number} pairs measured before
 * @param {{ leastPairs?: number, hasLimit: boolean }} options
 * @returns {string[]}
 */
export function planSides (evaluations, pairs, { leastPairs, hasLimit }) {
  // the limit is compared with fast, which a lab with other workloads may not measure for its claims
  const withLimit = hasLimit && pairs < LIMIT_PAIRS ? ['fast', 'limit'] : []
  return [...new Set([...selectOpenClaims(evaluations, pairs, leastPairs).flatMap(({ sides }) => Object.values(sides)), ...withLimit])]
}

/**
 * True if the next pair may start while a pair's blocks run, on the CPUs that send the load.
 * False for fast servers, because they keep the measuring process busy.
 *
 * @param {Map<string, number>} [costs] µs of CPU per request, by side; empty for functions
 */
export function leavesRoomForNextPair (costs = new Map()) {
  // the limit does not count: only the first pair measures it
  return [...costs].every(([side, us]) => side === 'limit' || 1e6 / us < BUSY_REQUESTS_PER_SECOND)
}
