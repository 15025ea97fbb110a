import { createRequire } from 'node:module'
import { setTimeout } from 'node:timers/promises'
import { HotpathError } from '../failures.js'
import { BodyDecoder, decodeBody, findAcceptedEncoding } from './decode-body.js'
import { formatType } from './http.js'

/**
 * @import { ClientHttp2Session } from 'node:http2'
 * @import { Place, Request, Response } from './http.js'
 * @import { Asked } from './load-generator.js'
 */

const require = createRequire(import.meta.url)

/** @param {Place} place @returns {ClientHttp2Session} that accepts any certificate */
function open ({ port, isTls }) {
  // loads Node's client only when a server speaks HTTP/2
  const session = require('node:http2').connect(`${isTls ? 'https' : 'http'}://127.0.0.1:${port}`, { rejectUnauthorized: false })
  // each request on a broken connection rejects with its own error, also the next one
  return session.on('error', () => {})
}

/**
 * Sends one request on an open connection and reads the response.
 *
 * @param {ClientHttp2Session} session
 * @param {Request} request
 * @returns {Promise<Omit<Response, 'body'> & { bytes: Buffer, encoding?: string }>} `encoding`: of the bytes, if the request accepts it
 */
function ask (session, { method, path, headers, body }) {
  return new Promise((resolve, reject) => {
    let status = 0
    let type = ''
    /** @type {string | undefined} */
    let encoding
    /** @type {Buffer[]} */
    const chunks = []
    const stream = session.request({ ':method': method, ':path': path, ...headers })
    stream
      .on('response', (answer) => {
        status = Number(answer[':status'])
        type = formatType(answer['content-type'])
        encoding = findAcceptedEncoding(headers, answer['content-encoding'])
      })
      .on('data', (chunk) => { chunks.push(chunk) })
      .on('error', reject)
      .on('end', () => {
        // If the server closes the connection, the answer ends early, and Node reports no error.
        if (status === 0 || stream.rstCode !== 0) reject(new Error('it closed before the whole answer was there'))
        else resolve({ status, type, encoding, bytes: Buffer.concat(chunks) })
      })
      .end(body)
  })
}

/**
 * Sends one request by HTTP/2 on a new connection and reads the response.
 *
 * @param {Place} place
 * @param {Request} request
 * @returns {Promise<Response>}
 */
export async function sendHttp2Request (place, request) {
  const session = open(place)
  try {
    const { bytes, encoding, ...answer } = await ask(session, request)
    return { ...answer, body: encoding ? decodeBody(bytes, encoding) : bytes.toString() }
  } finally {
    session.destroy()
  }
}

/** Load generator for a server of HTTP/2: each connection sends a request, waits for the response, then sends the next request. */
export class Http2LoadGenerator {
  /** number of requests that the server has answered */
  answered = 0

  /**
   * @param {object} options
   * @param {Place} options.place
   * @param {Request} options.request
   * @param {(body: string) => string | undefined} options.findFault says what is wrong with an answer
   * @param {() => Asked | undefined} [options.draw] another request in the place of the next one
   */
  constructor ({ place, request, findFault, draw = () => undefined }) {
    this.request = request
    this.draw = draw
    this.findFault = findFault
    this.sessions = Array.from({ length: request.connections }, () => open(place))
    this.decoder = new BodyDecoder()
  }

  /**
   * Sends a number of requests and waits for all answers.
   *
   * @param {number} count at least one
   * @param {number} [everyMs] sends at this pace, whatever the server answers: a connection carries several requests at once
   * @returns {Promise<{ seconds: number, latenciesUs: number[], bytes: number[] }>} `bytes`: none, because nobody counts them
   * @throws {Error} whose message continues the server's name
   */
  async send (count, everyMs) {
    const start = performance.now()
    /** @type {number[]} */
    const latenciesUs = []
    if (everyMs) {
      await Promise.all(Array.from({ length: count }, async (_, index) => {
        await setTimeout(index * everyMs)
        latenciesUs.push(await this.#ask(this.sessions[index % this.sessions.length]))
      }))
    } else {
      let left = count
      await Promise.all(this.sessions.map(async (session) => {
        while (left-- > 0) latenciesUs.push(await this.#ask(session))
      }))
    }
    return { seconds: (performance.now() - start) / 1000, latenciesUs, bytes: [] }
  }

  /** @param {ClientHttp2Session} session @returns {Promise<number>} µs until the right answer */
  async #ask (session) {
    const asked = this.draw()
    const sent = performance.now()
    const { status, bytes, encoding } = await ask(session, asked?.request ?? this.request).catch((error) => {
      throw new HotpathError('BROKE_CONNECTION', `broke a connection: ${error.message}`)
    })
    const latencyUs = (performance.now() - sent) * 1000
    const body = encoding ? this.decoder.decode(bytes, encoding) : bytes.toString()
    const difference = asked?.findDifference(status, body)
    if (difference) throw new HotpathError('WRONG_ANSWER', difference)
    if (!asked && (status < 200 || status > 299)) throw new HotpathError('WRONG_STATUS', `answered with status ${status}`)
    const fault = asked ? undefined : this.findFault(body)
    if (fault) throw new HotpathError('WRONG_ANSWER', fault)
    this.answered++
    return latencyUs
  }

  close () {
    for (const session of this.sessions) session.destroy()
  }
}
