import { rangeTimes } from './ratio.js'
import { significant } from './words.js'

/**
 * Says what a long run gave.
 *
 * @param {import('../measure/claim-evaluation.js').Steady} steady
 * @param {{ cpu: string }} machine on which it is shown
 * @returns {string} the range of the ratio, and what keeps it from being that of this program on this machine
 */
export function toldSteady ({ interval, processor, stale }, machine) {
  const but = [processor !== machine.cpu && `on ${processor}`, stale && 'before a variant was changed'].filter(Boolean).join(', ')
  return `${rangeTimes(interval)}${but ? ` (${but})` : ''}`
}

/** @param {import('../measure/claim-evaluation.js').Age} age @returns {string} such as 0.41 s of CPU, 3,100 operations */
export function toldAge ({ cpuSeconds, operations }) {
  return `${significant(Number(cpuSeconds.toPrecision(2)))} s of CPU, ${operations.toLocaleString('en-US')} operations`
}
