import { cutText } from '../answers.js'
import { VariantFailure } from '../failures.js'
import { createRandom } from '../stats/random.js'
import { awaitServerAnswer, sendRequest } from './http.js'

/**
 * @import { MeasuredProcess } from '../process/measured-process.js'
 * @import { Processes } from '../session.js'
 * @import { Request, Response } from './http.js'
 * @import { Asked } from './load-generator.js'
 */

/** Number of drawn requests that only the reference is asked after the measurement: each may take as long as a whole block. */
const ASKED_LATER = 3

/**
 * @typedef {Pick<Response, 'status' | 'body'>} Answer
 * @typedef {{ share: number, asked: Asked[], variants: string[] }} Others what a share of these variants' load asks
 * @typedef {{ request: Request, right?: Answer, given: Map<string, Answer> }} Drawn `given`: answers not compared yet, by variant
 */

/** @param {Answer} answer @returns {string} */
export function formatAnswer ({ status, body }) {
  return `${status === 200 ? '' : `status ${status} `}${cutText(JSON.stringify(body))}`
}

/** @param {Request} request @returns {string} method, path and body, cut to a length that a message can show */
export function formatRequest ({ method, path, body }) {
  return cutText(`${method} ${path}${body === undefined ? '' : ` ${body}`}`)
}

/**
 * Requests of which no process gets one twice, so that no program can remember an answer. All processes of a run get the same sequence, and
 * their answers are compared with the reference's.
 */
export class DrawnRequests {
  /** @type {Map<number, Drawn>} by place in the sequence */
  #drawn = new Map()
  /** @type {WeakMap<MeasuredProcess, number>} number of drawn requests */
  #counts = new WeakMap()

  /** @param {{ seed: number, reference: string }} options */
  constructor ({ seed, reference }) {
    this.seed = seed
    this.reference = reference
  }

  /**
   * @param {Request} request with a function that draws
   * @param {MeasuredProcess} measured
   * @returns {Asked} the process's next request
   */
  draw (request, measured) {
    const place = this.#counts.get(measured) ?? 0
    this.#counts.set(measured, place + 1)
    /** @type {Drawn} */
    const drawn = this.#drawn.get(place) ??
      { request: { ...request, ...request.draw?.(createRandom(this.seed + place)) }, given: new Map() }
    this.#drawn.set(place, drawn)
    return {
      request: drawn.request,
      isTimed: true,
      findDifference: (status, body) => {
        if (measured.variant === this.reference) drawn.right ??= { status, body }
        else drawn.given.set(measured.variant, { status, body })
        return this.#findDifference(drawn, { status, body })
      },
    }
  }

  /**
   * Compares the answers that came before the reference's, and asks the reference for a few that it has not given.
   *
   * @param {Processes} processes
   * @throws {VariantFailure} where an answer is wrong
   */
  async check (processes) {
    const reference = processes.get(this.reference)
    let asked = 0
    // the latest first: a program may have stopped to answer rightly
    for (const drawn of [...this.#drawn.values()].reverse()) {
      if (!drawn.right && reference && drawn.given.size > 0 && asked++ < ASKED_LATER) {
        drawn.right = await awaitServerAnswer(reference, sendRequest(reference, drawn.request))
      }
      for (const [variant, answer] of drawn.given) {
        const difference = this.#findDifference(drawn, answer)
        if (difference) throw new VariantFailure('WRONG_ANSWER', variant, difference)
      }
      drawn.given.clear()
    }
  }

  /** @param {Drawn} drawn @param {Answer} answer @returns {string | undefined} */
  #findDifference ({ request, right }, answer) {
    if (!right || (right.status === answer.status && right.body === answer.body)) return
    return `answers ${formatRequest(request)} with ${formatAnswer(answer)}; expected ${formatAnswer(right)}, the answer of ${this.reference}`
  }
}

/**
 * Makes what a load asks beside its own request, with the answers that are right.
 *
 * @param {Request} request
 * @param {Answer} right
 * @returns {Asked}
 */
export function askOtherRequest (request, right) {
  return {
    request,
    findDifference: (status, body) => status === right.status && body === right.body
      ? undefined
      : `answers ${formatRequest(request)} under load with ${formatAnswer({ status, body })}; expected ${formatAnswer(right)}`,
  }
}
