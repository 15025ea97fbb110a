import { NEAR } from '../curve/nearer.js'
import { between, significant, times } from './words.js'

/** From this many seconds of CPU on it is called a minute. */
const A_MINUTE = 45

/** @typedef {import('../measure/run.js').JudgedClaim} JudgedClaim */

/**
 * @param {JudgedClaim} claim
 * @param {{ cpu: string }} machine on which it was measured
 * @returns {string | undefined} what a long run says; nothing where it says what was measured, or has not been recorded
 */
export function whenOld ({ ratio, steady }, machine) {
  if (!steady || Math.abs(Math.log(steady.ratio / ratio)) <= Math.log(NEAR)) return
  return `after ${steady.cpuSeconds >= A_MINUTE ? 'a minute' : secondsOf(steady.cpuSeconds)} under load: ${toldSteady(steady, machine)}`
}

/**
 * @param {import('../curve/steady.js').Steady} steady
 * @param {{ cpu: string }} machine on which it is told
 * @returns {string} the ratio, and what keeps it from being that of this program on this machine
 */
export function toldSteady ({ ratio, interval, processor, stale }, machine) {
  const but = [processor !== machine.cpu && `on ${processor}`, stale && 'before a variant was changed'].filter(Boolean).join(', ')
  return `${times(ratio)}${between(interval)}${but ? ` (${but})` : ''}`
}

/** @param {import('../measure/contest.js').Age} age @returns {string} such as 0.41 s of CPU, 3,100 operations */
export function toldAge ({ cpuSeconds, operations }) {
  return `${secondsOf(cpuSeconds)} of CPU, ${operations.toLocaleString('en-US')} operations`
}

/** @param {number} seconds */
function secondsOf (seconds) {
  return `${significant(Number(seconds.toPrecision(2)))} s`
}
