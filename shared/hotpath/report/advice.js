import { USUAL_RATIO_SCATTER } from '../stats/forecast.js'
import { formatPercent } from './numbers.js'
/** @import { JudgedClaim } from './result-schema.js' */

/** A report calls a machine noisy if pairs of processes scatter by more than this multiple of the usual scatter. */
const NOISY = 3

/** If a verdict would need more seconds than this, the report advises a quieter machine instead of a longer run. */
const MOST_SECONDS = 600

/**
 * Writes advice on an undecided result: how many seconds a verdict needs, or why a longer run cannot give a verdict.
 *
 * @param {JudgedClaim[]} claims
 * @param {number} seconds of the run
 * @returns {string} one or two sentences
 */
export function adviseOnUndecidedResult (claims, seconds) {
  const open = claims.flatMap((claim) => claim.forecast ? [{ ...claim, forecast: claim.forecast }] : [])
  const ids = (/** @type {typeof open} */ some) => some.map(({ id }) => id).join(' and ')
  const hopeless = open.filter(({ forecast }) => forecast.needs === 'nothing')
  if (hopeless.length) return `The ratio of ${ids(hopeless)} is too close to the ratio that the lab asks for or allows: a longer run will not give a verdict.`
  if (open.every(({ pairs }) => pairs < 2)) return `One pair is not enough for a verdict. Measure longer: --seconds ${Math.ceil(4 * seconds / 10) * 10}`
  const wanted = Math.max(...open.map(({ forecast, pairs }) => seconds * Number(forecast.pairs) / pairs))
  const noisy = open.filter(({ forecast }) => forecast.needs === 'less noise')
  if (noisy.length || wanted > MOST_SECONDS) {
    const scatter = Math.max(...open.map(({ scatter }) => Number(scatter)))
    return `This machine is too noisy now: pairs of processes differ by ${formatPercent(scatter)}, and ${formatPercent(USUAL_RATIO_SCATTER)} is usual. Try again when this machine is less busy, or use another machine. pnpm lab doctor shows how busy it is.`
  }
  return `A verdict needs about ${Math.ceil(wanted / 10) * 10} s. Measure longer: --seconds ${Math.ceil(1.3 * wanted / 10) * 10}`
}

/**
 * Describes the machine's noise by the claim that scatters least, because some programs scatter even on a quiet machine.
 *
 * @param {JudgedClaim[]} claims
 * @returns {string | undefined} undefined if the noise is not worth a remark
 */
export function describeNoise (claims) {
  const scatters = claims.flatMap(({ scatter, pairs }) => scatter !== null && pairs > 2 ? [scatter] : [])
  const least = Math.min(...scatters)
  return scatters.length && least > NOISY * USUAL_RATIO_SCATTER ? `pairs of processes differ by at least ${formatPercent(least)}, and ${formatPercent(USUAL_RATIO_SCATTER)} is usual: this machine is noisy now` : undefined
}
