/** @import { ClaimEvaluation } from './claim-evaluation.js' */

/** Number of pairs that also measure the lab's limit: one, because the limit is shown but not judged. */
const LIMIT_PAIRS = 1

/** Requests per second from which the load-generating process counts as busy; it can send at most 60,000. */
const BUSY_REQUESTS_PER_SECOND = 5000

/** Pairs measured for an informational claim, on which no verdict depends: as many as a clear verdict of another claim needs. */
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
export function listSidesOfNextPair (evaluations, pairs, { leastPairs, hasLimit }) {
  // measures `fast` with the limit, because the two are compared even if no claim needs `fast` in this pair
  const withLimit = hasLimit && pairs < LIMIT_PAIRS ? ['fast', 'limit'] : []
  return [...new Set([...selectOpenClaims(evaluations, pairs, leastPairs).flatMap(({ sides }) => Object.values(sides)), ...withLimit])]
}

/**
 * True if the next pair's processes may start while blocks are measured, on the load generator's CPUs. Fast servers keep these CPUs busy,
 * so the next pair has to wait.
 *
 * @param {Map<string, number>} [costs] µs of CPU per request, by side; empty for functions
 */
export function canNextPairStartEarly (costs = new Map()) {
  // ignores the limit's server, because only the first pair measures the limit
  return [...costs].every(([side, us]) => side === 'limit' || 1e6 / us < BUSY_REQUESTS_PER_SECOND)
}
