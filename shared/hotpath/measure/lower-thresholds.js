/**
 * @import { MeasuredProcess } from './process/measured-process.js'
 * @import { Run } from './run.js'
 */

/**
 * Where a lab wants no more requests to warm a server, it is not hurried: each of them runs so much code that V8 calls it hot by itself, or it is not V8 that matters.
 * Hurried, the 24 of mongo-async-sum were compiled before V8 had seen enough: a request was left at 3.9 ms in the place of 3.4, and pairs of equal servers scattered
 * by 6 % in the place of 3.
 */
const FEW_REQUESTS = 50

/**
 * One request is no warm-up: a lab that wants no more compares how warm its variants are, and V8 is hurried there as elsewhere. Unhurried, the third round of warm-up
 * read 1.5 times the first in the place of 2.5, and eleven to sixteen pairs were needed in the place of three to six.
 *
 * @param {number} requests that a lab wants to warm a server
 * @returns {boolean} whether V8 is hurried meanwhile
 */
export const usesLowerThresholds = (requests) => requests <= 1 || requests > FEW_REQUESTS

/**
 * Warms a process up with V8's thresholds lowered, and puts them back: what is measured afterwards runs as V8 would have it.
 *
 * @template T
 * @param {Pick<Run, 'jitThresholds'>} run
 * @param {MeasuredProcess} measured
 * @param {() => Promise<T>} warmUp
 * @returns {Promise<T>}
 */
export async function withLowerThresholds ({ jitThresholds }, measured, warmUp) {
  await measured.ask('flags', { flags: jitThresholds.lowered })
  const warmed = await warmUp()
  await measured.ask('flags', { flags: jitThresholds.defaults })
  return warmed
}
