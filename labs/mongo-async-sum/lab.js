import { defineLab } from '@hotpath-labs/lab'
import { mongo } from '@hotpath-labs/services'

/** Share of the cost of `slow`, below the 14 % that the text's hoisted loop gained. The usual 0.1 takes two to three pairs more. */
const equivalenceMargin = 0.12

export default defineLab({
  title: 'An average of a thousand documents',
  question: 'A server averages a thousand MongoDB documents. Does a faster loop make it faster?',
  answer: 'the time goes to the thousand documents that the server fetches',
  theme: 'databases and caches',
  workshop: { place: 4, minutes: 25, why: 'Attendees can now make a loop faster, but this program spends its time outside of the loop.' },
  kind: 'server',
  variants: {
    slow: 'fetch and reduce',
    loop: 'fetch and loop',
    hoisted: 'fetch and hoisted loop',
    'in-database': '$avg in the database',
    fast: 'reading kept totals',
  },
  limit: 'bare node:http with a fixed answer',
  services: [mongo({
    // whole numbers, so that their sum is exact in whatever order they are added
    values: (/** @type {() => number} */ random) => Array.from({ length: 1000 }, () => ({ value: Math.floor(random() * 1e6) })),
  })],
  // in one process of eight V8 decoded documents into old space, and every request cost a quarter more
  flags: { '*': ['--no-allocation-site-pretenuring'] },
  // requests: a few dozen warm up the decoding of a thousand documents, a thousand the driver's path for one small answer
  warmUp: { slow: 24, loop: 24, hoisted: 24, 'in-database': 700, fast: 700, limit: 2500 },
  // every fifth block has a major collection: pairs scattered by 5 to 9 % with 12 blocks, 1 to 2 % with 24 shorter ones: docs/decisions/045
  blocks: 24,
  workload: { method: 'GET', path: '/average', connections: 10, edgeCases: { 'a query': { path: '/average?from=elsewhere' } } },
  counters: { documentsFetched: { counts: 'mongo:documents', slow: 1000, loop: 1000, hoisted: 1000, 'in-database': 1, fast: 1 } },
  steps: { fast: 'fetch one document instead of a thousand' },
  givesUp: { fast: 'each write has to change the totals, too, or all later answers are wrong' },
  claims: [
    {
      id: 'kept-totals',
      faster: 'fast',
      than: 'slow',
      metric: 'cpu',
      atLeast: 2,
      published: 'A58',
    },
    {
      id: 'loop',
      same: ['slow', 'loop'],
      equivalenceMargin,
      metric: 'cpu',
      published: 'A53',
    },
    {
      id: 'hoisted',
      same: ['slow', 'hoisted'],
      equivalenceMargin,
      metric: 'cpu',
      published: 'A55',
    },
    {
      id: 'in-database',
      faster: 'in-database',
      than: 'slow',
      metric: 'cpu',
      atLeast: 2,
      published: 'B7',
    },
  ],
  hotFrame: { search: 'toObject', says: 'where the driver turns BSON bytes into objects' },
})
