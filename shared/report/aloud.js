import colors from 'picocolors'
import { UNBROKEN, hanging } from './lines.js'
import { between, metricNamed, percent, shareApart, significant, times } from './words.js'

/** @typedef {import('../measure/run.js').JudgedClaim} JudgedClaim */

/**
 * What somebody would say of their file who reads its result aloud.
 *
 * @param {import('../measure/run.js').Result} result in which `mine` meets slow, and fast where there is a solution
 * @param {number | null} best ratio to slow before this one
 * @param {{ color: boolean, width: number }} looks `width` in columns
 * @returns {string | undefined} none where nothing was measured
 */
export function aloud ({ claims, limit }, best, { color, width }) {
  const paint = colors.createColors(color)
  const [slow, fast] = ['slow', 'fast'].map((side) => claims.find(({ base, against }) => base === side && against === 'mine'))
  if (!slow) return
  const told = (/** @type {string} */ figure, /** @type {string} */ of, /** @type {string} */ interval = '') =>
    `${paint.bold(figure)}${paint.dim(interval)} ${of}`.replaceAll(' ', UNBROKEN)
  const parts = [told(times(slow.ratio), slow.metric === 'heap' ? 'as frugal as slow' : 'as fast as slow', between(slow.interval, significant))]
  if (fast) parts.push(told(share(fast.ratio), 'of fast', between(fast.interval, share)))
  // the limit is measured against fast, in one pair
  if (fast && limit) parts.push(told(share(limit.fraction * fast.ratio), 'of the limit'))
  if (best !== null) parts.push(told(times(best), best < slow.ratio ? 'was your best before' : 'is your best so far'))
  return hanging(parts.join(' · '), width)
}

/**
 * What somebody would say of a lab who reads its result aloud: the claim on which the verdict depends, with its figure.
 *
 * @param {JudgedClaim[]} claims
 * @param {Record<string, string>} ladder of the lab, whose names keep their small letter
 * @returns {string | undefined} a sentence or two; none where nothing was judged
 */
export function labAloud (claims, ladder) {
  const gating = claims.filter(({ gates }) => gates)
  const decisive = ['broken', 'undecided'].map((word) => gating.find(({ verdict }) => verdict === word)).find(Boolean) ?? gating[0]
  return decisive && sentenceOf(decisive, Object.values(ladder))
}

/** @param {JudgedClaim} claim @param {string[]} names */
function sentenceOf ({ says, verdict, ratio, floor, within, metric, base, against }, names) {
  const claimed = names.some((name) => says.startsWith(`${name} `)) ? says : capital(says)
  const figure = floor === null ? `${percent(Math.max(ratio, 1 / ratio) - 1)} between the two` : `${significant(ratio)} times`
  const bound = floor === null ? `${shareApart(within)} at most` : `at least ${significant(floor)} times`
  if (verdict === 'undecided') return `${claimed}? That is not decided yet: it is ${figure} so far, and ${bound} by the claim.`
  if (verdict === 'broken') return `${claimed}? Not here, or not by as much: it is ${figure}, and ${bound} by the claim.`
  const odds = `(The claim is ${bound}. A claim that is not true passes at most once in 1,000 runs.)`
  if (floor === null) return `${claimed}: ${figure}. ${odds}`
  const dearer = ratio < 1 ? against : base
  return `${claimed}: ${dearer} ${metricNamed(metric).costs(significant(Math.max(ratio, 1 / ratio)))}. ${odds}`
}

/** @param {string} text */
function capital (text) {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}

/** @param {number} ratio @returns {string} such as 0.70 */
function share (ratio) {
  return ratio < 1 ? ratio.toFixed(2) : significant(ratio)
}
