/**
 * @import { MeasuredProcess } from './process/measured-process.js'
 * @import { Session } from './session.js'
 */

/** Warm-ups of 2 to 50 requests keep V8's thresholds: lowered thresholds compiled mongo-async-sum too early (3.9 ms instead of 3.4 ms). */
const FEW_REQUESTS = 50

/**
 * True if V8's JIT thresholds are lowered during a warm-up of this many requests: docs/decisions/042. A lab whose warm-up is at most one
 * request compares cold programs with warm ones. Lowered thresholds make their difference larger.
 *
 * @param {number} requests named by the lab's `warmUp`
 * @returns {boolean}
 */
export const usesLowerJitThresholds = (requests) => requests <= 1 || requests > FEW_REQUESTS

/**
 * Lowers V8's JIT thresholds during a warm-up and restores them afterwards.
 *
 * @template T
 * @param {Pick<Session, 'jitThresholds'>} session
 * @param {MeasuredProcess} measured
 * @param {() => Promise<T>} warmUp
 * @returns {Promise<T>}
 */
export async function warmUpWithLowerJitThresholds ({ jitThresholds }, measured, warmUp) {
  await measured.ask('flags', { flags: jitThresholds.lowered })
  const warmed = await warmUp()
  await measured.ask('flags', { flags: jitThresholds.defaults })
  return warmed
}
