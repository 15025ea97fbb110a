import { request as sendPlain } from 'node:http'
import { request as sendEncrypted } from 'node:https'
import { HotpathError, VariantFailure } from '../failures.js'
import { decodeBody, findAcceptedEncoding } from './decode-body.js'
import { sendHttp2Request } from './http2.js'
import { cutText } from '../answers.js'
import { createRandom } from '../stats/random.js'

/**
 * @import { MeasuredProcess } from '../process/measured-process.js'
 * @import { Random } from '../stats/random.js'
 * @import { Processes } from '../measure.js'
 * @import { Asked } from './load-generator.js'
 */

/**
 * @typedef {object} Request that a load generator repeats
 * @property {string} method
 * @property {string} path
 * @property {Record<string, string>} [headers]
 * @property {string} [body]
 * @property {number} connections
 * @property {'alike' | 'unique' | 'any'} answers how a response's body is checked: equal to the right one, to none before, or not at all
 * @property {number} [everyMs] a fixed pace, timed from when each request was due
 * @property {string} [background] another workload that runs meanwhile
 * @property {number} [requests] the size of a block
 * @property {boolean} [pinned] false turns CPU pinning off, for claims about several CPUs
 * @property {(random: Random) => Partial<Request>} [draw] draws a request that no process gets twice, in the place of this one
 * @property {(bodies: string[]) => string | undefined} [findFault] says what is wrong with unique answers
 */

/** @typedef {{ status: number, body: string, type: string }} Response `type`: the header content-type in lower case, without blanks */

/** @typedef {{ port: number, isTls?: boolean, isHttp2?: boolean }} Place of a server on 127.0.0.1 */

/**
 * Sends one request on a new connection and reads the response. Accepts any certificate, because a test server has its own.
 *
 * @param {Place} place
 * @param {Request} request
 * @returns {Promise<Response>}
 */
export function sendRequest (place, request) {
  if (place.isHttp2) return sendHttp2Request(place, request)
  const { port, isTls } = place
  const { method, path, headers, body } = request
  const send = isTls ? sendEncrypted : sendPlain

  return new Promise((resolve, reject) => {
    const sent = send({ host: '127.0.0.1', port, method, path, headers, agent: false, rejectUnauthorized: false }, (response) => {
      const encoding = findAcceptedEncoding(headers, response.headers['content-encoding'])
      response.toArray().then((chunks) => {
        const bytes = Buffer.concat(chunks)
        const body = encoding ? decodeBody(bytes, encoding) : bytes.toString()
        resolve({ status: Number(response.statusCode), body, type: formatType(response.headers['content-type']) })
      }).catch(reject)
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

/** @param {unknown} type header, if there is one @returns {string} in lower case, without blanks */
export function formatType (type) {
  return String(type ?? '').toLowerCase().replaceAll(' ', '')
}

/**
 * Waits for a server's answer. Throws if the server hangs, exits or closes the connection.
 *
 * @template T
 * @param {MeasuredProcess} measured
 * @param {Promise<T>} doing
 * @param {{ withinMs?: number, answered?: () => number }} [how] `answered`: number of answers; a server that gives more does not hang
 * @returns {Promise<T>}
 * @throws {VariantFailure}
 */
export async function awaitServerAnswer (measured, doing, { withinMs = 0, answered } = {}) {
  const ms = Math.max(withinMs, measured.hangsAfterMs)
  const watchdog = measured.startWatchdog((seconds) => `left requests unanswered for ${seconds} s, or did not end its answer`, { withinMs: ms, answered })
  let forget = () => {}
  try {
    return await Promise.race([doing, new Promise((resolve, reject) => { forget = measured.whenFailed(reject) })])
  } catch (error) {
    if (error instanceof VariantFailure) throw error
    if (error instanceof HotpathError) throw await measured.reasonFor(error.code, error.message)
    throw await measured.reasonFor('BROKE_CONNECTION', `broke the connection: ${error.message}`)
  } finally {
    forget()
    watchdog.end()
  }
}

/** Number of drawn requests that only the reference is asked after the measurement: each may take as long as a whole block. */
const ASKED_LATER = 3

/**
 * @typedef {Pick<Response, 'status' | 'body'>} Answer
 * @typedef {{ share: number, asked: Asked[], variants: string[] }} Others what a share of these variants' load asks
 * @typedef {{ request: Request, right?: Answer, given: Map<string, Answer> }} Drawn `given`: answers not compared yet, by variant
 */

/** @param {Answer} answer @returns {string} */
function formatAnswer ({ status, body }) {
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
