import { LARGEST_EQUAL_LOG_RATIO } from 'hotpath/stats'
import { joinSentences } from './sentences.js'

/** @import { RecordedClaim } from '../figures/recorded.js' */
/** @import { RunSummary } from '../records/records.js' */

/** Possible verdicts on a published claim. */
export const PUBLISHED_CLAIM_VERDICTS = /** @type {const} */ ([
  'holds', 'weaker', 'stronger', 'no longer', 'was never so', 'cannot be compared', 'advice', 'not measured here yet',
])

/** @typedef {typeof PUBLISHED_CLAIM_VERDICTS[number]} Verdict @typedef {{ verdict: Verdict, since?: string, why: string }} Judgement */

/**
 * Judges a published claim by its recorded runs and its published figure.
 *
 * @param {Pick<RecordedClaim, 'claim' | 'says' | 'early'> & { lab: string }} recorded
 * @returns {Judgement}
 */
export function judgePublishedClaim ({ lab, claim, says, early: runs }) {
  if (runs.length === 0) return { verdict: 'not measured here yet', why: `no run is recorded; to record one, type: pnpm lab ${lab} --record` }
  const { published } = claim
  if ('until' in claim && claim.until) return { verdict: 'no longer', since: claim.until, why: says }
  if ('same' in claim) {
    if (!published) return { verdict: 'holds', why: says }
    if (published.asks !== 'the same') return { verdict: 'cannot be compared', why: published.asks }
    return { verdict: Math.abs(Math.log(published.ratio)) > LARGEST_EQUAL_LOG_RATIO ? 'weaker' : 'holds', why: says }
  }
  const depends = 'dependsOn' in claim ? `the ratio depends on ${claim.dependsOn}` : ''
  // if a claim depends on the processor, for example, a run without a gain does not refute it: another processor may show a gain
  if (depends && runs.some(({ ratio }) => ratio <= 1)) return { verdict: 'cannot be compared', why: depends }
  const newest = runs[runs.length - 1]
  if (newest.ratio <= 1) {
    return { verdict: 'no longer', why: `${Math.log(newest.ratio) < -LARGEST_EQUAL_LOG_RATIO ? 'slower' : 'no difference'} on Node ${newest.node}` }
  }
  const judged = published ? compareRatios(published, runs) : { verdict: /** @type {const} */ ('holds'), why: says }
  return { ...judged, why: joinSentences([judged.why, depends]) }
}

/** @param {{ ratio: number, asks: string }} published @param {RunSummary[]} runs @returns {Judgement} */
function compareRatios ({ ratio, asks }, runs) {
  if (asks !== 'the same') return { verdict: 'cannot be compared', why: `${asks} The program that is faster in the text is faster here too` }
  const less = runs.filter(({ interval }) => interval[1] < ratio)
  const more = runs.filter(({ interval }) => interval[0] > ratio)
  if (less.length === runs.length) return { verdict: 'weaker', why: 'every recorded run gives a smaller ratio than the published one' }
  if (more.length === runs.length) return { verdict: 'stronger', why: 'every recorded run gives a larger ratio than the published one' }
  const onNodes = (/** @type {RunSummary[]} */ others, /** @type {string} */ what) =>
    others.length ? `; every run on Node ${others.map(({ node }) => node).join(', ')} gives ${what}` : ''
  const others = onNodes(less, 'a smaller ratio') + onNodes(more, 'a larger ratio')
  return { verdict: 'holds', why: `the published ratio lies within the range of the recorded ratios${others}` }
}

/** @param {{ verdict: Verdict, since?: string | null }} judged @returns {string} such as `no longer (since Node 8)` */
export function formatLedgerVerdict ({ verdict, since }) {
  return since ? `${verdict} (since Node ${since})` : verdict
}
