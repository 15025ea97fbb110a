import { formatRequest, sendRequest, awaitServerAnswer } from '@hotpath-labs/engine/load/http.js'
import { VariantFailure } from '@hotpath-labs/engine/failures.js'
import { settleAllOrThrow } from '@hotpath-labs/engine/process/measured-process.js'
import { isLabProgram, listVariants } from '../plans.js'
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

/** Number of requests that the reference is asked at the same time: all others wait for its answers, and it may only wait itself. */
const ASKED_AHEAD = 4

/** @typedef {{ request: LabRequest, right: Response }} OtherAnswer the reference's answer to another request */

/**
 * Compares all servers' answers to other requests than the workload's: the edge cases, and random requests. A server that recognises one
 * request fails, and so does one that fails on an edge. An attendee's server is first asked all of them at the same time, because it may
 * share a variable between requests, and later it may have kept the answers.
 *
 * @param {Trial} trial
 * @param {LabRequest} request
 * @param {Map<string, MeasuredProcess>} processes
 * @returns {Promise<Oracle & { others: OtherAnswer[] }>} `others`: the requests, with their right answers
 */
export async function compareAnswersToOtherRequests ({ plan, reference, session }, request, processes) {
  const variants = listVariants(plan).filter((variant) => processes.has(variant))
  const { edgeCases = {}, randomInputs, contentTypes } = request
  const { default: fc } = await (randomInputs ? import('fast-check') : { default: undefined })
  const arbitrary = fc && randomInputs?.(fc)
  const draw = { seed: session.seed, numRuns: REQUESTS_PER_RUN }
  const drawn = fc && arbitrary ? fc.sample(arbitrary, draw) : []
  /** @type {[string, Partial<Request> & { answer?: string }][]} */
  const changes = [...Object.entries(edgeCases), ...drawn.map((change) => /** @type {[string, Partial<Request>]} */ (['', change]))]
  const list = changes
    .map(([name, { answer, ...change }]) => ({ name, answer, asked: /** @type {LabRequest} */ ({ ...request, ...change }) }))
  const compared = list.filter(({ answer }) => answer === undefined).map(({ asked }) => asked)
  const ahead = new AnswersAhead(processes.get(reference), compared)
  const attempts = variants.filter((variant) => variant !== reference && !isLabProgram(plan, variant))
  const askAttempt = (/** @type {string} */ name) => askAtOnce(name, /** @type {MeasuredProcess} */ (processes.get(name)), compared)
  const atOnce = await settleAllOrThrow(attempts.map(askAttempt))
  /** @type {OtherAnswer[]} */
  const others = []
  let checked = 0
  const differenceFor = async (/** @type {LabRequest} */ asked, name = '') => {
    const answers = await settleAllOrThrow(variants.map(async (variant) => {
      const known = variant === reference ? ahead.answers.get(asked) : undefined
      return { variant, ...await (known ?? ask(/** @type {MeasuredProcess} */ (processes.get(variant)), asked)) }
    }))
    checked += variants.length
    const { expected, other } = compareResponses(answers, reference, contentTypes)
    if (other) return `${name && `${name}: `}${formatRequest(asked)}: ${describeDifferentResponses(expected, other)}`
    others.push({ request: asked, right: expected })
  }
  const differenceFromKnown = async (/** @type {LabRequest} */ asked, /** @type {string} */ name, /** @type {string} */ body) => {
    for (const variant of variants.filter((variant) => variant !== reference)) {
      const right = { variant: reference, status: 200, body, type: null }
      const given = await askOrFindHang(/** @type {MeasuredProcess} */ (processes.get(variant)), asked)
      checked++
      if (typeof given === 'string') return `${name}: ${formatRequest(asked)}: ${variant} ${given}`
      const { other } = compareResponses([right, { variant, ...given, type: null }], reference)
      if (other) return `${name}: ${formatRequest(asked)}: ${describeDifferentResponses(right, other)}`
    }
  }
  try {
    for (const { name, asked, answer } of list) {
      const difference = answer === undefined ? await differenceFor(asked, name) : await differenceFromKnown(asked, name, answer)
      if (!difference) continue
      ahead.end()
      const differenceOf = (/** @type {Partial<Request>} */ change) => differenceFor(Object.assign({}, request, change))
      const isDrawn = fc && arbitrary && !name
      const smallest = isDrawn ? await findSmallerWrongInput(fc, arbitrary, draw, difference, differenceOf) : difference
      return { verdict: 'different', checked, difference: smallest, others }
    }
  } finally {
    ahead.end()
  }
  for (const answers of atOnce) {
    const difference = findDifferenceAtOnce(answers, others, contentTypes)
    checked += others.length
    if (difference) return { verdict: 'different', checked, difference, others }
  }
  return { verdict: 'same', checked, difference: null, others }
}

/**
 * Asks a server several requests at the same time.
 *
 * @param {string} variant
 * @param {MeasuredProcess} measured
 * @param {Request[]} requests
 */
async function askAtOnce (variant, measured, requests) {
  let answered = 0
  return settleAllOrThrow(requests.map(async (request) => {
    const given = await ask(measured, request, () => answered)
    answered++
    return { variant, ...given }
  }))
}

/**
 * @param {Awaited<ReturnType<typeof askAtOnce>>} answers
 * @param {OtherAnswer[]} others the same requests, with their right answers
 * @param {string[]} [contentTypes]
 * @returns {string | undefined} describes the first wrong answer
 */
function findDifferenceAtOnce (answers, others, contentTypes) {
  for (const [index, { request, right }] of others.entries()) {
    const { other } = compareResponses([right, answers[index]], right.variant, contentTypes)
    if (other) return `${formatRequest(request)}, while other requests are under way: ${describeDifferentResponses(right, other)}`
  }
}

/** @param {MeasuredProcess} measured @param {Request} request @param {() => number} [answered] restarts the time limit where it grows */
const ask = (measured, request, answered) => awaitServerAnswer(measured, sendRequest(measured, request), { answered })

/**
 * @param {MeasuredProcess} measured
 * @param {Request} request
 * @returns {Promise<Awaited<ReturnType<typeof ask>> | string>} a text says that the server hangs
 */
async function askOrFindHang (measured, request) {
  try {
    return await ask(measured, request)
  } catch (error) {
    if (error instanceof VariantFailure && error.code === 'TIMED_OUT') return error.what
    throw error
  }
}

/** The answers of one server to a list of requests, some of them asked at the same time. */
class AnswersAhead {
  /** @type {Map<Request, ReturnType<typeof ask>>} */
  answers = new Map()
  #isOver = false
  #answered = 0

  /** @param {MeasuredProcess | undefined} measured @param {Request[]} requests */
  constructor (measured, requests) {
    for (const request of measured ? requests : []) {
      const before = [...this.answers.values()].at(-ASKED_AHEAD)
      const answer = Promise.resolve(before).then(async () => {
        if (this.#isOver) throw new Error('nobody waits for this answer any more')
        const given = await ask(/** @type {MeasuredProcess} */ (measured), request, () => this.#answered)
        this.#answered++
        return given
      })
      // it may fail before anybody awaits it
      answer.catch(() => {})
      this.answers.set(request, answer)
    }
  }

  end () {
    this.#isOver = true
  }
}
