import { defineLab } from '@hotpath-labs/lab'
import { mongo } from '@hotpath-labs/services'

export default defineLab({
  title: 'A query without an index',
  question: 'Moving a sum into MongoDB did not make the server faster. What is the bottleneck?',
  answer: 'the database examines ten thousand items for each cart, until it has an index; a total that is kept needs no database',
  theme: 'databases and caches',
  workshop: {
    place: 11,
    minutes: 25,
    why: 'The server waits for its database. A counter shows work that no profile of the server can show.',
  },
  kind: 'server',
  variants: {
    slow: 'find and reduce',
    aggregate: '$sum over a full scan',
    index: '$sum with an index',
    fast: 'a one-minute cache',
  },
  services: [mongo({
    carts: {
      // whole cents, so that a sum is exact in whatever order they are added; a hundred items in each cart, so that they can be counted
      documents: (/** @type {() => number} */ random) => Array.from({ length: 10_000 }, (_, item) =>
        ({ cart: item % 100, quantity: 1 + Math.floor(random() * 10), price: Math.floor(random() * 100_000) })),
      indexes: [{ key: { cart: 1 }, name: 'cart_1' }],
    },
  })],
  blocks: 3,
  // requests: after 300 of them the index still got a third cheaper from block to block
  warmUp: { slow: 40, aggregate: 40, index: 1000, fast: 1500 },
  // as many of each: of fewer than there are connections each would wait for fewer others
  workload: {
    method: 'GET',
    path: '/carts/3',
    connections: 10,
    requests: 40,
    randomInputs: (fc) => fc.nat(99).map((cart) => ({ path: `/carts/${cart}` })),
    edgeCases: { 'an empty cart': { path: '/carts/100' }, 'no number': { path: '/carts/three' }, 'a negative number': { path: '/carts/-3' } },
  },
  counters: { documentsExamined: { counts: 'mongo:examined', slow: 10_000, aggregate: 10_000, index: 100, fast: 'once' } },
  steps: {
    index: 'let the database find a cart by its index',
    fast: 'ask the database once a minute, because a total may be so old',
  },
  givesUp: {
    index: 'the database changes the index at each write, and keeps the index in memory',
    fast: 'a total is up to a minute old',
  },
  claims: [
    {
      id: 'whole-ladder',
      faster: 'fast',
      than: 'slow',
      metric: 'p50',
      atLeast: 4,
      published: 'B16',
    },
    {
      id: 'index',
      faster: 'index',
      than: 'aggregate',
      metric: 'p50',
      atLeast: 1.1,
      published: 'B8',
    },
    {
      id: 'cache',
      faster: 'fast',
      than: 'index',
      metric: 'p50',
      atLeast: 1.2,
      published: 'B10',
    },
    {
      id: 'aggregate',
      faster: 'aggregate',
      than: 'slow',
      metric: 'p50',
      dependsOn: 'how long the database scan takes, compared with decoding a hundred documents in the server',
      published: 'B7',
    },
  ],
  hotFrame: { search: 'toObject', says: 'which decodes BSON into objects' },
})
