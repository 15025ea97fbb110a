import { defineLab } from '@hotpath-labs/lab'

/** Pages that a call takes from its queue. */
const BUDGET = 2000

/** Pages of the site. Each links to one page, so the queue keeps its length. */
const PAGES = 300

export default defineLab({
  title: 'A queue that grows',
  question: 'A crawler with 10,000 waiting pages is quick. Why does it nearly stand still with 20,000?',
  answer: 'shift moves all entries of a queue that has room for 16,384 or more',
  theme: 'V8',
  workshop: { place: 21, minutes: 25, why: 'Every earlier lab had one size of input. Here the size decides: three short lines are harmless until the data grows.' },
  kind: 'function',
  variants: {
    slow: 'shift, includes and spread',
    pieces: 'shift from pieces of 10,000',
    index: 'an index instead of shift',
    fast: 'an index, a Set and push',
    concat: 'an index, a Set and +=',
  },
  workload: {
    inputs: (random) => Array.from({ length: 2 }, () => [
      Array.from({ length: 20_000 }, () => random.int(0, PAGES - 1)),
      Array.from({ length: PAGES }, () => [random.int(0, PAGES - 1)]),
      BUDGET,
    ]),
    randomInputs: (fc) => fc.integer({ min: 1, max: 40 }).chain((pages) => {
      const page = fc.nat(pages - 1)
      const links = fc.array(fc.array(page, { maxLength: 3 }), { minLength: pages, maxLength: pages })
      return fc.tuple(fc.array(page, { maxLength: 60 }), links, fc.nat(90))
    }),
    edgeCases: {
      'nothing waits': [[], [], 5],
      'no budget': [[0], [[]], 0],
      'a page that links to itself': [[0], [[0]], 5],
      'a page that waits twice': [[1, 1, 0], [[2], [], []], 9],
      // more than a table of bytes for 16-bit numbers has
      'more pages than the lab has': [[70_000, 70_000], Array.from({ length: 70_001 }, () => []), 5],
      'a budget that ends in the middle': [[0, 1, 2], [[], [], []], 2],
    },
  },
  sizes: {
    unit: 'waiting pages',
    values: [2500, 10_800, 16_500, 66_000],
    input: (size) => [
      Array.from({ length: size }, (_, index) => index % PAGES),
      Array.from({ length: PAGES }, (_, page) => [(page * 7) % PAGES]),
      BUDGET,
    ],
  },
  counters: {
    shifts: { counts: 'Array.prototype.shift', slow: BUDGET, index: 'never', fast: 'never' },
    searches: { counts: 'Array.prototype.includes', slow: BUDGET, index: BUDGET, fast: 'never' },
  },
  steps: {
    index: 'take the next page without moving all others',
    fast: 'search and copy no list',
  },
  givesUp: {
    index: 'pages that were taken stay in memory until the end',
    fast: 'all known pages stay in memory until the end, twice',
  },
  claims: [
    { id: 'whole-ladder', faster: 'fast', than: 'slow', metric: 'time', atLeast: 6 },
    { id: 'index', faster: 'index', than: 'slow', metric: 'time', atLeast: 2 },
    { id: 'cliff', faster: 'pieces', than: 'slow', metric: 'time', atLeast: 2 },
    { id: 'set-and-push', faster: 'fast', than: 'index', metric: 'time', atLeast: 1.2 },
    // less than twice: text that was copied for each page would cost as much more as the list of `index` does, 2.4 to 4.9 times
    { id: 'concatenation', same: ['concat', 'fast'], metric: 'time', equivalenceMargin: 1 },
  ],
  hotFrame: { search: 'crawl', says: 'the function itself: V8 moves, searches and copies arrays inside of its lines' },
})
