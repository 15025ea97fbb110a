import { createRequire } from 'node:module'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { pathToFileURL } from 'node:url'
import channel from './channel.cjs'
import callCounter from './count-calls.cjs'
import meter from './meter.cjs'
import { RESOLUTION_MS, keepConnections, measureLiveBytes, readCpu, readPeak, watchListen } from './server-meter.mjs'

const later = setTimeout
/** @type {number[]} */
const requestedPorts = []
watchListen((server, port) => requestedPorts.push(port))

let file
let counter
/**
 * Histogram of event-loop delays. Created before the variant is loaded, because a variant may replace the histogram's methods. Disabled
 * until the first `stall` request.
 */
const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
const bound = (/** @type {Function} */ method) => Function.prototype.call.bind(method)
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
    keepConnections(server)
    return { node: process.version, port, cpuTickMs: meter.CPU_TICK_MS }
  },

  cpu: readCpu,
  peak: readPeak,

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

/** Finds a getter of an object or of its prototypes. @param {object} object @param {string} name @returns {() => unknown} */
function findGetter (object, name) {
  const getter = Object.getOwnPropertyDescriptor(object, name)?.get
  return getter ?? findGetter(Object.getPrototypeOf(object), name)
}
