import { setTimeout as sleep } from 'node:timers/promises'
import { driven } from '../drive.js'
import { VITALS, live, watch } from '../vitals.js'

/** A sample covers some turns of a busy loop, and a run has some fifty. */
const EVERY_MS = 50

/** Of load, after the warm-up: with both sides, their start and the page, less than ten. */
const SECONDS = 2.5

/** How often what is still held is read under load: often enough that each half of the run shows a growth of its own. */
const READINGS = 4

/**
 * What was seen of one variant under load; plain data, as the rules and the page take it.
 *
 * @typedef {object} Examination
 * @property {string} variant
 * @property {'function' | 'server' | 'heap'} kind of its lab
 * @property {boolean} isPaced the load comes at a pace of its own, and does not wait for the variant
 * @property {import('../vitals.js').Sample[]} samples
 * @property {import('../vitals.js').Live[]} live
 * @property {number} operations answered or called meanwhile
 * @property {import('../tools.js').Failure} [failure] what ended it early
 */

/**
 * @param {import('../tools.js').Context} context
 * @param {string} variant
 * @param {import('../drive.js').Services} services
 * @param {number} [seconds] of load
 * @returns {Promise<Examination>}
 */
export async function examine (context, variant, services, seconds = SECONDS) {
  const { kind, workload } = context.lab.manifest
  /** @type {Examination} */
  const seen = { variant, kind, isPaced: 'everyMs' in workload && workload.everyMs !== undefined, samples: [], live: [], operations: 0 }
  const { operations, failure } = await driven(context, variant, services, {
    flags: VITALS,
    seconds,
    async before (measured) {
      await watch(measured, EVERY_MS, (sample) => seen.samples.push(sample))
      seen.live.push(await live(measured))
    },
    async during (measured) {
      for (let reading = 1; reading <= READINGS; reading++) {
        await sleep(seconds * 1000 / READINGS)
        seen.live.push(await live(measured))
      }
    },
  })
  return { ...seen, operations, failure }
}
