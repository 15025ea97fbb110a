import { TerminalProgress } from '@hotpath-labs/engine/cli/progress.js'
import { formatCountWithNoun } from '@hotpath-labs/engine/text/numbers.js'
import { formatInterval, isBoundedInterval, roundRatio } from '@hotpath-labs/engine/text/ratio.js'

/**
 * @import { EvidenceSummary } from '@hotpath-labs/engine/evidence.js'
 * @import { MeasureEvent } from '@hotpath-labs/engine/measure.js'
 */

/** Spinner that says how far the measurement of a lab is. */
export class LabProgress extends TerminalProgress {
  /** Lines that the measured programs printed. */
  printedLines = 0

  /** @param {string} lab @param {MeasureEvent} event */
  measuring (lab, event) {
    if (event.type === 'checking') this.show(`${lab}: comparing answers`)
    if (event.type === 'warming') this.show(`${lab}: first pair`)
    if (event.type !== 'pair') return
    this.show(`${lab}: ${formatCountWithNoun(event.pairs, 'pair')}  ${formatRatios(event.evidence)}`)
    for (const lines of Object.values(event.printed)) this.printedLines += lines
  }
}

/** @param {EvidenceSummary[]} evidence */
function formatRatios (evidence) {
  return evidence.map(({ id, ratio, interval, verdict }) => {
    const bounds = isBoundedInterval(interval) ? ` (${formatInterval(interval)})` : ''
    return `${id} ${roundRatio(ratio, interval)}×${bounds}${verdict === 'undecided' ? '?' : ''}`
  }).join('  ')
}
