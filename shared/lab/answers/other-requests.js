import { formatRequest } from '@hotpath-labs/engine/load/drawn-requests.js'
import { sendRequest, awaitServerAnswer } from '@hotpath-labs/engine/load/http.js'
import { settleAllOrThrow } from '@hotpath-labs/engine/settle-all-or-throw.js'
import { listVariants } from '../plans.js'
import { findSmallerWrongInput } from './random.js'
import { compareResponses, describeDifferentResponses } from './responses.js'

/**
 * @import { Request } from '@hotpath-labs/engine/load/http.js'
 * @import { MeasuredProcess } from '@hotpath-labs/engine/process/measured-process.js'
 * @import { LabRequest } from '../manifest.js'
 * @import { Oracle } from '../report/result-schema.js'
 * @import { Trial } from '../measure/trial.js'
 * @import { Response } from './responses.js'
 */

/** Number of random requests per run: few, because each request waits until all servers have answered the previous one. */
const REQUESTS_PER_RUN = 12

/** @typedef {{ request: LabRequest, right: Response }} OtherAnswer the reference's answer to another request */

/**
 * Compares all servers' answers to other requests than the workload's: the edge cases, and random requests. A server that recognises one
 * request fails, and so does one that fails on an edge.
 *
 * @param {Trial} trial
 * @param {LabRequest} request
 * @param {Map<string, MeasuredProcess>} processes
 * @returns {Promise<Oracle & { others: OtherAnswer[] }>} `others`: the requests, with their right answers
 */
export async function compareAnswersToOtherRequests ({ plan, reference, session }, request, processes) {
  const variants = listVariants(plan).filter((variant) => processes.has(variant))
  const { edgeCases = {}, randomInputs, contentTypes } = request
  /** @type {OtherAnswer[]} */
  const others = []
  let checked = 0
  const differenceFor = async (/** @type {Partial<Request>} */ change, name = '') => {
    const asked = Object.assign({}, request, change)
    const answers = await settleAllOrThrow(variants.map(async (variant) => {
      const measured = /** @type {MeasuredProcess} */ (processes.get(variant))
      return { variant, ...await awaitServerAnswer(measured, sendRequest(measured, asked)) }
    }))
    checked += variants.length
    const { expected, other } = compareResponses(answers, reference, contentTypes)
    if (other) return `${name && `${name}: `}${formatRequest(asked)}: ${describeDifferentResponses(expected, other)}`
    others.push({ request: asked, right: expected })
  }
  for (const [name, change] of Object.entries(edgeCases)) {
    const difference = await differenceFor(change, name)
    if (difference) return { verdict: 'different', checked, difference, others }
  }
  if (randomInputs) {
    const { default: fc } = await import('fast-check')
    const arbitrary = randomInputs(fc)
    const draw = { seed: session.seed, numRuns: REQUESTS_PER_RUN }
    for (const change of fc.sample(arbitrary, draw)) {
      const difference = await differenceFor(change)
      if (difference) return { verdict: 'different', checked, difference: await findSmallerWrongInput(fc, arbitrary, draw, difference, (drawn) => differenceFor(drawn)), others }
    }
  }
  return { verdict: 'same', checked, difference: null, others }
}
