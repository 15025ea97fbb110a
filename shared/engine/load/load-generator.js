import { createRequire } from 'node:module'
import { StringDecoder } from 'node:string_decoder'
import { HotpathError } from '../failures.js'
import { BodyDecoder, findAcceptedEncoding } from './decode-body.js'

/**
 * @import { EventEmitter } from 'node:events'
 * @import { Socket } from 'node:net'
 * @import { ErrorCode } from '../failures.js'
 * @import { Place, Request } from './http.js'
 */

/**
 * @typedef {object} Asked another request than the load's own
 * @property {Request} request
 * @property {(status: number, body: string) => string | undefined} findDifference continues the server's name where the answer is wrong
 * @property {boolean} [isTimed] true if its latency counts
 */

/**
 * @typedef {{ requestBuffer: Buffer, asked?: Asked }} Written request as it is sent
 * @typedef {object} PendingAnswer
 * @property {Written} req
 * @property {number} bytes of head and body
 * @property {{ headers: string[] }} headers names and values in turn
 * @property {string} body
 * @property {StringDecoder} [decoder] of a body without an encoding
 * @property {string} [encoding]
 * @property {Buffer[]} [chunks] of an encoded body
 *
 * @typedef {object} PipelinedRequests
 * @property {(chunk: Buffer) => void} addBody
 * @property {() => PendingAnswer | undefined} peek
 * @property {() => PendingAnswer | undefined} terminateRequest
 *
 * @typedef {object} Connection
 * @property {Socket} conn
 * @property {Socket} [watched] the socket that it had at its last request
 * @property {number} passedAt when its last request was due
 * @property {PipelinedRequests} pipelinedRequests
 * @property {{ currentRequest: Written, nextRequest: () => void, requestBuilder: (request: Request) => Buffer }} requestIterator
 * @property {PendingAnswer} [answer] the last one
 * @property {() => void} destroy
 *
 * @typedef {EventEmitter & Connection} Client of autocannon, which has no types
 */

const require = createRequire(import.meta.url)

/** Duration in seconds for autocannon, which requires a duration. A measurement stops autocannon much sooner. */
const A_WEEK_S = 7 * 24 * 3600

/**
 * Load generator for one server: each open connection sends a request, waits for the response, then sends the next request. A measured
 * block is an exact number of requests.
 *
 * Between two blocks this process holds back the next request of every connection (`socket.cork`), so the server is idle. All CPU time from
 * a block's start to its end is therefore used for the block's requests.
 */
export class LoadGenerator {
  /**
   * @param {object} options
   * @param {Place} options.place
   * @param {Request} options.request
   * @param {(body: string) => string | undefined} options.findFault says what is wrong with an answer
   * @param {() => Asked | undefined} [options.draw] another request in the place of the next one
   */
  constructor ({ place: { port, isTls }, request, findFault, draw = () => undefined }) {
    this.allowed = 0
    this.answered = 0
    this.target = 0
    /** times at which the next requests are due, if the load has a pace @type {number[]} */
    this.due = []
    /** @type {any[]} connections with a request held back */
    this.held = []
    this.clients = new Set()
    /** @type {number[]} */
    this.latenciesUs = []
    /** bytes of each answer @type {number[]} */
    this.bytes = []
    this.decoder = new BodyDecoder()
    this.headers = request.headers
    /** @type {{ resolve: (value: any) => void, reject: (error: Error) => void } | undefined} */
    this.block = undefined
    this.findFault = findFault
    this.draw = draw
    /** µs of other requests, which no figure is about @type {number[]} */
    this.otherLatenciesUs = []
    /** bytes of other requests @type {WeakMap<Request, Buffer>} */
    this.written = new WeakMap()
    /** @type {NodeJS.Timeout | undefined} timer of paced requests */
    this.pace = undefined
    /** @type {Error | undefined} */
    this.failed = undefined

    // loads autocannon only when a server is measured, because loading takes 0.1 s
    const autocannon = require('autocannon')
    this.run = autocannon({
      url: `${isTls ? 'https' : 'http'}://127.0.0.1:${port}${request.path}`,
      tlsOptions: { rejectUnauthorized: false },
      method: request.method,
      headers: request.headers,
      body: request.body,
      connections: request.connections,
      duration: A_WEEK_S,
      timeout: A_WEEK_S,
      setupClient: (/** @type {Client} */ client) => this.#hold(client),
    }, () => {})
    this.run.on('reqError', (/** @type {Error} */ error) => this.#fail('BROKE_CONNECTION', `broke a connection: ${error.message}`))
  }

  /**
   * Sends a number of requests and waits for all answers.
   *
   * @param {number} count at least one
   * @param {number} [everyMs] sends at this pace, and times each request from its due time: a server that stalls must not
   *   slow down its clients (coordinated omission)
   * @returns {Promise<{ seconds: number, latenciesUs: number[], bytes: number[] }>} `bytes`: of each answer, with its head
   * @throws {Error} whose message continues the server's name
   */
  async send (count, everyMs) {
    if (this.failed) throw this.failed
    this.target = this.answered + count
    this.due = []
    this.allowed = everyMs ? 0 : count
    this.latenciesUs = []
    this.bytes = []
    this.otherLatenciesUs = []
    const start = performance.now()
    const done = new Promise((resolve, reject) => { this.block = { resolve, reject } })
    if (everyMs) this.pace = this.#pace(count, everyMs)
    this.#release()
    try {
      await done
    } finally {
      clearInterval(this.pace)
    }
    const seconds = (performance.now() - start) / 1000
    return { seconds, latenciesUs: this.latenciesUs.length ? this.latenciesUs : this.otherLatenciesUs, bytes: this.bytes }
  }

  close () {
    this.closed = true
    clearInterval(this.pace)
    for (const client of this.clients) client.destroy()
    this.run.stop()
  }

  /** @param {Client} client not connected yet */
  #hold (client) {
    this.clients.add(client)
    // replaces autocannon's decoding, which breaks a character that is split between two chunks
    client.pipelinedRequests.addBody = (/** @type {Buffer} */ chunk) => {
      const answer = client.pipelinedRequests.peek()
      if (!answer) return
      if (!answer.decoder && !answer.chunks) this.#chooseDecoder(answer)
      if (answer.chunks) answer.chunks.push(chunk)
      else answer.body += answer.decoder?.write(chunk)
    }
    const terminate = client.pipelinedRequests.terminateRequest
    client.pipelinedRequests.terminateRequest = () => {
      const answer = terminate.call(client.pipelinedRequests)
      // decodes an incomplete last character as `sendRequest` does, because the expected body comes from `sendRequest`
      if (answer?.decoder) answer.body += answer.decoder.end()
      if (answer?.chunks) this.#decode(answer)
      client.answer = answer
      return answer
    }
    this.#drawRequests(client)
    client.on('request', () => {
      if (client.watched !== client.conn) this.#watch(client)
      if (this.#pass(client)) return
      client.conn.cork()
      this.held.push(client)
    })
    client.on('response', (/** @type {number} */ status) => {
      const { req: { asked }, body, bytes } = /** @type {PendingAnswer} */ (client.answer)
      const isOther = asked && !asked.isTimed
      const latenciesUs = isOther ? this.otherLatenciesUs : this.latenciesUs
      latenciesUs.push((performance.now() - client.passedAt) * 1000)
      if (!isOther) this.bytes.push(bytes)
      const difference = asked?.findDifference(status, body)
      if (difference) return this.#fail('WRONG_ANSWER', difference)
      if (!asked && (status < 200 || status > 299)) return this.#fail('WRONG_STATUS', `answered with status ${status}`)
      const fault = asked ? undefined : this.findFault(body)
      if (fault) return this.#fail('WRONG_ANSWER', fault)
      if (++this.answered === this.target) this.block?.resolve(undefined)
    })
  }

  /** @param {PendingAnswer} answer of which the head has arrived */
  #chooseDecoder (answer) {
    const { headers = [] } = answer.headers
    const at = headers.findIndex((name, index) => index % 2 === 0 && name.toLowerCase() === 'content-encoding')
    if (at >= 0) answer.encoding = findAcceptedEncoding(answer.req.asked?.request.headers ?? this.headers, headers[at + 1])
    if (answer.encoding) answer.chunks = []
    else answer.decoder = new StringDecoder('utf8')
  }

  /** Decodes an encoded body. @param {PendingAnswer} answer that has ended */
  #decode (answer) {
    try {
      answer.body = this.decoder.decode(Buffer.concat(/** @type {Buffer[]} */ (answer.chunks)), String(answer.encoding))
    } catch (error) {
      this.#fail(error.code, error.message)
    }
  }

  /** Draws each request of a connection, instead of repeating one. @param {Client} client not connected yet */
  #drawRequests (client) {
    const { requestIterator } = client
    const usual = requestIterator.currentRequest
    requestIterator.nextRequest = () => {
      const asked = this.draw()
      requestIterator.currentRequest = asked ? { requestBuffer: this.#write(client, asked.request), asked } : usual
    }
    requestIterator.nextRequest()
  }

  /** @param {Client} client @param {Request} request @returns {Buffer} its bytes */
  #write ({ requestIterator }, request) {
    const known = this.written.get(request)
    if (known) return known
    const { method, path, headers, body } = request
    const bytes = requestIterator.requestBuilder(/** @type {Request} */ ({ method, path, headers, body: body ?? '' }))
    this.written.set(request, bytes)
    return bytes
  }

  /** @param {number} count @param {number} everyMs */
  #pace (count, everyMs) {
    const start = performance.now()
    let sent = 0
    return setInterval(() => {
      const now = performance.now()
      for (; sent < count && start + sent * everyMs <= now; sent++) {
        this.allowed++
        // if a connection was free, starts the clock now: the delay is this timer's (0.5 ms on Linux, 15 ms on Windows), not the server's
        this.due.push(this.held.length >= this.allowed ? now : start + sent * everyMs)
      }
      this.#release()
    }, 1)
  }

  /** Sends held-back requests, as many as `allowed` permits. */
  #release () {
    while (this.allowed > 0 && this.held.length > 0) {
      const client = this.held.shift()
      this.#pass(client)
      client.conn.uncork()
    }
  }

  /** @param {Client} client @returns {boolean} true: its request may go */
  #pass (client) {
    if (this.allowed <= 0) return false
    this.allowed--
    client.passedAt = this.due.shift() ?? performance.now()
    return true
  }

  /** @param {Client} client */
  #watch (client) {
    if (client.watched) this.#fail('CLOSED_CONNECTION', 'closed a connection between two requests; expected a keep-alive connection that stays open')
    client.watched = client.conn
    client.conn.setNoDelay(true)
  }

  /** @param {ErrorCode} code @param {string} what */
  #fail (code, what) {
    if (this.closed) return
    this.failed ??= new HotpathError(code, what)
    this.block?.reject(this.failed)
    // destroys the clients, because autocannon otherwise reconnects forever
    for (const client of this.clients) client.destroy()
  }
}
