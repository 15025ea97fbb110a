import { median } from '../stats/sample.js'
import { findBlockLengthEffect } from './speeds.js'
import { SHARED_OPERATION_COUNT_KEY } from './turns.js'

/**
 * @import { FiguresBySide } from './figures.js'
 * @import { MeasuredProcess } from './process/measured-process.js'
 * @import { Run } from './run.js'
 * @import { Stretches } from './speeds.js'
 */

/**
 * Settings for timing functions in loops of a second length: 4 times the usual number of calls, or a quarter of this number if the usual
 * loop takes `longNs` or more. The additional loops take at most 1 % of a run.
 */
const STRETCHED = { times: 4, longNs: 0.8e6, stretches: 4, again: 8 }

/**
 * Times functions in loops of a second length, because V8 may compile a function differently for a long loop. If the cost per call depends
 * on the length, times both lengths again in turn, because the difference may be noise.
 *
 * @param {Run} run
 * @param {Map<string, MeasuredProcess>} processes
 * @param {FiguresBySide} figures of these processes
 * @returns {Promise<Stretches>}
 */
export async function measureSecondBlockLength (run, processes, figures) {
  const usual = Number(run.perBlock?.get(SHARED_OPERATION_COUNT_KEY))
  const times = async (/** @type {string} */ side, /** @type {number} */ calls) => {
    const { ns } = await /** @type {MeasuredProcess} */ (processes.get(side)).ask('block', { calls })
    return ns / calls / 1000
  }
  /** @type {Stretches} */
  const stretches = new Map()
  for (const [side, { time }] of figures) {
    const isLong = 1000 * median(time) * usual >= STRETCHED.longNs
    const calls = Math.max(1, Math.round(isLong ? usual / STRETCHED.times : usual * STRETCHED.times))
    if (calls === usual) continue
    const costs = []
    for (let i = 0; i < STRETCHED.stretches; i++) costs.push(await times(side, calls))
    stretches.set(side, { calls: [usual, calls], costs: [median(time), median(costs)] })
  }
  for (const [side, stretch] of stretches) {
    if (!findBlockLengthEffect(stretches, side)) continue
    const again = stretch.calls.map(() => /** @type {number[]} */ ([]))
    for (let i = 0; i < STRETCHED.again; i++) {
      for (const [which, calls] of stretch.calls.entries()) again[which].push(await times(side, calls))
    }
    stretch.costs = [median(again[0]), median(again[1])]
  }
  return stretches
}
