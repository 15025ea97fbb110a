import { CommandSubject } from '@hotpath-labs/engine/subjects/command.js'
import { FunctionSubject } from '@hotpath-labs/engine/subjects/function.js'
import { HeapSubject } from '@hotpath-labs/engine/subjects/heap.js'
import { ServerSubject } from '@hotpath-labs/engine/subjects/server.js'
import { findClaimSides } from '../sides.js'

/**
 * @import { Lab } from '../load.js'
 * @import { Session } from '@hotpath-labs/engine/session.js'
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
 * @typedef {object} Trial a lab while it is checked and measured
 * @property {Lab} lab
 * @property {string} reference the variant whose answers are the right ones
 * @property {LabSubject} subject
 * @property {Session} session
 */

/**
 * Makes what a session measures of a lab.
 *
 * @param {Lab} lab
 * @param {object} [options]
 * @param {object} [options.settings] in place of the subject's own
 * @param {number} [options.seconds] of the whole measurement: slow functions get fewer blocks, so that there are pairs enough
 * @param {boolean} [options.isAttempt] true if an attendee's file is judged, whose author waits
 * @returns {LabSubject}
 */
export function makeSubject ({ manifest }, { settings, seconds = Infinity, isAttempt = false } = {}) {
  if (manifest.kind === 'function' || manifest.kind === 'command') {
    const { inputs } = manifest.workload
    return new SUBJECTS_BY_LAB_KIND[manifest.kind]({ inputs, settings, mostPairMs: 1000 * seconds / PAIRS_IN_TIME })
  }
  const { workload, workloads, warmUp: warmUps, blocks, claims, limit } = manifest
  const compared = claims.map(findClaimSides)
  const warmedAlike = [...compared, ...limit ? [{ slower: 'limit', faster: 'fast' }] : []]
  const options = { workload, workloads, warmUps, blocks, compared, warmedAlike }
  if (manifest.kind === 'heap') return new HeapSubject({ ...options, requests: manifest.requests, settings })
  const { warmUp } = ServerSubject.SETTINGS
  const shorter = isAttempt && { warmUp: { ...warmUp, mostMs: Math.min(warmUp.mostMs, MOST_WARM_UP_MS_OF_ATTEMPT) } }
  return new ServerSubject({ ...options, settings: { ...shorter, ...settings } })
}
