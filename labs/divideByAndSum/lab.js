import { defineLab } from '@hotpath-labs/lab'

export default defineLab({
  title: 'Four rewrites of one small function',
  question: 'A book made a function 40 times faster. Which of its steps still help?',
  answer: 'the loop without arrays still helps, and leaving out try and catch does not',
  theme: 'V8',
  workshop: {
    place: 3,
    minutes: 30,
    why: 'This lab has no server, only a function, a CPU and a compiler. The book\'s loop still helps, but leaving out `try`/`catch` no longer does.',
  },
  kind: 'function',
  variants: {
    slow: 'map and reduce in try/catch',
    'no-collections': 'a loop in try/catch',
    'no-try-catch': 'a loop without try/catch',
    'one-division': 'a loop that multiplies by 1/n',
    fast: 'a loop with four sums',
  },
  limit: 'a loop with four sums that only adds',
  workload: {
    inputs: (random) => Array.from({ length: 2 }, () => [
      random.int(2, 20),
      Array.from({ length: 1000 }, (_, index) => random() * index),
    ]),
    // all numbers of an array are of one sign and one size: where some cancel out or vanish beside others, the steps round differently
    randomInputs: (fc) => fc.tuple(
      fc.integer({ min: -20, max: 20 }),
      fc.tuple(
        fc.constantFrom(1, -1, 1 / 1024, 1e150),
        fc.oneof({ weight: 9, arbitrary: fc.array(fc.nat(1000), { maxLength: 9, size: 'max' }) }, { weight: 1, arbitrary: fc.array(fc.nat(1000), { maxLength: 3000, size: 'max' }) })
      ).map(([unit, numbers]) => numbers.map((number) => number * unit))
    ),
    edgeCases: {
      'num = 0': [0, [1, 2]],
      'num = 0, both signs': [0, [1, -2]],
      'num = -0': [-0, [1, 2]],
      'an empty array': [3, []],
      'one element': [3, [7]],
      'NaN inside': [3, [1, NaN, 2, 3, 4]],
      'Infinity inside': [3, [1, Infinity, 2, 3, 4]],
      // eslint-disable-next-line no-sparse-arrays
      'a hole': [3, [1, , 2, 3, 4]],
      'digits as strings': [2, ['5', '6', '7', '8', '9']],
      'null instead of the array': [2, null],
    },
    // the last two steps round elsewhere than the first three
    tolerance: 1e-12,
  },
  counters: {
    arraysMapped: { counts: 'Array.prototype.map', slow: 'every call', 'no-collections': 'never', fast: 'never' },
  },
  steps: {
    'no-collections': 'one loop, without new arrays',
    fast: 'divide once, and let no addition wait for the one before',
  },
  givesUp: { fast: 'the sum is rounded elsewhere, so its last digits differ' },
  claims: [
    {
      id: 'whole-ladder',
      faster: 'fast',
      than: 'slow',
      metric: 'time',
      atLeast: 4,
    },
    {
      id: 'book-ladder',
      faster: 'no-try-catch',
      than: 'slow',
      metric: 'time',
      atLeast: 1.5,
      published: 'A42',
    },
    {
      id: 'loop',
      faster: 'no-collections',
      than: 'slow',
      metric: 'time',
      atLeast: 1.5,
      published: 'A38',
    },
    {
      id: 'try-catch',
      same: ['no-collections', 'no-try-catch'],
      // too noisy for ten per cent, far from four times: on Node 26 try/catch measured 0.87 to 0.93
      equivalenceMargin: 0.5,
      metric: 'time',
      until: '8',
      changes: [{ node: '8', says: 'TurboFan took over from a compiler that left functions with try/catch unoptimized', link: 'https://v8.dev/blog/launching-ignition-and-turbofan' }],
      published: 'A41',
    },
    {
      id: 'one-division',
      faster: 'one-division',
      than: 'no-try-catch',
      metric: 'time',
      dependsOn: 'the version of V8 and the processor',
    },
    {
      id: 'four-sums',
      faster: 'fast',
      than: 'one-division',
      metric: 'time',
      dependsOn: 'the version of V8 and the processor',
    },
  ],
  hotFrame: { search: '.map(', says: 'the line that calls map, whether V8 has inlined it or not' },
})
