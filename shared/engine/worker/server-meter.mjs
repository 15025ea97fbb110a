import { subscribe } from 'node:diagnostics_channel'
import { Server } from 'node:net'
import { performance } from 'node:perf_hooks'
import primordials from './primordials.cjs'

/** @import { Server as HttpServer } from 'node:http' */

const { cpuUsage, gc, memoryUsage, nextTurn, resourceUsage } = primordials
const eventLoopUtilization = performance.eventLoopUtilization.bind(performance)

/** Number of sockets that this thread has opened to other servers. */
let socketsOpened = 0
subscribe('net.client.socket', () => { socketsOpened++ })

/**
 * Number of garbage collections before memory is read: callbacks of weak references run one event-loop turn after a collection, and free
 * more memory. Node's own tests use three, too.
 */
const ROUNDS = 3

/** Collects garbage, then measures the memory in use. @returns {Promise<number>} bytes */
export async function measureLiveBytes () {
  for (let round = 0; round < ROUNDS; round++) {
    await new Promise((resolve) => nextTurn(resolve))
    gc()
  }
  const { heapUsed, external } = memoryUsage()
  return heapUsed + external
}

/**
 * Reads the CPU time of all threads in µs, the idle time of the event loop in ms, the largest resident set so far in bytes, and the number
 * of sockets that this thread has opened so far.
 */
export function readCpu () {
  // collects garbage before each reading of the clock, so that each block's CPU time includes only its own garbage collection
  gc({ type: 'minor' })
  const { user, system } = cpuUsage()
  return { us: user + system, idleMs: eventLoopUtilization().idle, peakBytes: 1024 * resourceUsage().maxRSS, socketsOpened }
}

/** Calls a function before each call of `listen`. @param {(server: Server, port: number) => void} onListen may throw */
export function watchListen (onListen) {
  const { listen } = Server.prototype
  Server.prototype.listen = /** @this {Server} */ function (/** @type {any[]} */ ...args) {
    const [first] = args
    onListen(this, Number(typeof first === 'object' && first !== null ? first.port : first))
    return listen.apply(this, /** @type {Parameters<Server['listen']>} */ (args))
  }
}

/** Turns timeouts off: Node would close a connection that is idle for 5 s or sends nothing for 60 s. @param {HttpServer} server */
export function keepConnections (server) {
  server.keepAliveTimeout = server.headersTimeout = server.requestTimeout = 0
}
