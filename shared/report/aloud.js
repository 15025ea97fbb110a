import colors from 'picocolors'
import { UNBROKEN, hanging } from './lines.js'
import { significant, times } from './words.js'

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
  if (best !== null) parts.push(told(times(best), best < slow.ratio ? 'was best before' : 'is best so far'))
  return hanging(parts.join(' · '), width)
}

/** @param {number} ratio @returns {string} such as 0.70 */
function share (ratio) {
  return ratio < 1 ? ratio.toFixed(2) : significant(ratio)
}

/** @param {number[]} interval @param {(ratio: number) => string} format @returns {string} nothing of one pair, which has none */
function between (interval, format) {
  return interval.every(Number.isFinite) ? ` [${interval.map(format).join(' … ')}]` : ''
}
