import { cpus } from 'node:os'
import { performance } from 'node:perf_hooks'
import { TRACE_SPAN_CHANNEL } from './span.js'

/** @import { Span } from './span.js' */

/**
 * Number of processors at work in one interval.
 *
 * @typedef {{ start: number, end: number, busy: number }} Load `busy` from 0 to the number of processors
 *
 * @typedef {object} Trace
 * @property {number} start ms on the clock of `performance.now`
 * @property {number} end
 * @property {Span[]} spans in the order in which they ended
 * @property {Load[]} loads
 */

/** Interval in ms between two samples of processor time: five of Linux's ticks of 10 ms. */
const SAMPLE_MS = 50

/**
 * Records a run's spans, and the number of busy processors, until `stop` is called.
 *
 * @returns {{ stop: () => Trace }}
 */
export function recordTrace () {
  const start = performance.now()
  /** @type {Span[]} */
  const spans = []
  /** @type {Load[]} */
  const loads = []
  const listener = (/** @type {unknown} */ span) => { spans.push(/** @type {Span} */ (span)) }
  TRACE_SPAN_CHANNEL.subscribe(listener)
  let before = { at: start, ...processorTime() }
  const timer = setInterval(() => {
    const now = { at: performance.now(), ...processorTime() }
    const total = now.total - before.total
    if (total > 0) loads.push({ start: before.at, end: now.at, busy: cpus().length * (now.busy - before.busy) / total })
    before = now
  }, SAMPLE_MS)
  timer.unref()
  return {
    stop () {
      clearInterval(timer)
      TRACE_SPAN_CHANNEL.unsubscribe(listener)
      // starts the trace at its first span, because the wait for another measurement on this machine is no part of the run
      return { start: Math.min(...spans.map((span) => span.start), performance.now()), end: performance.now(), spans, loads }
    },
  }
}

/** @returns {{ busy: number, total: number }} ms of all processors since the start of the machine */
function processorTime () {
  let [busy, total] = [0, 0]
  for (const { times: { idle, ...others } } of cpus()) {
    const worked = Object.values(others).reduce((sum, ms) => sum + ms, 0)
    busy += worked
    total += worked + idle
  }
  return { busy, total }
}
