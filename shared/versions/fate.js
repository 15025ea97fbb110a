import { SAME_WITHIN } from '../stats/rule.js'

/** From there on it is told that a claim has become another one. */
const HALF = 2

/** What has become of the difference that a claim is about, from the oldest Node on which it was measured to the newest. */
export const FATES = /** @type {const} */ ({
  died: 'the difference is gone',
  'came back': 'the difference was gone, and is back',
  weakened: 'the difference is less than half of what it was',
  grew: 'the difference is more than twice what it was',
  stands: 'the difference has been there all along',
  never: 'the published difference is on none of these Nodes',
  same: 'no difference, on any of these Nodes',
  unclear: 'too close to call',
})

/** @typedef {keyof typeof FATES} FateName @typedef {{ fate: FateName, since?: number }} Fate `since`: the major version of Node from which on */

/**
 * Whether a difference is there: both ends of the interval beyond ten per cent, or neither the ratio so far nor an end of it far away.
 *
 * @param {import('./reading.js').Estimate} estimate
 * @returns {boolean | undefined} undefined where it is too close to call
 */
function counts ({ ratio, interval: [low, high] }) {
  if (Math.log(low) > SAME_WITHIN) return true
  if (Math.log(high) <= SAME_WITHIN) return false
  return Math.log(ratio) <= SAME_WITHIN / 2 ? false : undefined
}

/**
 * @param {import('./reading.js').ClaimOverVersions} claim with at least one reading
 * @returns {Fate}
 */
export function fateOf ({ claim, readings }) {
  const told = readings.map(({ major, late }) => ({ major, ratio: late.ratio, counts: counts(late) })).filter(({ counts }) => counts !== undefined)
  if (told.length === 0 || told[told.length - 1].major !== readings[readings.length - 1].major) return { fate: 'unclear' }
  const now = told[told.length - 1]
  const lastWith = told.findLastIndex(({ counts }) => counts)
  const lastWithout = told.findLastIndex(({ counts }) => !counts)
  if (!now.counts) {
    if (lastWith >= 0) return { fate: 'died', since: told[lastWith + 1].major }
    const isPublished = claim.published && claim.published.asks === 'the same' && Math.log(claim.published.ratio) > SAME_WITHIN
    return { fate: isPublished ? 'never' : 'same' }
  }
  if (told.slice(0, lastWithout + 1).some(({ counts }) => counts)) return { fate: 'came back', since: told[lastWithout + 1].major }
  const ratios = told.map(({ ratio }) => ratio)
  const [most, least] = [Math.max(...ratios), Math.min(...ratios)]
  // from when on it has been on the present side of the middle between then and now
  const sinceOn = (/** @type {number} */ other) => told[told.findLastIndex(({ ratio }) => Math.abs(Math.log(ratio / other)) < Math.abs(Math.log(ratio / now.ratio))) + 1].major
  if (most > HALF * now.ratio) return { fate: 'weakened', since: sinceOn(most) }
  if (now.ratio > HALF * least) return { fate: 'grew', since: sinceOn(least) }
  return { fate: 'stands' }
}
