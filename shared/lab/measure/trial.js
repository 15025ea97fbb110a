import { CommandSubject } from './command-subject.js'
import { FunctionSubject } from '@hotpath-labs/engine/subjects/function.js'
import { HeapSubject } from '@hotpath-labs/engine/subjects/heap.js'
import { ServerSubject } from '@hotpath-labs/engine/subjects/server.js'
import { mapEntries } from '../plans.js'
import { findClaimSides } from '../sides.js'

/**
 * @import { FunctionManifest, LabRequest } from '../manifest.js'
 * @import { LabPlan } from '../plans.js'
 * @import { Session } from '@hotpath-labs/engine/measure.js'
 */

/**
 * CPU time in ms after which an attempt's warm-up ends, whatever its requests. Only servers of several ms a request get there: `slow` of
 * jade-dev-vs-prod and of cache-queue.
 */
const MOST_WARM_UP_MS_OF_ATTEMPT = 2000

/** Number of pairs whose timed blocks must fit into the time of a measurement. */
const PAIRS_IN_TIME = 8

/** Subjects by kind of lab. */
export const SUBJECTS_BY_LAB_KIND = { function: FunctionSubject, server: ServerSubject, heap: HeapSubject, command: CommandSubject }

/**
 * @typedef {FunctionSubject | ServerSubject | HeapSubject} LabSubject
 *
 * @typedef {object} Trial a plan while it is checked and measured
 * @property {LabPlan} plan
 * @property {string} reference the variant whose answers are the right ones
 * @property {LabSubject} subject
 * @property {Session} session
 */

/**
 * Makes what a session measures of a lab.
 *
 * @param {LabPlan} plan
 * @param {object} [options]
 * @param {object} [options.settings] in place of the subject's own
 * @param {number} [options.seconds] of the whole measurement: slow functions get fewer blocks, so that there are pairs enough
 * @returns {LabSubject}
 */
export function makeSubject ({ lab: { manifest }, mode, programs, claims, workload, workloads }, { settings, seconds = Infinity } = {}) {
  if (manifest.kind === 'function' || manifest.kind === 'command') {
    const { inputs } = /** @type {FunctionManifest['workload']} */ (workload)
    return new SUBJECTS_BY_LAB_KIND[manifest.kind]({ inputs, settings, mostPairMs: 1000 * seconds / PAIRS_IN_TIME })
  }
  const compared = claims.map(findClaimSides)
  const warmedAlike = [...compared, ...programs.limit ? [{ slower: 'limit', faster: 'fast' }] : []]
  const warmUps = /** @type {Record<string, number>} */ (mapEntries(programs, ({ warmUp }) => warmUp))
  const options = { workload: /** @type {LabRequest} */ (workload), workloads, warmUps, blocks: manifest.blocks, compared, warmedAlike }
  if (manifest.kind === 'heap') return new HeapSubject({ ...options, requests: manifest.requests, settings })
  const { warmUp } = ServerSubject.SETTINGS
  // the author of an attendee's file waits
  const shorter = mode === 'mine' && { warmUp: { ...warmUp, mostMs: Math.min(warmUp.mostMs, MOST_WARM_UP_MS_OF_ATTEMPT) } }
  return new ServerSubject({ ...options, settings: { ...shorter, ...settings } })
}
