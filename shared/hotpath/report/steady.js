import { formatRange } from './ratio.js'
import { groupDigits, formatSignificantDigits } from './numbers.js'
/** @import { Age, Steady } from './result-schema.js' */

/**
 * Writes the ratio at the end of a long run, when neither program gets faster any more.
 *
 * @param {Steady} steady
 * @param {{ cpu: string }} machine of the reader
 * @returns {string} the range of the ratio; also the recording's processor if it differs, and a note if a variant was changed since then
 */
export function formatSteadyRatio ({ interval, processor, stale }, machine) {
  const but = [processor !== machine.cpu && `on ${processor}`, stale && 'before a variant was changed'].filter(Boolean).join(', ')
  return `${formatRange(interval)}${but ? ` (${but})` : ''}`
}

/** @param {Age} age @returns {string} such as 0.41 s of CPU, 3,100 operations */
export function formatProcessAge ({ cpuSeconds, operations }) {
  return `${formatSignificantDigits(Number(cpuSeconds.toPrecision(2)))} s of CPU, ${groupDigits(operations)} operations`
}
