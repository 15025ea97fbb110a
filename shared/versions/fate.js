import { SAME_WITHIN } from '../stats/rule.js'

/** From there on it is told that a claim has become another one. */
const HALF = 2

/** What has become of the difference that a claim is about, from the oldest Node on which it was measured to the newest. */
export const FATES = /** @type {const} */ ({
  died: 'the difference is gone',
  'came back': 'the difference was gone, and is back',
  weakened: 'the difference is less than half of what it was',
  grew: 'the difference is more than twice what it was',
  turned: 'it is the other way round',
  stands: 'the difference has been there all along',
  never: 'the published difference is on none of these Nodes',
  same: 'no difference, on any of these Nodes',
  unclear: 'too close to call',
})

/** @typedef {keyof typeof FATES} FateName @typedef {{ fate: FateName, since?: number }} Fate `since`: the major version of Node from which on */

/**
 * Which way a difference is: both ends of the interval beyond ten per cent, or neither of them, or a ratio that is close to one.
 *
 * @param {import('./reading.js').Estimate} estimate
 * @returns {1 | 0 | -1 | undefined} -1 where it is the other way round, undefined where it is too close to call
 */
function wayOf ({ ratio, interval: [low, high] }) {
  if (Math.log(low) > SAME_WITHIN) return 1
  if (Math.log(high) < -SAME_WITHIN) return -1
  const isNarrow = Math.max(Math.log(high), -Math.log(low)) <= SAME_WITHIN
  return isNarrow || Math.abs(Math.log(ratio)) <= SAME_WITHIN / 2 ? 0 : undefined
}

/**
 * @param {import('./reading.js').ClaimOverVersions} claim with at least one reading
 * @returns {Fate}
 */
export function fateOf ({ claim, readings }) {
  const told = readings.map(({ major, late }) => ({ major, ratio: late.ratio, way: wayOf(late) })).filter(({ way }) => way !== undefined)
  const now = told[told.length - 1]
  if (now?.major !== readings[readings.length - 1].major) return { fate: 'unclear' }
  const lastOther = told.findLastIndex(({ way }) => way !== now.way)
  if (now.way !== 1 && lastOther >= 0) return { fate: now.way === 0 ? 'died' : 'turned', since: told[lastOther + 1].major }
  if (now.way === -1) return { fate: 'turned' }
  if (now.way === 0) {
    const isPublished = claim.published && claim.published.asks === 'the same' && Math.log(claim.published.ratio) > SAME_WITHIN
    return { fate: isPublished ? 'never' : 'same' }
  }
  if (told.slice(0, lastOther + 1).some(({ way }) => way === 1)) return { fate: 'came back', since: told[lastOther + 1].major }
  const ratios = told.map(({ ratio }) => ratio)
  const [most, least] = [Math.max(...ratios), Math.min(...ratios)]
  // from when on it has been on the present side of the middle between then and now
  const sinceOn = (/** @type {number} */ other) => told[told.findLastIndex(({ ratio }) => Math.abs(Math.log(ratio / other)) < Math.abs(Math.log(ratio / now.ratio))) + 1].major
  if (most > HALF * now.ratio) return { fate: 'weakened', since: sinceOn(most) }
  if (now.ratio > HALF * least) return { fate: 'grew', since: sinceOn(least) }
  return { fate: 'stands' }
}
