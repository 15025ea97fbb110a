import { once } from 'node:events'
import { Server } from 'node:net'
import { performance } from 'node:perf_hooks'
import cpuTickMs from '../../worker/cpu-tick.cjs'
import { measureLiveBytes } from '../../worker/live-bytes.mjs'
import primordials from '../../worker/primordials.cjs'
import { encode } from './encode.mjs'

const { gc, cpuUsage } = primordials
const eventLoopUtilization = performance.eventLoopUtilization.bind(performance)
const later = setTimeout

/** Time limit of `listen`; a database belongs into `setup`. */
const LISTENS_WITHIN_MS = 10_000

const HOW_TO_LISTEN = 'Let listen return the server: listen: () => app.listen(0)'

/** Servers that were asked to listen. @type {any[]} */
const asked = []
const { listen } = Server.prototype
Server.prototype.listen = /** @this {any} */ function (/** @type {any[]} */ ...args) {
  const [first] = args
  const port = Number(typeof first === 'object' && first !== null ? first.port : first)
  // Fastify listens on localhost's two addresses, IPv4 and IPv6, with one port.
  const isSecond = asked.some((server) => server.address()?.port === port)
  if (port > 0 && !isSecond) throw new Error(`it listens on port ${port}, but both sides run at once. Listen on port 0`)
  asked.push(this)
  return listen.apply(this, /** @type {any} */ (args))
}

/** A server declared with `server` or `heap`. */
export class ServerBenchmark {
  /** @param {any} options */
  constructor (options) {
    this.options = options
  }

  /** @returns {Promise<{ port: number, cpuTickMs: number }>} */
  async start () {
    const late = new Promise((resolve, reject) => {
      const why = `listen() did not listen within ${LISTENS_WITHIN_MS / 1000} s. ${HOW_TO_LISTEN}`
      later(() => reject(new Error(why)), LISTENS_WITHIN_MS).unref()
    })
    const port = await Promise.race([this.#listen(), late])
    // Timeouts are disabled, because a connection may wait longer than Node's 5 s (idle) or 60 s (nothing sent).
    for (const server of asked) server.keepAliveTimeout = server.headersTimeout = server.requestTimeout = 0
    return { port, cpuTickMs: cpuTickMs() }
  }

  /** @returns {Promise<number>} the port of the listening server */
  async #listen () {
    const given = await this.options.listen()
    if (Number.isInteger(given) && given > 0) return given
    const server = given?.server ?? given
    if (typeof server?.address !== 'function') throw new Error(`listen() returned no server. ${HOW_TO_LISTEN}`)
    if (!server.address()) await once(server, 'listening')
    return server.address().port
  }

  /** CPU time of all threads, and how long the event loop was idle. */
  cpu () {
    // Garbage is collected now, so that the next interval does not pay for it.
    gc({ type: 'minor' })
    const { user, system } = cpuUsage()
    return { us: user + system, idleMs: eventLoopUtilization().idle }
  }

  async heap () {
    return { bytes: await measureLiveBytes() }
  }

  /** Encodes the part of a body that is compared. @param {{ body: string }} request */
  async pick ({ body }) {
    return encode(await this.options.answer(body))
  }
}
