import { settleAllOrThrow } from '@hotpath-labs/engine/settle-all-or-throw.js'
import { sendRequest, awaitServerAnswer } from '@hotpath-labs/engine/load/http.js'
import { VariantFailure } from '@hotpath-labs/engine/failures.js'
import { findClaimSides } from '../sides.js'
import { countCalls } from './counters.js'
import { isLabVariant } from '../sources.js'
import { compareAnswersToRandomRequests, formatRequest } from './random.js'
import { compareResponses, describeDifferentResponses } from './responses.js'

/**
 * @import { Processes } from '@hotpath-labs/engine/session.js'
 * @import { ServerSubject } from '@hotpath-labs/engine/subjects/server.js'
 * @import { LabRequest, ServerManifest } from '../manifest.js'
 * @import { Counter, Oracle } from '../report/result-schema.js'
 * @import { Trial } from '../measure/trial.js'
 */

/** Time limit in ms for an answer to a further workload: awaiting 1,000 calls one by one takes 7 s. */
const FURTHER_WORKLOAD_MS = 20_000

/** Number of requests in which calls are counted: few, because counts have no noise. In the slowest lab 20 requests took 3 s. */
const COUNTED_REQUESTS = 5

/**
 * Checks that all variants answer each workload's request with the same status and body, whatever the claims compare. If all answers to a
 * workload must be unique, checks only the status: the load generator checks that no two answers are equal.
 *
 * @param {Trial} trial
 * @param {Processes} processes
 * @returns {Promise<Oracle>}
 * @throws {VariantFailure} where a variant answers with another status than 2xx
 */
export async function compareServerAnswers (trial, processes, { areAnswersChecked = false } = {}) {
  const { lab, reference } = trial
  const subject = /** @type {ServerSubject} */ (trial.subject)
  const { variants, workloads } = /** @type {ServerManifest} */ (lab.manifest)
  /** @type {Map<string, string>} right body, by request: several workloads may send the same request */
  const known = new Map()
  let checked = 0
  for (const workload of [null, ...Object.keys(workloads)]) {
    const request = /** @type {LabRequest} */ (subject.findRequest(workload))
    const key = JSON.stringify([request.method, request.path, request.headers, request.body])
    const body = known.get(key)
    if (body !== undefined && !request.randomInputs) {
      subject.bodies.set(workload, body)
      continue
    }
    const limitTime = makeTimeLimits(trial, workload)
    // asks an attendee's file last, because only the first failure is reported
    const isAsked = (/** @type {string} */ variant) =>
      workload === null || (variant in variants && (!areAnswersChecked || isClaimed(trial, variant, workload)))
    const asked = [...processes].filter(([variant]) => isAsked(variant))
      .sort(([a], [b]) => Number(isLabVariant(lab, b)) - Number(isLabVariant(lab, a)))
    if (asked.length === 0) continue
    const answers = await settleAllOrThrow(asked.map(async ([variant, measured]) => {
      const answer = await limitTime(variant, (limit) => awaitServerAnswer(measured, sendRequest(measured, request), limit))
      if (answer.status < 200 || answer.status > 299) {
        const details = [measured.stderr, answer.body].filter(Boolean).join('\n')
        throw new VariantFailure('WRONG_STATUS', variant, `answered ${request.method} ${request.path} with status ${answer.status}`, details)
      }
      return { variant, ...answer }
    }))
    checked += answers.length
    if (request.answers === 'unique') continue
    const { expected, other } = compareResponses(answers, reference)
    if (other) return { verdict: 'different', checked, difference: `${formatRequest(request)}: ${describeDifferentResponses(expected, other)}` }
    subject.bodies.set(workload, expected.body)
    known.set(key, expected.body)
    const drawn = await compareAnswersToRandomRequests(trial, request, processes)
    checked += drawn.checked
    if (drawn.difference) return { ...drawn, checked }
  }
  return { verdict: 'same', checked, difference: null }
}

/**
 * Makes the time limits of the answers to one workload. The limit of an attendee's file counts from the last answer of the lab's programs.
 *
 * @param {Trial} trial
 * @param {string | null} workload
 * @returns {<T>(variant: string, ask: (limit: { withinMs?: number, answered?: () => number }) => Promise<T>) => Promise<T>}
 */
function makeTimeLimits ({ lab }, workload) {
  let [open, ticks] = [0, 0]
  const withinMs = workload === null ? undefined : FURTHER_WORKLOAD_MS
  return (variant, ask) => {
    // a changing number restarts the limit
    if (!isLabVariant(lab, variant)) return ask({ answered: () => open > 0 ? ++ticks : ticks })
    open++
    return ask({ withinMs }).finally(() => { open-- })
  }
}

/**
 * True if a claim compares a variant under a workload. A later measurement of the same file checks only such answers, because a slow
 * variant can take 7 s for an answer.
 *
 * @param {Trial} trial
 * @param {string} variant
 * @param {string} workload
 */
function isClaimed ({ lab }, variant, workload) {
  const { claims, workloads } = /** @type {ServerManifest} */ (lab.manifest)
  const named = [workload, ...Object.keys(workloads).filter((other) => workloads[other].background === workload)]
  const claimed = claims.flatMap((claim) => Object.values(findClaimSides(claim)))
  return named.some((name) => claimed.includes(`${variant}@${name}`))
}

/**
 * Counts calls in servers that have already been measured, because starting new servers would take half a second.
 *
 * @param {Trial} trial
 * @param {Processes} processes
 * @returns {Promise<Counter[]>}
 */
export function countServerCalls ({ lab, subject }, processes) {
  return countCalls(lab.manifest, async (side, path) => {
    const load = /** @type {ServerSubject} */ (subject).putUnderLoad(processes, side)
    try {
      await load.measured.ask('startCount', { path })
      await load.send(COUNTED_REQUESTS)
      const { calls } = await load.measured.ask('stopCount')
      return calls / COUNTED_REQUESTS
    } finally {
      load.close()
    }
  })
}
