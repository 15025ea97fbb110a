/** @import { Trace } from './record.js' */

/**
 * Formats a run's trace as Chrome trace events, which Perfetto and chrome://tracing can open.
 * Format: https://docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU
 *
 * @param {Trace} trace
 * @param {string} title such as the lab's name
 * @returns {{ traceEvents: object[], displayTimeUnit: 'ms' }}
 */
export function formatChromeTrace ({ start, spans, loads }, title) {
  const us = (/** @type {number} */ ms) => Math.round(1000 * (ms - start))
  const names = new Map([[process.pid, title]])
  for (const span of spans) if (span.process) names.set(span.process.pid, span.process.variant)
  return {
    displayTimeUnit: 'ms',
    traceEvents: [
      ...[...names].map(([pid, name]) => ({ ph: 'M', name: 'process_name', pid, tid: pid, args: { name } })),
      ...spans.map((span) => {
        const pid = span.process?.pid ?? process.pid
        return { ph: 'X', name: span.name, pid, tid: pid, ts: us(span.start), dur: Math.max(1, us(span.end) - us(span.start)) }
      }),
      ...loads.map(({ start, busy }) => ({ ph: 'C', name: 'processors at work', pid: process.pid, ts: us(start), args: { busy: Math.round(100 * busy) / 100 } })),
    ],
  }
}
