import t from 'tap'
import { recordTrace } from './record.js'
import { TRACE_SPAN_CHANNEL, traceSpan } from './span.js'
import { formatChromeTrace } from './chrome.js'

const child = /** @type {any} */ ({ pid: 4711 })

t.test('a span gives the result of its work, recorded or not', async (t) => {
  t.notOk(TRACE_SPAN_CHANNEL.hasSubscribers)
  t.equal(await traceSpan('blocks', () => 7), 7)
  const trace = recordTrace()
  t.equal(await traceSpan('blocks', async () => 8), 8)
  t.equal(trace.stop().spans.length, 1)
  t.notOk(TRACE_SPAN_CHANNEL.hasSubscribers, 'nothing is recorded afterwards')
})

t.test('work that fails has a span too, and its error passes', async (t) => {
  const trace = recordTrace()
  await t.rejects(traceSpan('start', async () => { throw new Error('no port') }, { child, variant: 'slow' }), 'no port')
  const { start, end, spans: [{ name, start: from, end: to, process }] } = trace.stop()
  t.match({ name, process }, { name: 'start', process: { pid: 4711, variant: 'slow' } })
  t.ok(start <= from && from <= to && to <= end, 'a span lies within its trace')
})

t.test('the load of the processors lies between none and all of them', async (t) => {
  const trace = recordTrace()
  await new Promise((resolve) => setTimeout(resolve, 200))
  const { loads } = trace.stop()
  t.ok(loads.length > 0)
  for (const { start, end, busy } of loads) t.ok(start < end && busy >= 0 && busy <= 1024)
})

t.test('a Chrome trace has one named process each, and times in µs from the start', (t) => {
  const trace = {
    start: 1000,
    end: 3000,
    spans: [{ name: 'warm-up', start: 1500, end: 2000, process: { pid: 4711, variant: 'express' } }, { name: 'pair', start: 1000, end: 3000, process: null }],
    loads: [{ start: 1050, end: 1100, busy: 1.5 }],
  }
  const { traceEvents } = formatChromeTrace(trace, 'http-baseline')
  t.match(traceEvents, [
    { ph: 'M', name: 'process_name', pid: process.pid, args: { name: 'http-baseline' } },
    { ph: 'M', name: 'process_name', pid: 4711, args: { name: 'express' } },
    { ph: 'X', name: 'warm-up', pid: 4711, ts: 500_000, dur: 500_000 },
    { ph: 'X', name: 'pair', pid: process.pid, ts: 0, dur: 2_000_000 },
    { ph: 'C', name: 'processors at work', ts: 50_000, args: { busy: 1.5 } },
  ])
  t.end()
})
