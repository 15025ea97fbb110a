import { defineLab } from '@hotpath-labs/lab'

/** A log in which something happens every 8 ms: two seconds of it. */
const twoSeconds = (/** @type {number} */ start) => Array.from({ length: 250 }, (_, line) => start * 1000 + line * 8)

export default defineLab({
  title: 'A timestamp on every log line',
  question: 'Date#toISOString takes twice as long on Node 20 as on 18. What can a logger do?',
  theme: 'V8',
  workshop: { place: 17, minutes: 15, why: '`toISOString` got slower in a new version of Node, but most calls of it are unnecessary.' },
  kind: 'function',
  variants: { slow: 'toISOString per line', 'by-hand': 'formatting field by field', fast: 'toISOString once a second' },
  limit: 'one Date per second',
  workload: {
    inputs: (random) => Array.from({ length: 2 }, () => [twoSeconds(random.int(1e9, 2e9))]),
    // a few seconds and neighbours of each, in any order
    randomInputs: (fc) => fc.array(fc.tuple(fc.integer({ min: -1e10, max: 3e11 }), fc.array(fc.integer({ min: -2000, max: 2000 }), { maxLength: 300, size: 'max' })))
      .map((groups) => [groups.flatMap(([second, near]) => near.map((ms) => second * 1000 + ms)).slice(0, 600)]),
    edgeCases: {
      'no lines': [[]],
      'the first second': [[0, -0, 999, 1000]],
      'before 1970': [[-1, -999, -1000, -1001]],
      'the year -1': [[-62198755200000, -62198755199999]],
      'the year 12345': [[327403296000000, 327403296000001]],
      'fractions of a millisecond': [[1.5, -1.5, 1700000000000.9]],
      'times that go back': [[5000, 4999, 5001]],
      'the last date': [[864e13]],
      'one millisecond after the last date': [[864e13 + 1]],
      'an invalid date': [[0, NaN]],
    },
  },
  counters: {
    datesFormatted: { counts: 'Date.prototype.toISOString', atMost: true, slow: 250, 'by-hand': 'never', fast: 2 },
  },
  steps: { fast: 'format the date once a second, and only the milliseconds each time' },
  givesUp: { fast: 'a dozen lines to test and maintain: dates before 1970 and invalid dates need care' },
  claims: [
    {
      id: 'once-a-second',
      faster: 'fast',
      than: 'slow',
      metric: 'time',
      atLeast: 1.5,
    },
    {
      id: 'by-hand',
      faster: 'by-hand',
      than: 'slow',
      metric: 'time',
      changes: [{ node: '20', says: 'V8 10.7 has a new implementation of toISOString', link: 'https://github.com/nodejs/performance/issues/47' }],
      dependsOn: 'the version of V8: on Node 20 and later toISOString takes about twice as long as on 18',
    },
  ],
  hotFrame: { search: 'toISOString', says: 'the call that formats a date, once per log line' },
})
