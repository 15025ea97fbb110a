import { PerformanceObserver, constants, monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { writeHeapSnapshot } from 'node:v8'
import channel from './channel.cjs'
import { measureLiveBytes } from './live-bytes.mjs'

/** How finely the event loop's delay is told, in ms. Node's histogram counts this wait itself as delay. */
const RESOLUTION = 5

/**
 * What a process can tell of itself, loaded before its worker (node --import) and asked by it: samples while it works, as messages of
 * their own, so that those of a process that dies are not lost with it.
 *
 * @typedef {object} Sample
 * @property {number} ms at its end, since the first question
 * @property {number} spanMs it tells of; longer than asked for where the loop was held
 * @property {number} cpu of all threads, as a share of one core
 * @property {number} busy share of the time in which the event loop did not wait
 * @property {number} delayMs the longest that the loop let a timer wait
 * @property {number} gcMs in collections, without those that were asked for
 * @property {number} rss bytes, as the following
 * @property {number} heapTotal
 * @property {number} heapUsed
 * @property {number} external
 * @property {number} handles open ones and requests under way that keep the process alive
 */

const delay = monitorEventLoopDelay({ resolution: RESOLUTION })
let origin = 0
let every = 0
/** @type {NodeJS.Timeout | undefined} */
let timer
let gcMs = 0
let last = reading()

channel.further.vitals = ({ everyMs }) => {
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) count(entry) }).observe({ entryTypes: ['gc'] })
  delay.enable()
  origin = performance.now()
  every = everyMs
  begin()
  timer = setInterval(() => {
    process.send?.({ vitals: sample() })
    begin()
  }, everyMs).unref()
}

/** A collection that was asked for belongs to no sample: the one that it would fall into begins after it. */
function begin () {
  gcMs = 0
  delay.reset()
  last = reading()
}

function beginAnew () {
  begin()
  timer?.refresh()
}

channel.further.live = async () => {
  const bytes = await measureLiveBytes()
  beginAnew()
  return { ms: performance.now() - origin, bytes }
}

channel.further.snapshot = ({ file }) => {
  // V8 collects all that it can before it writes one
  writeHeapSnapshot(file)
  beginAnew()
}

/** @param {any} entry of a collection */
function count ({ duration, detail }) {
  if (!(detail.flags & constants.NODE_PERFORMANCE_GC_FLAGS_FORCED)) gcMs += duration
}

function reading () {
  const { user, system } = process.cpuUsage()
  return { at: performance.now(), cpuMs: (user + system) / 1000, loop: performance.eventLoopUtilization() }
}

/** The histogram does not see a stretch that begins right after its reset; this timer's own lateness does. @param {number} spanMs */
function held (spanMs) {
  const seen = delay.max > 0 ? delay.max / 1e6 : spanMs
  return Math.max(0, seen - RESOLUTION, spanMs - every)
}

/** @returns {Sample} */
function sample () {
  const now = reading()
  const spanMs = now.at - last.at
  const { rss, heapTotal, heapUsed, external } = process.memoryUsage()
  return {
    ms: now.at - origin,
    spanMs,
    cpu: (now.cpuMs - last.cpuMs) / spanMs,
    busy: performance.eventLoopUtilization(now.loop, last.loop).utilization,
    delayMs: held(spanMs),
    gcMs,
    rss,
    heapTotal,
    heapUsed,
    external,
    handles: process.getActiveResourcesInfo().length,
  }
}
