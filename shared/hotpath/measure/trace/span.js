import { channel } from 'node:diagnostics_channel'
import { performance } from 'node:perf_hooks'

/**
 * A named interval of a run, such as a warm-up or a block.
 *
 * @typedef {object} Span
 * @property {string} name one of PHASES, or the name of a side
 * @property {number} start ms on the clock of `performance.now`
 * @property {number} end
 * @property {{ pid: number, variant: string } | null} process the measured process; null for the run itself
 */

/** Channel that carries spans to `recordTrace`. Without a subscriber a span costs one property read. */
export const TRACE_SPAN_CHANNEL = channel('hotpath:span')

/**
 * Runs `work`, and publishes its start and end as a span.
 *
 * @template T
 * @param {string} name
 * @param {() => T | Promise<T>} work
 * @param {{ child: import('node:child_process').ChildProcess, variant: string }} [measured] the process that works
 * @returns {Promise<T>}
 */
export async function traceSpan (name, work, measured) {
  if (!TRACE_SPAN_CHANNEL.hasSubscribers) return work()
  const start = performance.now()
  try {
    return await work()
  } finally {
    const process = measured ? { pid: Number(measured.child.pid), variant: measured.variant } : null
    TRACE_SPAN_CHANNEL.publish({ name, start, end: performance.now(), process })
  }
}
