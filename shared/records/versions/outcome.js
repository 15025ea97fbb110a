import { LARGEST_EQUAL_LOG_RATIO, findLargestEqualLogRatio } from '@hotpath-labs/engine/stats/same.js'
import { findComparablePublishedFigure } from '../figures/figures.js'

/** @import { ClaimOverVersions, Estimate } from './results.js' */

/** A claim counts as weaker or stronger if its ratio changes by more than this factor from the oldest to the newest Node. */
const CHANGED = 2

/** Texts that say how the difference between a claim's two programs changed, from the oldest measured Node to the newest. */
export const CLAIM_OUTCOME_TEXTS = /** @type {const} */ ({
  died: 'gone',
  'came back': 'gone once, and back',
  began: 'new',
  weakened: 'less than half of what it was',
  grew: 'more than twice what it was',
  turned: 'the other way round',
  stands: 'there all along',
  never: 'on none of these Nodes',
  same: 'no difference on any of these Nodes',
  'only early': 'there at first, gone once a process is warm',
  unclear: 'too close to call',
  unknown: 'unknown: the interval is too wide to tell',
})

/** Keys of CLAIM_OUTCOME_TEXTS, grouped by what a reader should do with such a claim: unlearn, relearn, keep, never believe it, or wait. */
export const OUTCOMES_BY_READER_ACTION = /** @type {const} */ ({
  unlearn: ['died', 'turned'],
  relearn: ['weakened', 'grew', 'came back', 'began', 'only early'],
  keep: ['stands'],
  never: ['never', 'same'],
  unclear: ['unclear', 'unknown'],
})

/** @typedef {{ outcome: keyof typeof CLAIM_OUTCOME_TEXTS, since?: number }} Outcome `since`: the first major version of Node with it */

/**
 * Finds which of a claim's two programs is faster. One program is faster if the ratio's whole interval differs from 1 by more than the
 * margin. Both are equally fast if the ratio differs from 1 by at most the margin, and its interval by at most twice the margin.
 *
 * @param {Estimate} estimate
 * @param {number} margin a log-ratio
 * @returns {1 | 0 | -1 | undefined} -1: the other way round; undefined: too close to call
 */
function findDirection ({ ratio, interval: [low, high] }, margin) {
  if (Math.log(low) > margin) return 1
  if (Math.log(high) < -margin) return -1
  const furthest = Math.max(Math.log(high), -Math.log(low))
  return Math.abs(Math.log(ratio)) <= margin && furthest <= 2 * margin ? 0 : undefined
}

/**
 * @param {Estimate} estimate
 * @param {number} margin a log-ratio
 * @returns {boolean} whether the interval is too wide for two equal programs, wherever it lies
 */
function isTooWide ({ interval: [low, high] }, margin) {
  return Math.log(high / low) > 4 * margin
}

/**
 * Finds how the difference between a claim's two programs changed over the versions of Node.
 *
 * @param {Pick<ClaimOverVersions, 'claim' | 'readings'>} claim with at least one reading
 * @returns {Outcome}
 */
export function findClaimOutcome ({ claim, readings }) {
  // two costs count as equal if they differ by at most 10 %; a claim that two costs are equal may set a larger margin
  const margin = 'same' in claim ? findLargestEqualLogRatio(claim) : LARGEST_EQUAL_LOG_RATIO
  const decided = readings.map(({ major, late }) => ({ major, ...late, direction: findDirection(late, margin) }))
    .filter(({ direction }) => direction !== undefined)
  const now = decided[decided.length - 1]
  const newest = readings[readings.length - 1]
  if (now?.major !== newest.major) return { outcome: isTooWide(newest.late, margin) ? 'unknown' : 'unclear' }
  const lastOther = decided.findLastIndex(({ direction }) => direction !== now.direction)
  const changed = lastOther >= 0 ? { since: decided[lastOther + 1].major } : undefined
  if (changed && now.direction !== 1) return { outcome: now.direction === 0 ? 'died' : 'turned', ...changed }
  if (now.direction === -1) return { outcome: 'turned' }
  if (now.direction === 0) {
    if (findDirection(newest.early, margin) === 1) return { outcome: 'only early' }
    const published = findComparablePublishedFigure(claim)
    return { outcome: published && Math.log(published.ratio) > LARGEST_EQUAL_LOG_RATIO ? 'never' : 'same' }
  }
  if (changed) return { outcome: decided.slice(0, lastOther).some(({ direction }) => direction === 1) ? 'came back' : 'began', ...changed }
  const [then] = decided
  // the change began on the first version of Node from which on no ratio is closer to the oldest ratio than to the newest
  const isNearer = (/** @type {Estimate} */ { ratio }) => Math.abs(Math.log(ratio / then.ratio)) < Math.abs(Math.log(ratio / now.ratio))
  const since = () => decided[decided.findLastIndex(isNearer) + 1].major
  // a change counts only if the two intervals do not overlap: with overlapping intervals, the two ratios may be equal
  if (then.ratio > CHANGED * now.ratio && then.interval[0] > now.interval[1]) return { outcome: 'weakened', since: since() }
  if (now.ratio > CHANGED * then.ratio && now.interval[0] > then.interval[1]) return { outcome: 'grew', since: since() }
  return { outcome: 'stands' }
}
