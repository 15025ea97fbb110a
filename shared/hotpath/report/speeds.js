import { parseClaimSide } from '../lab/sides.js'
import { groupDigits, formatSignificantDigits } from './words.js'
/** @import { TwoSpeeds } from './result-schema.js' */

/**
 * Describes a variant whose processes run at two speeds.
 *
 * @param {TwoSpeeds} speeds
 * @param {{ variants: Record<string, string> }} [manifest] with the names of the variants
 * @returns {string} such as: slow has two speeds: 9.4 µs a call in 17 of 24 processes, 21 µs in 7
 */
export function formatTwoSpeeds ({ side, metric, levels, seen, processes, of, calls }, manifest) {
  const [low, high] = levels.map((level) => `${formatSignificantDigits(level)} µs`)
  const unit = metric === 'time' ? 'a call' : 'of CPU a request'
  const descriptions = {
    'within a process': () => `${low} and ${high} ${unit}, and ${processes} of ${of} processes changed their speed during the measurement`,
    'between processes': () => `${low} ${unit} in ${of - processes} of ${of} processes, ${high} in ${processes}`,
    'by stretch': () => `${low} ${unit} if called ${groupDigits(Number(calls?.[0]))} times without a pause, ${high} if called ${groupDigits(Number(calls?.[1]))} times`,
  }
  return `${manifest?.variants[parseClaimSide(side).variant] ?? side} has two speeds: ${descriptions[seen]()}`
}
