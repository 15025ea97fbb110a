import { defineLab } from '@hotpath-labs/lab'

/**
 * Makes a row with none to three of the optional fields, so that shapes differ.
 *
 * @param {{ int: (low: number, high: number) => number }} random
 * @param {number} index
 */
const row = (random, index) => ({
  ...index & 1 && { label: 'a' },
  ...index & 2 && { colour: 'b' },
  ...index & 4 && { size: 3 },
  at: [random.int(0, 10_000), random.int(0, 10_000)],
})

export default defineLab({
  title: 'Object shapes',
  question: 'Why is reading x and y slower if some of the points also have a label?',
  answer: 'each place in the code remembers four shapes, and with more of them V8 looks up every access',
  theme: 'V8',
  workshop: { place: 13, minutes: 15, why: 'Reading is slow here without a `delete`, because the objects have different shapes.' },
  kind: 'function',
  variants: {
    slow: 'a loop over eight shapes',
    'four-shapes': 'a loop over four shapes',
    'two-orders': 'a loop over two shapes',
    fast: 'a loop over one shape',
  },
  limit: 'a loop over two typed arrays',
  workload: {
    inputs: (random) => Array.from({ length: 2 }, () => [Array.from({ length: 64 }, (_, index) => row(random, index))]),
    randomInputs: (fc) => fc.tuple(fc.array(fc.record(
      { label: fc.string({ maxLength: 3 }), colour: fc.constantFrom('', 'b'), size: fc.nat(3), at: fc.tuple(fc.integer(), fc.integer({ max: 1000 })) },
      { requiredKeys: ['at'], noNullPrototype: true }
    ), { maxLength: 120, size: 'max' })),
    edgeCases: {
      'no points': [[]],
      'one point': [[{ at: [1, 2] }]],
      'two points in one place': [[{ at: [1, 2], label: 'a' }, { at: [1, 2] }]],
      fractions: [[{ at: [0.5, 0.25] }, { at: [1.5, 2], size: 1 }]],
      'NaN inside': [[{ at: [0, NaN] }, { at: [1, 2] }, { at: [4, 6] }]],
      'an empty label': [[{ at: [0, 1], label: '' }, { at: [1, 2], size: 0 }]],
    },
  },
  steps: {
    'four-shapes': 'at most four shapes',
    fast: 'one shape for all points',
  },
  givesUp: { fast: 'each point takes memory for all fields, also for those that it does not use' },
  claims: [
    {
      id: 'one-shape',
      faster: 'fast',
      than: 'slow',
      metric: 'time',
      atLeast: 2,
    },
    {
      id: 'four-shapes',
      faster: 'four-shapes',
      than: 'slow',
      metric: 'time',
      atLeast: 1.2,
    },
    {
      id: 'order',
      faster: 'fast',
      than: 'two-orders',
      metric: 'time',
      dependsOn: 'the version of V8 and the other work of the loop: with two shapes, each access needs one more comparison',
    },
  ],
  hotFrame: { search: 'closest', says: 'the function of this lab: its inner loop reads x and y of every pair of points' },
})
