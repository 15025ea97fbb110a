import { defineLab } from '../../shared/lab/define.js'

/** A log in which something happens every 8 ms: two seconds of it. */
const twoSeconds = (/** @type {number} */ start) => Array.from({ length: 250 }, (_, line) => start * 1000 + line * 8)

export default defineLab({
  title: 'A time on every line of a log',
  question: 'Date#toISOString lost half its speed between Node 18 and 20. What does a log do about it?',
  kind: 'function',
  ladder: { slow: 'toISOString for every line', 'by-hand': 'field by field', fast: 'toISOString once a second' },
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
    datesFormatted: { counts: 'Date.prototype.toISOString', slow: 250, 'by-hand': 'never', fast: 2 },
  },
  claims: [
    {
      id: 'once-a-second',
      faster: 'fast',
      than: 'slow',
      metric: 'time',
      floor: 1.5,
      says: 'a log that formats each second once is written faster than one that formats every line',
    },
    {
      id: 'by-hand',
      faster: 'by-hand',
      than: 'slow',
      metric: 'time',
      changes: [{ node: '20', says: 'V8 10.7 has another implementation of toISOString', link: 'https://github.com/nodejs/performance/issues/47' }],
      shown: 'the version of V8: toISOString costs about twice as much on Node 20 and later as on 18',
      says: 'a date that is put together from its fields is faster than toISOString',
    },
  ],
  look: { search: 'toISOString', says: 'where a date is formatted, once for every line of the log' },
  hints: [
    'How often does a line of the log differ from the one before it in anything but its last four characters? The count of `pnpm lab date-to-iso-string` says how often it is formatted all the same.',
    'Keep what the last line began with, and for which second. While the second is the same only the milliseconds are new.',
    'Math.floor(time / 1000) is the second, also before 1970, and time - second * 1000 the milliseconds. A table of 1000 texts has them with their zeros.',
    'When the second changes: before = date.toISOString().slice(0, -4). Every line is then before + three[milliseconds] + \'Z\'. Take time from date.getTime(), which drops parts of a millisecond; for no date it is NaN, NaN is equal to no second, and so toISOString throws as it has to.',
  ],
})
