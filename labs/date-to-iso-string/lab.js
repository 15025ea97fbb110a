import { defineLab } from '../../shared/lab/define.js'

/** A log in which something happens every 8 ms: two seconds of it. */
const twoSeconds = (/** @type {number} */ start) => Array.from({ length: 250 }, (_, line) => start * 1000 + line * 8)

export default defineLab({
  title: 'A timestamp on every line of a log',
  question: 'Date#toISOString lost half its speed between Node 18 and 20. What can a log do about it?',
  kind: 'function',
  ladder: { slow: 'toISOString for every line', 'by-hand': 'field by field', fast: 'toISOString once a second' },
  limit: 'no Date per line either',
  workload: {
    inputs: (random) => Array.from({ length: 2 }, () => [twoSeconds(random.int(1e9, 2e9))]),
    edges: {
      'no line': [[]],
      'the first second': [[0, -0, 999, 1000]],
      'before 1970': [[-1, -999, -1000, -1001]],
      'before our era': [[-62198755200000, -62198755199999]],
      'the year 12345': [[327403296000000, 327403296000001]],
      'part of a millisecond': [[1.5, -1.5, 1700000000000.9]],
      'times that go back': [[5000, 4999, 5001]],
      'the last date': [[864e13]],
      'one beyond it': [[864e13 + 1]],
      'no date': [[0, NaN]],
    },
  },
  counters: {
    datesFormatted: { counts: 'Date.prototype.toISOString', atMost: true, slow: 250, 'by-hand': 'never', fast: 2 },
  },
  claims: [
    {
      id: 'once-a-second',
      faster: 'fast',
      than: 'slow',
      metric: 'time',
      floor: 1.5,
      says: 'formatting each second once is faster than formatting every line',
    },
    {
      id: 'by-hand',
      faster: 'by-hand',
      than: 'slow',
      metric: 'time',
      changes: [{ node: '20', says: 'V8 10.7 has a new implementation of toISOString', link: 'https://github.com/nodejs/performance/issues/47' }],
      shown: 'the version of V8: toISOString costs about twice as much on Node 20 and later as on 18',
      says: 'putting a date together from its fields is faster than toISOString',
    },
  ],
  look: { search: 'toISOString', says: 'where a date is formatted, once for every line of the log' },
  hints: [
    'How often does a log line differ from the one before it in anything but its last four characters? The count in `pnpm lab date-to-iso-string` says how often it is formatted anyway.',
    'Keep what the last line began with, and for which second. As long as the second is the same, only the milliseconds are new.',
    'Math.floor(time / 1000) is the second, before 1970 too, and time - second * 1000 the milliseconds. A table of 1000 strings has them with their zeros: const three = Array.from({ length: 1000 }, (_, ms) => String(ms).padStart(3, \'0\')).',
    'When the second changes: before = date.toISOString().slice(0, -4). Every line is then before + three[milliseconds] + \'Z\'. Take time from date.getTime(), which drops parts of a millisecond; for an invalid date it is NaN, which equals no second, so toISOString throws as it should.',
  ],
})
