import t from 'tap'
import { formatRunTiming } from './timing.js'

const spans = [
  { name: 'start', start: 0, end: 400, process: null },
  { name: 'start', start: 0, end: 390, process: { pid: 1, variant: 'slow' } },
  { name: 'answers', start: 400, end: 500, process: null },
  { name: 'warm-up', start: 500, end: 1500, process: null },
  { name: 'blocks', start: 1500, end: 1900, process: null },
  { name: 'checks', start: 1900, end: 1950, process: null },
  { name: 'stop', start: 1950, end: 2000, process: null },
  { name: 'pair', start: 500, end: 2000, process: null },
]

t.test('the five phases add up to the run, and the processes\' own spans are not added', (t) => {
  const loads = [{ start: 0, end: 100, busy: 2 }, { start: 100, end: 200, busy: 1 }, { start: 200, end: 400, busy: 0.1 }]
  const text = formatRunTiming({ start: 0, end: 2000, spans, loads })
  t.equal(text, [
    'Where the 2.0 s went:',
    '  start processes            0.4 s   20 %',
    '  compare answers            0.1 s    5 %',
    '  warm up                    1.0 s   50 %',
    '  measure blocks             0.4 s   20 %',
    '  counters, checks, stop     0.1 s    5 %',
    '  1 pair: 1.5 s',
    '  processors at work: 25 % of the time two or more, 25 % one, 50 % none',
  ].join('\n'))
  t.end()
})
