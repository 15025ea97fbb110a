import { request as sendPlain } from 'node:http'
import { request as sendEncrypted } from 'node:https'
import { HotpathError, VariantFailure } from '../failures.js'
import { decodeBody, findAcceptedEncoding } from './decode-body.js'
import { sendHttp2Request } from './http2.js'

/**
 * @import { MeasuredProcess } from '../process/measured-process.js'
 * @import { Random } from '../stats/random.js'
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
  const watchdog = measured.startWatchdog(`left requests unanswered for ${ms / 1000} s, or did not end its answer`, { withinMs: ms, answered })
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
