import { createRequire } from 'node:module'
import { Server } from 'node:net'
import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { pathToFileURL } from 'node:url'
import channel from './channel.cjs'
import { measureLiveBytes } from './live-bytes.mjs'
import callCounter from './count-calls.cjs'
import cpuTickMs from './cpu-tick.cjs'
import primordials from './primordials.cjs'

const { gc, cpuUsage } = primordials
const eventLoopUtilization = performance.eventLoopUtilization.bind(performance)
const later = setTimeout
/** @type {number[]} */
const requestedPorts = []
const listen = Server.prototype.listen
Server.prototype.listen = /** @this {any} */ function (/** @type {any[]} */ ...args) {
  const [first] = args
  requestedPorts.push(Number(typeof first === 'object' && first !== null ? first.port : first))
  return listen.apply(this, /** @type {any} */ (args))
}

/** Interval of the event-loop delay histogram's timer in ms. Node adds this interval to each delay. */
const RESOLUTION_MS = 5

let file
let counter
/**
 * Histogram of event-loop delays. Created before the variant is loaded, because a variant may replace the histogram's methods. Disabled
 * until the first `stall` request.
 */
const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
const bound = (/** @type {any} */ method) => Function.prototype.call.bind(method)
const [enable, reset] = [bound(delay.enable), bound(delay.reset)]
const longest = bound(findGetter(delay, 'max'))

channel.answer({
  async load (request) {
    file = request.file
    const { default: start } = await import(pathToFileURL(file).href)
    if (typeof start !== 'function') throw new Error(`expected a function as the default export, but the default export is of type ${typeof start}`)
    const server = await start()
    const fixed = requestedPorts.find((port) => port > 0)
    if (fixed) throw new Error(`the server listens on port ${fixed}; expected port 0, so that two servers can run side by side`)
    const port = server?.address?.()?.port
    if (!port) throw new Error('expected the default export to resolve with a server that already listens')
    // disables the server's timeouts: Node would close a connection that is idle for 5 s or sends nothing for 60 s
    server.keepAliveTimeout = server.headersTimeout = server.requestTimeout = 0
    return { node: process.version, port, cpuTickMs: cpuTickMs() }
  },

  cpu () {
    // collects garbage before each reading of the clock, so that each request block's CPU time includes only its own garbage collection
    gc({ type: 'minor' })
    const { user, system } = cpuUsage()
    return { us: user + system, idleMs: eventLoopUtilization().idle }
  },

  /**
   * Returns the longest event-loop delay since the previous `stall` request, and resets the histogram. Each delay includes the timer's
   * interval, so ratios between short delays are too small.
   */
  async stall () {
    const ms = longest(delay) / 1e6
    reset(delay)
    enable(delay)
    // waits for a first tick of the histogram's timer, because each delay is measured from the previous tick
    await new Promise((resolve) => later(resolve, 2 * RESOLUTION_MS))
    return { ms }
  },

  async heap () {
    return { bytes: await measureLiveBytes() }
  },

  async startCount (request) {
    // loads the counter of a service, such as a database, only now: a timed process must not contain the counter's code
    counter = await startCounter(request.path)
  },

  async stopCount () {
    counter.stop()
    return { calls: await counter.calls() }
  },
})

/** @param {string} path @returns {Promise<{ calls: () => number | Promise<number>, stop: () => void }>} */
async function startCounter (path) {
  // a `file:` URL names a module that counts what a service does, such as the documents that a database returns
  return path.startsWith('file:') ? (await import(path)).startCounting() : callCounter.countCalls(path, createRequire(file))
}

/** Finds a getter of an object or of its prototypes. @param {any} object @param {string} name @returns {any} */
function findGetter (object, name) {
  const getter = Object.getOwnPropertyDescriptor(object, name)?.get
  return getter ?? findGetter(Object.getPrototypeOf(object), name)
}
