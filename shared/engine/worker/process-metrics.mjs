import { PerformanceObserver, constants, monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { writeHeapSnapshot } from 'node:v8'
import channel from './channel.cjs'
import { RESOLUTION_MS, measureLiveBytes } from './server-meter.mjs'

/**
 * CPU time, event loop and memory of a profiled process during one interval. The process sends each sample at once, so that a crash loses
 * no samples. Node loads this module before the worker (node --import).
 *
 * @typedef {object} Sample
 * @property {number} ms at its end, since the first question
 * @property {number} spanMs length; longer than the interval where the event loop was blocked
 * @property {number} cpu of all threads, as a share of one core
 * @property {number} busy share of time in which the event loop did not wait
 * @property {number} delayMs longest delay of a timer
 * @property {number} gcMs in collections, without requested ones
 * @property {number} rss bytes, as the following
 * @property {number} heapTotal
 * @property {number} heapUsed
 * @property {number} external
 * @property {number} handles open handles and pending requests that keep the process alive
 */

/** @typedef {import('node:perf_hooks').PerformanceEntry & { detail: { flags: number } }} Collection of garbage */

const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
let origin = 0
let every = 0
/** @type {NodeJS.Timeout | undefined} */
let timer
let gcMs = 0
let last = readClocks()

channel.further.processMetrics = ({ everyMs }) => {
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) addCollection(/** @type {Collection} */ (entry)) }).observe({ entryTypes: ['gc'] })
  delay.enable()
  origin = performance.now()
  every = everyMs
  startSample()
  timer = setInterval(() => {
    process.send?.({ processMetrics: takeSample() })
    startSample()
  }, everyMs).unref()
}

/** Starts a new sample of CPU time, event loop and memory. Garbage collections that the profiler requests are counted in no sample. */
function startSample () {
  gcMs = 0
  delay.reset()
  last = readClocks()
}

function restart () {
  startSample()
  timer?.refresh()
}

channel.further.live = async () => {
  const bytes = await measureLiveBytes()
  restart()
  return { ms: performance.now() - origin, bytes }
}

channel.further.snapshot = ({ file }) => {
  // starts a new sample afterwards: V8 collects garbage before a heap snapshot, and this collection must not count
  writeHeapSnapshot(file)
  restart()
}

/** @param {Collection} entry */
function addCollection ({ duration, detail }) {
  if (!(detail.flags & constants.NODE_PERFORMANCE_GC_FLAGS_FORCED)) gcMs += duration
}

function readClocks () {
  const { user, system } = process.cpuUsage()
  return { at: performance.now(), cpuMs: (user + system) / 1000, loop: performance.eventLoopUtilization() }
}

/**
 * Finds the longest delay of the event loop. Includes the delay of this sampling timer, because the histogram misses a delay right after
 * its reset.
 * @param {number} spanMs
 */
function longestDelay (spanMs) {
  const seen = delay.max > 0 ? delay.max / 1e6 : spanMs
  return Math.max(0, seen - RESOLUTION_MS, spanMs - every)
}

/** @returns {Sample} */
function takeSample () {
  const now = readClocks()
  const spanMs = now.at - last.at
  const { rss, heapTotal, heapUsed, external } = process.memoryUsage()
  return {
    ms: now.at - origin,
    spanMs,
    cpu: (now.cpuMs - last.cpuMs) / spanMs,
    busy: performance.eventLoopUtilization(now.loop, last.loop).utilization,
    delayMs: longestDelay(spanMs),
    gcMs,
    rss,
    heapTotal,
    heapUsed,
    external,
    handles: process.getActiveResourcesInfo().length,
  }
}
