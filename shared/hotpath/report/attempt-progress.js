import colors from 'picocolors'
import { NO_BREAK_SPACE, wrapWithHangingIndent, wrapText } from './lines.js'
import { roundRatio } from './ratio.js'
import { isCostLimitClaim } from './statement.js'
import { formatEqualVariants, formatReachedExerciseStep } from './step.js'
import { formatPercent } from './numbers.js'
/** @import { Manifest } from '../lab/manifest.js' */
/** @import { Result } from './result-schema.js' */

/**
 * Writes how fast an attendee's file is, compared with `slow`, `fast` and the lower bound, and which exercise step the file has reached.
 *
 * @param {Result} result with claims of `mine` against slow, and against fast if the lab has a solution
 * @param {Manifest} manifest
 * @param {number | null} best earlier ratio to slow
 * @param {{ color: boolean, width: number }} options `width` in columns
 * @returns {string | undefined} only the step if nothing was measured; undefined if there is no step either
 */
export function formatAttemptProgress ({ claims, limit, step }, manifest, best, { color, width }) {
  const paint = colors.createColors(color)
  const [slow, fast] = ['slow', 'fast'].map((side) => claims.find((claim) => claim.slower === side && claim.faster === 'mine' && !isCostLimitClaim(claim)))
  const place = step ? [wrapWithHangingIndent(`You are here: ${formatReachedExerciseStep(step)}`, width)] : []
  if (!slow) return place[0]
  const unbroken = (/** @type {string} */ figure, /** @type {string} */ of) => `${paint.bold(figure)} ${of}`.replaceAll(' ', NO_BREAK_SPACE)
  const parts = [unbroken(`${roundRatio(slow.ratio, slow.interval)}×`, `${slow.metric === 'heap' ? 'as frugal' : 'as fast'} as ${manifest.variants.slow}`)]
  const share = slow.metric === 'heap' ? 'as frugal as' : 'of the speed of'
  if (fast) parts.push(unbroken(formatPercent(fast.ratio), `${share} ${manifest.variants.fast} (${manifest.lesson ? 'the last step' : 'the solution'})`))
  // `limit.fraction`: speed of `fast` ÷ speed of the lower bound; `fast.ratio`: speed of the file ÷ speed of `fast`
  if (fast && limit && manifest.limit) parts.push(unbroken(formatPercent(limit.fraction * fast.ratio), `of the speed of ${manifest.limit}`))
  if (best !== null) parts.push(unbroken(`${Number(best.toPrecision(2))}×`, best < slow.ratio ? 'was your best before' : 'is your best so far'))
  const equal = step?.next ? formatEqualVariants(manifest) : ''
  return [
    wrapWithHangingIndent(`Your file: ${parts.join(' · ')}`, width),
    ...place,
    ...equal ? [paint.dim(wrapText(`No step: ${equal}.`, '  ', width))] : [],
  ].join('\n')
}
