import colors from 'picocolors'
import { UNBROKEN, hanging } from './lines.js'
import { roundedRatio } from './ratio.js'
import { percent } from './words.js'
/** @import { Manifest } from '../lab/manifest.js' */
/** @import { Result } from './result-schema.js' */

/**
 * Says how far an attempt has come: how many times as fast as slow it is, and which share of the solution's and the limit's speed it reaches.
 *
 * @param {Result} result in which `mine` meets slow, and fast where there is a solution
 * @param {Manifest} manifest
 * @param {number | null} best ratio to slow before this one
 * @param {{ color: boolean, width: number }} looks `width` in columns
 * @returns {string | undefined} none where nothing was measured
 */
export function aloud ({ claims, limit }, manifest, best, { color, width }) {
  const paint = colors.createColors(color)
  const [slow, fast] = ['slow', 'fast'].map((side) => claims.find(({ base, against }) => base === side && against === 'mine'))
  if (!slow) return
  const told = (/** @type {string} */ figure, /** @type {string} */ of) => `${paint.bold(figure)} ${of}`.replaceAll(' ', UNBROKEN)
  const parts = [told(`${roundedRatio(slow.ratio, slow.interval)}×`, `${slow.metric === 'heap' ? 'as frugal' : 'as fast'} as ${manifest.ladder.slow}`)]
  if (fast) parts.push(told(percent(fast.ratio), `of the speed of ${manifest.ladder.fast} (the solution)`))
  // the limit is measured against fast, in one pair
  if (fast && limit && manifest.limit) parts.push(told(percent(limit.fraction * fast.ratio), `of the speed of ${manifest.limit}`))
  if (best !== null) parts.push(told(`${Number(best.toPrecision(2))}×`, best < slow.ratio ? 'was your best before' : 'is your best so far'))
  return hanging(`Your file: ${parts.join(' · ')}`, width)
}
