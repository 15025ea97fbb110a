import { LEAST_MARGIN_OF_WAITS } from 'hotpath/internal/compare/rule.js'

/** @import { Noise } from '../noise.js' */

/** Kinds of programs whose difference is known. */
export const PROGRAM_KINDS_FOR_COMPARE = /** @type {const} */ ([
  'function', 'async function', 'server', 'heap', 'waiting function', 'parallel function', 'command', 'heap of calls', 'waits at a rate',
])

/** @typedef {(typeof PROGRAM_KINDS_FOR_COMPARE)[number]} CompareKind */

export const NOISE_KINDS_FOR_COMPARE = /** @type {Noise[]} */ (['quiet', 'one busy'])

/** Slowdown that `hotpath compare` allows by default, as a share: 0.05 means 5 %. */
export const DEFAULT_SLOWDOWN_MARGIN = 0.05

/** Growth of memory that `hotpath compare` allows by default, in bytes per request. */
export const DEFAULT_LEAK_MARGIN_BYTES = 16

/**
 * True slowdowns of head to test, with weights: 1.1 means that head costs 1.1 times as much as base. Without a margin, equal programs lie
 * exactly at the limit, so most of their tests use the whole time. 1.05 is left out: V8 compiles a program with 1.05 times the work
 * differently, and such a program measured 1.09.
 */
const SLOWDOWNS = [
  { difference: 1, hasMargin: true, weight: 4 },
  { difference: 1, hasMargin: false, weight: 4 },
  { difference: 1.1, hasMargin: true, weight: 1 },
  { difference: 1.155, hasMargin: true, weight: 4 },
  { difference: 1.25, hasMargin: true, weight: 1 },
]

/** True leaks to test in bytes per request, with weights: no leak, the largest allowed leak, and a leak that must be found. */
const LEAKS = [
  { difference: 0, hasMargin: true, weight: 4 },
  { difference: 16, hasMargin: true, weight: 2 },
  { difference: 104, hasMargin: true, weight: 4 },
]

/** Differences of the slowest waits to test, with weights: none, and twice the work of each request. */
const WAITS = [
  { difference: 1, hasMargin: true, weight: 4 },
  { difference: 2, hasMargin: true, weight: 4 },
]

/**
 * @typedef {object} CompareCell
 * @property {CompareKind} kind
 * @property {Noise} noise
 * @property {number} difference the true cost of head divided by that of base; of a heap, bytes per request more than base
 * @property {boolean} hasMargin false if any slowdown at all is asked for
 */

/**
 * Fields that say what was tested: the kind of program, the noise, the difference and the margin. Each recorded result has these fields.
 */
export const COMPARE_COMBINATION_FIELDS = /** @type {const} */ (['kind', 'noise', 'difference', 'hasMargin'])

/** @typedef {{ kind?: string, noise?: string }} CompareLimits the only kind and noise to test */

/**
 * @param {CompareLimits} limits
 * @returns {(CompareCell & { weight: number })[]} each kind with each noise and each true difference
 */
export function listCompareCombinations ({ kind: onlyKind, noise: onlyNoise }) {
  return PROGRAM_KINDS_FOR_COMPARE.filter((kind) => !onlyKind || kind === onlyKind).flatMap((kind) =>
    NOISE_KINDS_FOR_COMPARE.filter((noise) => !onlyNoise || noise === onlyNoise).flatMap((noise) =>
      listDifferences(kind).map((cell) => ({ kind, noise, ...cell }))))
}

/** @param {CompareKind} kind */
function listDifferences (kind) {
  if (kind === 'waits at a rate') return WAITS
  return isLeak(kind) ? LEAKS : SLOWDOWNS
}

/** @param {CompareKind} kind @returns {boolean} true if its difference is a leak in bytes */
export const isLeak = (kind) => kind === 'heap' || kind === 'heap of calls'

/** @param {Omit<CompareCell, 'noise'>} cell @returns {boolean} true if head costs more than the margin allows */
export function isTrulySlower ({ kind, difference, hasMargin }) {
  if (isLeak(kind)) return difference > DEFAULT_LEAK_MARGIN_BYTES
  if (kind === 'waits at a rate') return difference > 1 + LEAST_MARGIN_OF_WAITS
  return difference > (hasMargin ? 1 + DEFAULT_SLOWDOWN_MARGIN : 1)
}
