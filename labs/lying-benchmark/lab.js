import { defineLab } from '../../shared/lab/define.js'

/** What both published figures have in common. */
const book = {
  metric: 'calls a second, benchmark.js',
  source: 'Node Cookbook, 3rd edition, chapter "Optimizing Performance"',
  node: 'not stated',
}

export default defineLab({
  title: 'A benchmark that lies',
  question: 'One chapter has four figures for one function, up to four times apart. Which is right?',
  kind: 'function',
  ladder: {
    slow: 'three times through the list',
    'slow-late': 'the same function, after others in its process',
    'fast-late': 'fast, after others in its process',
    fast: 'once through the list',
  },
  workload: {
    inputs: (random) => Array.from({ length: 2 }, () => [Array.from({ length: 500 }, () => ({
      km: random.int(1, 100),
      detour: random.int(0, 9),
      ferry: random.int(0, 3),
    }))]),
    edges: {
      'no leg': [[]],
      'one leg': [[{ km: 7, detour: 0, ferry: 0 }]],
      'parts of a number': [[{ km: 0.1, detour: 0, ferry: 0 }, { km: 0.2, detour: 0.5, ferry: 0 }]],
      'NaN inside': [[{ km: 1, detour: NaN, ferry: 0 }]],
      'a leg without a length': [[{ km: 1, detour: 0, ferry: 0 }, {}]],
      'null in the place of the array': [null],
    },
    // three times a sum rounds once, and three sums twice
    within: 1e-12,
  },
  claims: [
    {
      id: 'once',
      faster: 'fast',
      than: 'slow',
      metric: 'time',
      floor: 1.3,
      says: 'once through the list is faster than three times',
    },
    {
      id: 'late',
      faster: 'slow',
      than: 'slow-late',
      metric: 'time',
      floor: 2.5,
      says: 'the same function is slower after others have run in its process',
      published: {
        ...book,
        ratio: 1.74,
        figures: '11,014 → 6,320',
        of: 'slow alone → the same slow beside one other function',
        asks: 'The text changed what runs beside one function; ours lets others run before it.',
      },
    },
    {
      id: 'winner',
      faster: 'slow',
      than: 'fast-late',
      metric: 'time',
      floor: 1.05,
      says: 'the slower function, if it runs first, beats the faster one that runs late',
      published: {
        ...book,
        ratio: 4.02,
        figures: '11,014 → 2,742',
        of: 'slow alone → the same slow beside two others, with natives syntax',
        asks: 'The text measures one function four times; ours compares two, and their order decides.',
      },
    },
  ],
  look: { search: 'threeDays', says: 'the function; V8 has inlined into it the helper that all of them share' },
  hints: [
    'The first half of this lab is easy: slow adds up the same legs three times. What does the second time tell it that the first did not?',
    'The journey is as long on the second day as on the first. One call is enough.',
    'Return 3 * way(legs). Then read the other two claims: the same function, once alone and once after others, differs by more than your fix.',
  ],
})
