import { defineLab } from '@hotpath-labs/lab'

/** More than the usual 0.1, because about one process in eight takes 37 ns a call and the others 60, whichever program it runs. */
const equivalenceMargin = 0.5

export default defineLab({
  title: 'Private fields',
  question: '#private fields were slow up to Node 16. Which workarounds can you drop today?',
  answer: 'all of them, because a #private field costs no more than an underscore or a symbol',
  theme: 'V8',
  workshop: { place: 14, minutes: 10, why: 'The advice against `#` fields expired with Node 18, but its workarounds remain.' },
  demonstration: true,
  kind: 'function',
  variants: {
    slow: 'a WeakMap',
    symbol: 'a symbol',
    underscore: 'an underscore',
    fast: 'a #private field',
  },
  limit: 'local variables',
  workload: {
    inputs: (random) => Array.from({ length: 2 }, () => [Array.from({ length: 10 }, () => random.int(0, 1000))]),
    edgeCases: {
      'no number': [[]],
      'minus zero': [[-0]],
      'parts of a number': [[0.5, 0.25]],
      'NaN inside': [[1, NaN, 2]],
      'digits as strings': [['1', '2']],
      'null instead of the array': [null],
    },
  },
  counters: {
    lookedUp: { counts: 'WeakMap.prototype.get', slow: 12, symbol: 'never', underscore: 'never', fast: 'never' },
  },
  claims: [
    {
      id: 'compiled',
      faster: 'fast',
      than: 'slow',
      metric: 'time',
      atLeast: 4,
    },
    {
      id: 'underscore',
      same: ['fast', 'underscore'],
      equivalenceMargin,
      metric: 'time',
      until: '18',
      changes: [{ node: '18', says: 'before V8 9.7 each definition of a field called a slow function of V8, and since then it uses an inline cache', link: 'https://v8.dev/blog/faster-class-features' }],
      published: 'C29',
    },
    {
      id: 'symbol',
      same: ['symbol', 'underscore'],
      equivalenceMargin,
      metric: 'time',
      published: 'C34',
    },
  ],
  hotFrame: { search: 'sum', says: 'the measured function; its hottest line shows where the sum is kept' },
})
