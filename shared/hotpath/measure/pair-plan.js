/** @import { ClaimEvaluation } from './claim-evaluation.js' */

/**
 * Number of pairs of processes that also measure the variant `limit`, which does only the necessary work: one, because no verdict depends
 * on `limit`.
 */
const LIMIT_PAIRS = 1

/** Requests per second from which the load-generating process counts as busy; it can send at most 60,000. */
const BUSY_REQUESTS_PER_SECOND = 5000

/**
 * Number of pairs of processes to measure for a claim that does not count for the lab's verdict: as many as a claim with a clear verdict
 * needs.
 */
const INFORMATIONAL_PAIRS = 3

/**
 * @typedef {object} Need of pairs of processes
 * @property {number} [leastPairs] for every claim
 * @property {boolean} [isPlaceOpen] true if the step that an attempt has reached is unknown, so that claims for information need more pairs
 */

/**
 * Selects the claims for which another pair of processes is measured.
 *
 * @param {ClaimEvaluation[]} evaluations
 * @param {number} pairs measured before
 * @param {Need} [need]
 */
export function selectClaimsToMeasure (evaluations, pairs, { leastPairs = 0, isPlaceOpen = false } = {}) {
  const isTold = isPlaceOpen || pairs < INFORMATIONAL_PAIRS
  return evaluations.filter(({ required, isOpen }) => pairs < leastPairs || (required ? isOpen : isTold))
}

/**
 * Lists the programs that the next pair of processes runs: the programs of all claims to measure, and in the first pair also `limit`.
 *
 * @param {ClaimEvaluation[]} evaluations
 * @param {number} pairs measured before
 * @param {Need & { hasLimit: boolean }} options
 * @returns {string[]}
 */
export function listProgramsOfNextPair (evaluations, pairs, { hasLimit, ...need }) {
  // adds `fast` even if no claim needs `fast` in this pair, because the lab's `limit` is compared with `fast`
  const withLimit = hasLimit && pairs < LIMIT_PAIRS ? ['fast', 'limit'] : []
  return [...new Set([...selectClaimsToMeasure(evaluations, pairs, need).flatMap(({ sides }) => Object.values(sides)), ...withLimit])]
}

/**
 * True if the next pair's processes may start while the present pair is timed. Starting processes use the load generator's CPUs, so they
 * must wait if fast servers keep the load generator busy.
 *
 * @param {Map<string, number>} [costs] µs of CPU per request, by side; empty for functions
 */
export function canNextPairStartEarly (costs = new Map()) {
  // ignores the server `limit`, because only the first pair runs this server
  return [...costs].every(([side, us]) => side === 'limit' || 1e6 / us < BUSY_REQUESTS_PER_SECOND)
}
