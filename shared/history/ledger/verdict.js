import { SAME_WITHIN } from 'hotpath/stats'

/** What has become of a claim, in the words in which the ledger says it. */
export const VERDICTS = /** @type {const} */ (['holds', 'weaker', 'stronger', 'no longer', 'was never so', 'cannot be compared', 'advice', 'not measured here yet'])

/** @typedef {typeof VERDICTS[number]} Verdict @typedef {{ verdict: Verdict, since?: string, why: string }} Judgement */

/**
 * Judges a claim by the recorded runs and its published figure.
 *
 * @param {import('./recorded.js').RecordedClaim & { lab: string }} recorded
 * @returns {Judgement}
 */
export function judgementOf ({ lab, claim, says, early: today }) {
  if (today.length === 0) return { verdict: 'not measured here yet', why: `no run is recorded: pnpm lab ${lab} --record` }
  if ('until' in claim && claim.until) return { verdict: 'no longer', since: claim.until, why: says }
  if ('same' in claim) {
    if (!claim.published) return { verdict: 'holds', why: says }
    if (claim.published.asks !== 'the same') return { verdict: 'cannot be compared', why: claim.published.asks }
    return { verdict: Math.abs(Math.log(claim.published.ratio)) > SAME_WITHIN ? 'weaker' : 'holds', why: says }
  }
  const depends = 'shown' in claim ? `; it depends on ${claim.shown}` : ''
  // a step that is the processor's has not ended where another processor has it
  if (depends && today.some(({ ratio }) => ratio <= 1)) return { verdict: 'cannot be compared', why: depends.slice('; '.length) }
  const newest = today[today.length - 1]
  if (newest.ratio <= 1) return { verdict: 'no longer', why: `${Math.log(newest.ratio) < -SAME_WITHIN ? 'slower' : 'no difference'} on Node ${newest.node}` }
  const { published } = claim
  if (!published) return { verdict: 'holds', why: `${says}${depends}` }
  if (published.asks !== 'the same') return { verdict: 'cannot be compared', why: `${published.asks} What is faster there is faster here too${depends}` }
  const less = today.filter(({ interval }) => interval[1] < published.ratio)
  const more = today.filter(({ interval }) => interval[0] > published.ratio)
  if (less.length === today.length) return { verdict: 'weaker', why: `every recorded run gives less${depends}` }
  if (more.length === today.length) return { verdict: 'stronger', why: `every recorded run gives more${depends}` }
  const others = [less.length ? `; every run on Node ${nodesOf(less)} gives less` : '', more.length ? `; every run on Node ${nodesOf(more)} gives more` : ''].join('')
  return { verdict: 'holds', why: `the published ratio is among those of the recorded runs${others}${depends}` }
}

/** @param {import('./readings.js').Reading[]} readings */
const nodesOf = (readings) => readings.map(({ node }) => node).join(', ')

/** @param {Judgement} judgement @returns {string} such as `no longer (since Node 8)` */
export function verdictTold ({ verdict, since }) {
  return since ? `${verdict} (since Node ${since})` : verdict
}
