import { subscribe } from 'node:diagnostics_channel'
import { readFileSync } from 'node:fs'
import { Server } from 'node:net'
import { performance } from 'node:perf_hooks'
import primordials from './primordials.cjs'

/** @import { Server as HttpServer } from 'node:http' */

const { cpuUsage, gc, memoryUsage, nextTurn, resourceUsage } = primordials
const eventLoopUtilization = performance.eventLoopUtilization.bind(performance)
const read = readFileSync

/** Interval of the event-loop delay histogram's timer in ms. Node adds this interval to each delay. */
export const RESOLUTION_MS = 5

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

/** Reads the CPU time of all threads in µs, the event loop's idle time in ms, and the number of sockets that this thread has opened. */
export function readCpu () {
  // collects garbage before each reading of the clock, so that each block's CPU time includes only its own garbage collection
  gc({ type: 'minor' })
  const { user, system } = cpuUsage()
  return { us: user + system, idleMs: eventLoopUtilization().idle, socketsOpened }
}

/** Reads the largest resident set of this process so far. @returns {{ bytes: number }} */
export function readPeak () {
  // Linux lets a program inherit maxRSS from the process that started it, which may be larger: VmHWM is this program's own
  const [, kilobytes = resourceUsage().maxRSS] = readStatus().match(/^VmHWM:\s+(\d+) kB$/m) ?? []
  return { bytes: 1024 * Number(kilobytes) }
}

/** @returns {string} of this process; empty where the system has no procfs */
function readStatus () {
  try {
    return read('/proc/self/status', 'utf8')
  } catch {
    return ''
  }
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
