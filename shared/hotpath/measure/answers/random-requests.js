import { settleAllOrThrow } from '../settle-all-or-throw.js'
import { sendRequest, awaitServerAnswer } from '../load/http.js'
import { compareResponses, describeDifferentResponses } from './responses.js'
import { findSmallerWrongInput } from './shrink.js'
import { cutText } from './values.js'

/**
 * @import { MeasuredProcess } from '../process/measured-process.js'
 * @import { Oracle } from '../../report/result-schema.js'
 * @import { LabRequest } from '../../lab/manifest.js'
 * @import { Trial } from '../trial.js'
 * @import { Arbitrary } from 'fast-check'
 */

/** Number of random requests per run: few, because each request waits until all servers have answered the previous one. */
const REQUESTS_PER_RUN = 12

/**
 * Compares all servers' answers to the lab's random requests, so that a server with hard-coded answers fails. Checks nothing if the lab
 * declares no random requests.
 *
 * @param {Trial} trial
 * @param {LabRequest} request
 * @param {Map<string, MeasuredProcess>} processes
 * @returns {Promise<Oracle>}
 */
export async function compareAnswersToRandomRequests ({ lab, reference, session }, request, processes) {
  if (!request.randomInputs) return { verdict: 'same', checked: 0, difference: null }
  const { default: fc } = await import('fast-check')
  const variants = Object.keys(lab.manifest.variants).filter((variant) => processes.has(variant))
  const arbitrary = /** @type {Arbitrary<any>} */ (/** @type {any} */ (request.randomInputs(fc)))
  const draw = { seed: session.seed, numRuns: REQUESTS_PER_RUN }
  const differenceFor = async (/** @type {any} */ change) => {
    const drawn = Object.assign({}, request, change)
    const answers = await settleAllOrThrow(variants.map(async (variant) => {
      const measured = /** @type {MeasuredProcess} */ (processes.get(variant))
      return { variant, ...await awaitServerAnswer(measured, sendRequest(measured.port, drawn)) }
    }))
    const { expected, other } = compareResponses(answers, reference)
    return other && `${formatRequest(drawn)}: ${describeDifferentResponses(expected, other)}`
  }
  let checked = 0
  for (const change of fc.sample(arbitrary, draw)) {
    const difference = await differenceFor(change)
    checked += variants.length
    if (difference) return { verdict: 'different', checked, difference: await findSmallerWrongInput(fc, arbitrary, draw, difference, differenceFor) }
  }
  return { verdict: 'same', checked, difference: null }
}

/** @param {LabRequest} request @returns {string} method, path and body, cut to a length that a message can show */
export function formatRequest ({ method, path, body }) {
  return cutText(`${method} ${path}${body === undefined ? '' : ` ${body}`}`)
}
