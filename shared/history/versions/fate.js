import { SAME_WITHIN, marginOf } from 'hotpath/stats'

/** From there on it is told that a claim has become another one. */
const HALF = 2

/** What has become of a difference, from the oldest Node on which it was measured to the newest. */
export const FATES = /** @type {const} */ ({
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
})

/** What a reader should do about it. */
export const ACTIONS = /** @type {const} */ ({
  unlearn: ['died', 'turned'],
  relearn: ['weakened', 'grew', 'came back', 'began', 'only early'],
  keep: ['stands'],
  never: ['never', 'same'],
})

/** @typedef {keyof typeof FATES} FateName @typedef {{ fate: FateName, since?: number }} Fate `since`: the major version of Node from which on */

/**
 * Which way a difference is: both ends of the interval beyond the margin; or none, if the ratio is
 * closer than that, and the interval does not reach twice as far.
 *
 * @param {import('./reading.js').Estimate} estimate
 * @param {number} margin a log-ratio
 * @returns {1 | 0 | -1 | undefined} -1 where it is the other way round, undefined where it is too close to call
 */
function wayOf ({ ratio, interval: [low, high] }, margin) {
  if (Math.log(low) > margin) return 1
  if (Math.log(high) < -margin) return -1
  const furthest = Math.max(Math.log(high), -Math.log(low))
  return Math.abs(Math.log(ratio)) <= margin && furthest <= 2 * margin ? 0 : undefined
}

/**
 * @param {import('./reading.js').ClaimOverVersions} claim with at least one reading
 * @returns {Fate}
 */
export function fateOf ({ claim, readings }) {
  // ten per cent, or as much as is allowed to two that are claimed to be the same
  const margin = 'same' in claim ? marginOf(claim) : SAME_WITHIN
  const told = readings.map(({ major, late }) => ({ major, ...late, way: wayOf(late, margin) })).filter(({ way }) => way !== undefined)
  const now = told[told.length - 1]
  if (now?.major !== readings[readings.length - 1].major) return { fate: 'unclear' }
  const lastOther = told.findLastIndex(({ way }) => way !== now.way)
  if (now.way !== 1 && lastOther >= 0) return { fate: now.way === 0 ? 'died' : 'turned', since: told[lastOther + 1].major }
  if (now.way === -1) return { fate: 'turned' }
  if (now.way === 0) {
    if (wayOf(readings[readings.length - 1].early, margin) === 1) return { fate: 'only early' }
    const isPublished = claim.published && claim.published.asks === 'the same' && Math.log(claim.published.ratio) > SAME_WITHIN
    return { fate: isPublished ? 'never' : 'same' }
  }
  if (told.slice(0, lastOther + 1).some(({ way }) => way === 1)) return { fate: 'came back', since: told[lastOther + 1].major }
  if (lastOther >= 0) return { fate: 'began', since: told[lastOther + 1].major }
  const [then] = told
  // from when on it has been on the present side of the middle between then and now
  const since = () => told[told.findLastIndex(({ ratio }) => Math.abs(Math.log(ratio / then.ratio)) < Math.abs(Math.log(ratio / now.ratio))) + 1].major
  // intervals that meet may be of one ratio
  if (then.ratio > HALF * now.ratio && then.interval[0] > now.interval[1]) return { fate: 'weakened', since: since() }
  if (now.ratio > HALF * then.ratio && now.interval[0] > then.interval[1]) return { fate: 'grew', since: since() }
  return { fate: 'stands' }
}
