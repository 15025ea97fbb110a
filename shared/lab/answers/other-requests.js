import { formatRequest, sendRequest, awaitServerAnswer } from '@hotpath-labs/engine/load/http.js'
import { settleAllOrThrow } from '@hotpath-labs/engine/process/measured-process.js'
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

/** Number of requests that the reference is asked at the same time: all others wait for its answers, and it may only wait itself. */
const ASKED_AHEAD = 4

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
  const { default: fc } = await (randomInputs ? import('fast-check') : { default: undefined })
  const arbitrary = fc && randomInputs?.(fc)
  const draw = { seed: session.seed, numRuns: REQUESTS_PER_RUN }
  const drawn = fc && arbitrary ? fc.sample(arbitrary, draw) : []
  const list = [...Object.entries(edgeCases), ...drawn.map((change) => /** @type {const} */ (['', change]))]
    .map(([name, change]) => ({ name, asked: /** @type {LabRequest} */ ({ ...request, ...change }) }))
  const ahead = new AnswersAhead(processes.get(reference), list.map(({ asked }) => asked))
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
  try {
    for (const { name, asked } of list) {
      const difference = await differenceFor(asked, name)
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
  return { verdict: 'same', checked, difference: null, others }
}

/** @param {MeasuredProcess} measured @param {Request} request @param {() => number} [answered] restarts the time limit where it grows */
const ask = (measured, request, answered) => awaitServerAnswer(measured, sendRequest(measured, request), { answered })

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
