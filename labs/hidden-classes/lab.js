import { defineLab } from '../../shared/lab/define.js'

/** Rows of which each has another three, two, one or none of its optional fields. @param {any} random @param {number} index */
const row = (random, index) => ({
  ...index & 1 && { label: 'a' },
  ...index & 2 && { colour: 'b' },
  ...index & 4 && { size: 3 },
  at: [random.int(0, 10_000), random.int(0, 10_000)],
})

export default defineLab({
  title: 'Object shapes',
  question: 'Every point has an x and a y. Why does it cost more to read them when some of the points have a label?',
  kind: 'function',
  ladder: {
    slow: 'optional fields only where present: eight shapes',
    'four-shapes': 'one of the three always there: four',
    'two-orders': 'all there, y before x in every other point: two',
    fast: 'all there, in one order: one shape',
  },
  limit: 'two arrays of numbers, no objects',
  workload: {
    inputs: (random) => Array.from({ length: 2 }, () => [Array.from({ length: 64 }, (_, index) => row(random, index))]),
    edges: {
      'no point': [[]],
      'one point': [[{ at: [1, 2] }]],
      'two in one place': [[{ at: [1, 2], label: 'a' }, { at: [1, 2] }]],
      'parts of a number': [[{ at: [0.5, 0.25] }, { at: [1.5, 2], size: 1 }]],
      'NaN inside': [[{ at: [0, NaN] }, { at: [1, 2] }, { at: [4, 6] }]],
      'an empty label': [[{ at: [0, 1], label: '' }, { at: [1, 2], size: 0 }]],
    },
  },
  claims: [
    {
      id: 'one-shape',
      faster: 'fast',
      than: 'slow',
      metric: 'time',
      floor: 2,
      says: 'points of one shape are read faster than points of eight',
    },
    {
      id: 'four-shapes',
      faster: 'four-shapes',
      than: 'slow',
      metric: 'time',
      floor: 1.2,
      says: 'four shapes are few enough for V8 to keep track of each',
    },
    {
      id: 'order',
      faster: 'fast',
      than: 'two-orders',
      metric: 'time',
      shown: 'the version of V8, and on how much else is done with the points: a second shape costs one comparison for each access',
      says: 'x before y everywhere is faster than in half of the points',
    },
  ],
  look: { search: 'closest', says: 'the function: its inner loop reads x and y of every pair' },
  hints: [
    'Nothing reads a label. Yet take the labels out of the rows, and slow gets faster: what do they do to the points?',
    'For every place in the code V8 remembers which shapes it has seen there, up to four. At a fifth it gives up, and looks every property up in a table that the whole program shares.',
    'A shape says which properties an object has, and in which order they were added. If the first one is optional, leaving it out gives another shape, whatever follows.',
    'Give every point all five properties in one order, null where there is nothing: const { label = null, colour = null, size = null, at } = rows[i], and points.push({ label, colour, size, x: at[0], y: at[1] }).',
  ],
})
