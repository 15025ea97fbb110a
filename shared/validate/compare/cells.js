/** @import { Noise } from '../noise.js' */
/** @typedef {'function' | 'async function' | 'server' | 'heap'} CompareKind */

export const COMPARE_KINDS = /** @type {CompareKind[]} */ (['function', 'async function', 'server', 'heap'])
export const COMPARE_NOISES = /** @type {Noise[]} */ (['quiet', 'one busy'])

/** A slowdown up to this share passes, as `hotpath compare` has it where no margin is given. */
export const MARGIN = 0.05

/** A growth up to this many bytes per request passes, as `hotpath compare` has it where no margin is given. */
export const MARGIN_BYTES = 16

/** Weights of the true slowdowns. At 1.05 the right answer lies on the margin, so most runs use all their seconds. */
const SLOWDOWNS = { 1: 4, 1.05: 4, 1.1: 1, 1.155: 4, 1.25: 1 }

/** Weights of the true leaks, in bytes per request: none, the margin, and one that must be found. */
const LEAKS = { 0: 4, 16: 2, 104: 4 }

/**
 * @typedef {object} CompareCell
 * @property {CompareKind} kind
 * @property {Noise} noise
 * @property {number} difference the true cost of head divided by that of base; of a heap, bytes per request more than base
 */

/**
 * @param {{ kind?: string, noise?: string }} limits
 * @returns {(CompareCell & { weight: number })[]} each kind with each noise and each true difference
 */
export function listCompareCells ({ kind: onlyKind, noise: onlyNoise }) {
  return COMPARE_KINDS.filter((kind) => !onlyKind || kind === onlyKind).flatMap((kind) =>
    COMPARE_NOISES.filter((noise) => !onlyNoise || noise === onlyNoise).flatMap((noise) =>
      Object.entries(kind === 'heap' ? LEAKS : SLOWDOWNS).map(([difference, weight]) => ({ kind, noise, difference: Number(difference), weight }))))
}

/** @param {Pick<CompareCell, 'kind' | 'difference'>} cell @returns {boolean} true if head costs more than the margin allows */
export function isTrulySlower ({ kind, difference }) {
  return kind === 'heap' ? difference > MARGIN_BYTES : difference > 1 + MARGIN
}
