import { findClaimSides } from '../../lab/sides.js'
import { isLabVariant } from '../../sources/sources.js'
import { settleAllOrThrow } from '../settle-all-or-throw.js'
import { sendRequest, findWorkloadRequest, awaitServerAnswer } from '../load/http.js'
import { VariantFailure } from '../../failures/index.js'
import { compareAnswersToRandomRequests } from './random-requests.js'
import { compareResponses, describeResponse } from './responses.js'

/**
 * @import { MeasuredProcess } from '../process/measured-process.js'
 * @import { Oracle, Run } from '../run.js'
 */

/**
 * Checks that all variants answer each workload's request with the same status and body. If all answers to a workload must be unique,
 * checks only the status: the load generator checks that no two answers are equal.
 *
 * @param {Run} run
 * @param {Map<string, MeasuredProcess>} processes
 * @returns {Promise<Oracle>}
 * @throws {VariantFailure} where a variant answers with another status than 2xx
 */
export async function compareServerAnswers (run, processes) {
  let checked = 0
  for (const workload of [null, ...Object.keys(/** @type {any} */ (run.lab.manifest).workloads)]) {
    const request = findWorkloadRequest(run, workload)
    // puts an attendee's file last, because only the first failure is reported: the file is not at fault if a variant of the lab fails too
    const asked = [...processes].filter(([variant]) => isClaimed(run, variant, workload))
      .sort(([a], [b]) => Number(isLabVariant(run.lab, b)) - Number(isLabVariant(run.lab, a)))
    if (asked.length === 0) continue
    const answers = await settleAllOrThrow(asked.map(async ([variant, measured]) => {
      const answer = await awaitServerAnswer(measured, sendRequest(measured.port, request))
      if (answer.status < 200 || answer.status > 299) {
        const details = [measured.stderr, answer.body].filter(Boolean).join('\n')
        throw new VariantFailure('WRONG_STATUS', variant, `answered ${request.method} ${request.path} with status ${answer.status}`, details)
      }
      return { variant, ...answer }
    }))
    checked += answers.length
    if (request.answers === 'unique') continue
    const { expected, other } = compareResponses(answers, run.reference)
    if (other) {
      const answered = [expected, other].map((response) => `${response.variant} answers ${describeResponse(response)}`)
      return { verdict: 'different', checked, difference: `${request.method} ${request.path}: ${answered.join(', ')}` }
    }
    run.bodies.set(workload, expected.body)
    const drawn = await compareAnswersToRandomRequests(run, request, processes)
    checked += drawn.checked
    if (drawn.difference) return { ...drawn, checked }
  }
  return { verdict: 'same', checked, difference: null }
}

/**
 * True if a variant's answer to a workload is checked. Under workloads other than the lab's main one, only variants that a claim compares
 * are checked, because a slow variant can take 5 s for an answer.
 *
 * @param {Run} run
 * @param {string} variant
 * @param {string | null} workload
 */
function isClaimed (run, variant, workload) {
  if (workload === null) return true
  const { claims, workloads } = /** @type {any} */ (run.lab.manifest)
  const named = [workload, ...Object.keys(workloads).filter((other) => workloads[other].background === workload)]
  const claimed = claims.flatMap((/** @type {any} */ claim) => Object.values(findClaimSides(claim)))
  return named.some((name) => claimed.includes(`${variant}@${name}`))
}
