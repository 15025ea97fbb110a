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

/** Between the ticks whose lateness is a stall. */
const RESOLUTION_MS = 5

let file
let counter
/** Made beforehand, with what reads it: a variant may replace its methods. It does not run before it is asked. */
const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
const bound = (/** @type {any} */ method) => Function.prototype.call.bind(method)
const [enable, reset] = [bound(delay.enable), bound(delay.reset)]
const longest = bound(findGetter(delay, 'max'))

channel.answer({
  async load (request) {
    file = request.file
    const { default: start } = await import(pathToFileURL(file).href)
    if (typeof start !== 'function') throw new Error(`expected a function as the default export, but it is ${typeof start}`)
    const server = await start()
    const fixed = requestedPorts.find((port) => port > 0)
    if (fixed) throw new Error(`it listens on port ${fixed}; expected port 0, so that two servers can run side by side`)
    const port = server?.address?.()?.port
    if (!port) throw new Error('expected the function to resolve with a listening server')
    // a connection may wait longer for its turn than the 5 s after which Node closes it, or the minute if it has sent nothing yet
    server.keepAliveTimeout = server.headersTimeout = server.requestTimeout = 0
    return { node: process.version, port, cpuTickMs: cpuTickMs() }
  },

  cpu () {
    // so that what lies between two readings pays for its own garbage, all of it and no other
    gc({ type: 'minor' })
    const { user, system } = cpuUsage()
    return { us: user + system, idleMs: eventLoopUtilization().idle }
  },

  /** The longest stretch since the last question in which the event loop came to nothing else; with the wait between two ticks, so of short ones a ratio is too small. */
  async stall () {
    const ms = longest(delay) / 1e6
    reset(delay)
    enable(delay)
    // a stretch is timed from the tick before it, so whoever asks hears nothing until there has been one
    await new Promise((resolve) => later(resolve, 2 * RESOLUTION_MS))
    return { ms }
  },

  async heap () {
    return { bytes: await measureLiveBytes() }
  },

  async countFrom (request) {
    // loaded only now, so that it is in no measured process
    counter = await startCounter(request.path)
  },

  async countTo () {
    counter.stop()
    return { calls: await counter.calls() }
  },
})

/** @param {string} path @returns {Promise<{ calls: () => number | Promise<number>, stop: () => void }>} */
async function startCounter (path) {
  // a service counts with a module of its own
  return path.startsWith('file:') ? (await import(path)).count() : callCounter.count(path, createRequire(file))
}

/** @param {any} object @param {string} name @returns {any} the getter, on whichever of its prototypes it is */
function findGetter (object, name) {
  const getter = Object.getOwnPropertyDescriptor(object, name)?.get
  return getter ?? findGetter(Object.getPrototypeOf(object), name)
}
