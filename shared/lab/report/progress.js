import { TerminalProgress } from '@hotpath-labs/engine/cli/progress.js'
import { formatCountWithNoun } from '@hotpath-labs/engine/text/numbers.js'
import { formatInterval, isBoundedInterval, roundRatio } from '@hotpath-labs/engine/text/ratio.js'

/** @import { Progress } from '../measure/run.js' */

/** Spinner that says how far the measurement of a lab is. */
export class LabProgress extends TerminalProgress {
  /** @param {string} lab @param {Progress} event */
  measuring (lab, { stage, pairs, claims }) {
    if (stage === 'comparing') return this.show(`${lab}: comparing answers`)
    const ratios = claims.map(({ id, ratio, interval, verdict }) => {
      const bounds = isBoundedInterval(interval) ? ` (${formatInterval(interval)})` : ''
      return `${id} ${roundRatio(ratio, interval)}×${bounds}${verdict === 'undecided' ? '?' : ''}`
    })
    this.show(pairs === 0 ? `${lab}: first pair` : `${lab}: ${formatCountWithNoun(pairs, 'pair')}  ${ratios.join('  ')}`)
  }
}
