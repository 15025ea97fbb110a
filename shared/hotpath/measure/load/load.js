import { createRequire } from 'node:module'
import { StringDecoder } from 'node:string_decoder'

/** @import { Request } from '../../lab/manifest.js' */

const require = createRequire(import.meta.url)

/** Autocannon has to be given an end; nothing here runs for a week. */
const A_WEEK_S = 7 * 24 * 3600

/**
 * A closed-loop load on one server, over connections that stay open, which lets through exactly as many requests as it is told to.
 *
 * Between two blocks every connection's next request is held back in this process (`socket.cork`), so at the edges of a block
 * the server has answered all it was sent and is idle: what it used in between was used for these requests.
 */
export class Load {
  /**
   * @param {object} options
   * @param {number} options.port on 127.0.0.1
   * @param {Request} options.request
   * @param {(body: string) => boolean} options.isRight
   */
  constructor ({ port, request, isRight }) {
    this.allowed = 0
    this.answered = 0
    this.target = 0
    /** when the next requests were to go, where there is a pace @type {number[]} */
    this.due = []
    /** @type {any[]} connections whose next request is held back */
    this.held = []
    this.clients = new Set()
    /** @type {number[]} */
    this.latenciesUs = []
    /** @type {{ resolve: (value: any) => void, reject: (error: Error) => void } | undefined} */
    this.block = undefined
    this.isRight = isRight
    /** @type {NodeJS.Timeout | undefined} of the requests that are sent at a pace */
    this.pace = undefined
    /** @type {Error | undefined} */
    this.failed = undefined

    // loaded by whoever sends requests: it takes a tenth of a second
    const autocannon = require('autocannon')
    this.run = autocannon({
      url: `http://127.0.0.1:${port}${request.path}`,
      method: request.method,
      headers: request.headers,
      body: request.body,
      connections: request.connections,
      duration: A_WEEK_S,
      timeout: A_WEEK_S,
      verifyBody: (/** @type {string} */ body) => this.isRight(body) || this.#fail(`gave a wrong answer under load: ${JSON.stringify(body.slice(0, 120))}`),
      setupClient: (/** @type {any} */ client) => this.#hold(client),
    }, () => {})
    this.run.on('reqError', (/** @type {Error} */ error) => this.#fail(`broke a connection: ${error.message}`))
  }

  /**
   * @param {number} count of requests; at least one
   * @param {number} [everyMs] send them at this pace and not when a connection is free, and time each that has to wait for one from when it was due: a
   *   server that stalls must not slow down those who ask it (coordinated omission)
   * @returns {Promise<{ seconds: number, latenciesUs: number[] }>} once all are answered
   * @throws {Error} saying what the server did instead, to be read after its name
   */
  async send (count, everyMs) {
    if (this.failed) throw this.failed
    this.target = this.answered + count
    this.due = []
    this.allowed = everyMs ? 0 : count
    this.latenciesUs = []
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
    // autocannon looks at the body of the last answer after it has told us of it
    await new Promise((resolve) => setImmediate(resolve))
    if (this.failed) throw this.failed
    return { seconds, latenciesUs: this.latenciesUs }
  }

  close () {
    this.closed = true
    clearInterval(this.pace)
    for (const client of this.clients) client.destroy()
    this.run.stop()
  }

  /** @param {any} client of autocannon, before it connects */
  #hold (client) {
    this.clients.add(client)
    // autocannon decodes each chunk by itself, and a character may lie in two
    client.pipelinedRequests.addBody = (/** @type {Buffer} */ chunk) => {
      const answer = client.pipelinedRequests.peek()
      if (!answer) return
      answer.decoder ??= new StringDecoder('utf8')
      answer.body += answer.decoder.write(chunk)
    }
    const terminate = client.pipelinedRequests.terminateRequest
    client.pipelinedRequests.terminateRequest = () => {
      const answer = terminate.call(client.pipelinedRequests)
      // of a character that never came to its end, what whoever asks by hand sees, too
      if (answer?.decoder) answer.body += answer.decoder.end()
      return answer
    }
    client.on('request', () => {
      if (client.watched !== client.conn) this.#watch(client)
      if (this.#pass(client)) return
      client.conn.cork()
      this.held.push(client)
    })
    client.on('response', (/** @type {number} */ status) => {
      this.latenciesUs.push((performance.now() - client.passedAt) * 1000)
      if (status < 200 || status > 299) return this.#fail(`answered with status ${status}`)
      if (++this.answered === this.target) this.block?.resolve(undefined)
    })
  }

  /** @param {number} count @param {number} everyMs */
  #pace (count, everyMs) {
    const start = performance.now()
    let sent = 0
    return setInterval(() => {
      const now = performance.now()
      for (; sent < count && start + sent * everyMs <= now; sent++) {
        this.allowed++
        // where a connection is free only this timer is late: by half a millisecond here, and by 15 on Windows
        this.due.push(this.held.length >= this.allowed ? now : start + sent * everyMs)
      }
      this.#release()
    }, 1)
  }

  /** Lets go of what is held back, as far as it is allowed. */
  #release () {
    while (this.allowed > 0 && this.held.length > 0) {
      const client = this.held.shift()
      this.#pass(client)
      client.conn.uncork()
    }
  }

  /** @param {any} client whose request may go now, or not */
  #pass (client) {
    if (this.allowed <= 0) return false
    this.allowed--
    client.passedAt = this.due.shift() ?? performance.now()
    return true
  }

  /** @param {any} client */
  #watch (client) {
    if (client.watched) this.#fail('closed a connection that should have stayed open')
    client.watched = client.conn
    client.conn.setNoDelay(true)
  }

  /** @param {string} what */
  #fail (what) {
    if (this.closed) return false
    this.failed ??= new Error(what)
    this.block?.reject(this.failed)
    // autocannon would reconnect at once and for ever
    for (const client of this.clients) client.destroy()
    return false
  }
}
