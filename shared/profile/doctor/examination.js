import { setTimeout as sleep } from 'node:timers/promises'
import { runVariantUnderLoad } from '../drive.js'
import { NODE_FLAGS_FOR_PROCESS_METRICS, watchProcessMetrics } from '../process-metrics.js'

/**
 * @import { Kind } from '@hotpath-labs/lab/metrics.js'
 * @import { MeasuredProcess } from '@hotpath-labs/engine/process/measured-process.js'
 * @import { Sample } from '@hotpath-labs/engine/worker/index.cjs'
 * @import { Services } from '../drive.js'
 * @import { Context, Failure } from '../tool.js'
 * @import { Live } from '../process-metrics.js'
 */

/** Interval between samples in ms: long enough for several turns of a busy event loop, short enough for fifty samples in 2.5 s. */
export const SAMPLE_EVERY_MS = 50

/** Seconds of load per variant: short enough to examine two variants and write the page in less than ten seconds. */
const SECONDS = 2.5

/** Number of memory measurements under load: two in each half of the run, to compare the growth in both halves. */
const LIVE_READINGS = 4

/**
 * @typedef {object} Examination process metrics of one variant under load, as plain data
 * @property {string} variant
 * @property {Kind} kind of its lab
 * @property {boolean} isPaced the load has a fixed rate, and does not wait for answers
 * @property {Sample[]} samples
 * @property {Live[]} live memory after garbage collections
 * @property {Failure} [failure]
 */

/**
 * Runs a variant under load and records its process metrics, such as CPU use and event-loop delays.
 *
 * @param {Context} context
 * @param {string} variant
 * @param {Services} services
 * @param {number} [seconds] of load
 * @returns {Promise<Examination>}
 */
export async function recordProcessMetrics (context, variant, services, seconds = SECONDS) {
  const { lab: { manifest: { kind } }, workload } = context.plan
  const samples = /** @type {Sample[]} */ ([])
  const live = /** @type {Live[]} */ ([])
  const readLive = async (/** @type {MeasuredProcess} */ measured) => live.push(await measured.ask('live'))
  const { failure } = await runVariantUnderLoad(context, variant, services, {
    flags: NODE_FLAGS_FOR_PROCESS_METRICS,
    seconds,
    async before (measured) {
      await watchProcessMetrics(measured, SAMPLE_EVERY_MS, (sample) => samples.push(sample))
      await readLive(measured)
    },
    async during (measured) {
      for (let reading = 0; reading < LIVE_READINGS; reading++) {
        await sleep(seconds * 1000 / LIVE_READINGS)
        await readLive(measured)
      }
    },
  })
  return { variant, kind, isPaced: 'everyMs' in workload && workload.everyMs !== undefined, samples, live, failure }
}
