import { once } from 'node:events'
import { Server as EncryptingServer } from 'node:tls'
import engine from '@hotpath-labs/engine/worker/index.cjs'
import { keepConnections, measureLiveBytes, readCpu, readPeak, watchListen } from '@hotpath-labs/engine/worker/server-meter.mjs'
import { encodeAnswer } from './encode.mjs'

const { setInterval: every, clearInterval: stopEvery } = globalThis

/** Time limit of `listen` in ms. Slow work, such as starting a database, belongs in `setup`, whose time limit is longer. */
const LISTENS_WITHIN_MS = 10_000

/** The limit is counted in ticks of so many ms, because a process that gets no processor has late ticks, and so more time. */
const TICK_MS = 100

const HOW_TO_LISTEN = 'Let listen return the server: listen: () => app.listen(0)'

/** Servers on which `listen` was called. @type {any[]} */
const asked = []
watchListen((server, port) => {
  // Allow a second server on the same port, because Fastify starts one server for IPv4 and one for IPv6.
  const isSecond = asked.some((other) => other.address()?.port === port)
  if (port > 0 && !isSecond) throw new Error(`the server listens on port ${port}, but base and head run at the same time. Listen on port 0`)
  asked.push(server)
})

/** A benchmark declared with `server` or `heap`: starts the server and reads its CPU time and memory. */
export class ServerBenchmark {
  /** @param {any} options */
  constructor (options) {
    this.options = options
    /** has no inputs */
    this.wholePasses = false
  }

  /** @returns {Promise<{ port: number, isTls: boolean, isHttp2: boolean, cpuTickMs: number }>} */
  async start () {
    /** @type {NodeJS.Timeout | undefined} */
    let ticking
    const late = new Promise((resolve, reject) => {
      const why = `the server of listen() was not ready within ${LISTENS_WITHIN_MS / 1000} s. ${HOW_TO_LISTEN}`
      let ticks = 0
      ticking = every(() => { if (++ticks * TICK_MS >= LISTENS_WITHIN_MS) reject(new Error(why)) }, TICK_MS).unref()
    })
    const port = await Promise.race([this.#listen(), late]).finally(() => stopEvery(ticking))
    asked.forEach(keepConnections)
    const own = asked.find((server) => server.address()?.port === port)
    // Node exports no class of these servers
    const isHttp2 = /^Http2(?:Secure)?Server$/.test(own?.constructor.name)
    return { port, isTls: own instanceof EncryptingServer, isHttp2, cpuTickMs: engine.meter.CPU_TICK_MS }
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

  cpu = readCpu
  peak = readPeak

  async heap () {
    return { bytes: await measureLiveBytes() }
  }

  /** Encodes the part of a response body that the option `answer` picks for the comparison. @param {{ body: string }} request */
  async pick ({ body }) {
    return encodeAnswer(await this.options.answer(body))
  }
}
