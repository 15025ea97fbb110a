import { TerminalProgress } from '@hotpath-labs/engine/cli/progress.js'
import { formatCountWithNoun } from '@hotpath-labs/engine/text/numbers.js'
import { formatInterval, isBoundedInterval, roundRatio } from '@hotpath-labs/engine/text/ratio.js'
import { findClaimSides } from '../sides.js'

/**
 * @import { EvidenceSummary } from '@hotpath-labs/engine/evidence.js'
 * @import { MeasureEvent } from '@hotpath-labs/engine/measure.js'
 * @import { Claim } from '../manifest.js'
 * @import { LabPlan } from '../plans.js'
 */

/** Spinner that says how far the measurement of a lab is. */
export class LabProgress extends TerminalProgress {
  /** Lines that the measured programs printed. */
  printedLines = 0

  /** @param {LabPlan} plan @param {MeasureEvent} event */
  measuring ({ lab: { name }, claims }, event) {
    if (event.type === 'checking') this.show(`${name}: comparing answers`)
    if (event.type === 'warming') this.show(`${name}: first pair`)
    if (event.type !== 'pair') return
    this.show(`${name}: ${formatCountWithNoun(event.pairs, 'pair')}  ${formatRatios(event.evidence, claims)}`)
    for (const lines of Object.values(event.printed)) this.printedLines += lines
  }
}

/** @param {EvidenceSummary[]} evidence @param {Claim[]} claims @returns {string} such as: slow ÷ mine 15×? */
function formatRatios (evidence, claims) {
  return evidence.map(({ id, ratio, interval, verdict }) => {
    const { slower, faster } = findClaimSides(/** @type {Claim} */ (claims.find((claim) => claim.id === id)))
    const bounds = isBoundedInterval(interval) ? ` (${formatInterval(interval)})` : ''
    return `${slower} ÷ ${faster} ${roundRatio(ratio, interval)}×${bounds}${verdict === 'undecided' ? '?' : ''}`
  }).join('  ')
}
