import { defineLab } from '../../shared/lab/define.js'

/** What the text's figures have in common. */
const text = {
  metric: 'requests a second, ab -c500 -t10',
  source: 'alxolr, "Squeeze node.js performance with flame graphs"',
  node: 'not stated',
  asks: 'The text counted the answers to 500 connections, each opened anew; the claim compares the median latency over ten that stay open.',
}

export default defineLab({
  title: 'The index that nobody had made',
  question: 'The sum is made in the database now, and nothing is faster. What does the database do?',
  kind: 'server',
  ladder: {
    slow: 'find, reduce',
    aggregate: 'sum in the database',
    index: 'with an index',
    fast: 'kept for a minute',
  },
  services: {
    mongo: {
      carts: {
        // whole cents, so that a sum is exact in whatever order they are added; a hundred items in each cart, so that they can be counted
        documents: (/** @type {() => number} */ random) => Array.from({ length: 10_000 }, (_, item) =>
          ({ cart: item % 100, quantity: 1 + Math.floor(random() * 10), price: Math.floor(random() * 100_000) })),
        indexes: [{ key: { cart: 1 }, name: 'cart_1' }],
      },
    },
  },
  blocks: 3,
  warmUp: { slow: 12, aggregate: 12, index: 300, fast: 1500 },
  // as many of each: of fewer than there are connections each would wait for fewer others
  workload: { method: 'GET', path: '/carts/3', connections: 10, requests: 40 },
  counters: { documentsExamined: { counts: 'mongo:examined', slow: 10_000, aggregate: 10_000, index: 100, fast: 'once' } },
  claims: [
    {
      id: 'whole-ladder',
      faster: 'fast',
      than: 'slow',
      metric: 'p50',
      floor: 4,
      says: 'a total that is kept is there sooner than one for which ten thousand documents are examined',
      published: { ...text, ratio: 12.7, figures: '399.74 → 5071.28', of: 'find and reduce → index, lru-cache and fastq' },
    },
    {
      id: 'index',
      faster: 'index',
      than: 'aggregate',
      metric: 'p50',
      floor: 1.2,
      says: 'a sum is there sooner if an index finds the hundred documents that it is made of',
      published: { ...text, ratio: 6.21, figures: '413.69 → 2568.59', of: '$match and $group without an index → with one' },
    },
    {
      id: 'cache',
      faster: 'fast',
      than: 'index',
      metric: 'p50',
      floor: 1.5,
      says: 'and sooner still if it is kept',
      published: { ...text, ratio: 1.97, figures: '2568.59 → 5071.28', of: 'index → index, lru-cache and fastq' },
    },
    {
      id: 'aggregate',
      faster: 'aggregate',
      than: 'slow',
      metric: 'p50',
      shown: 'what a scan costs the database, which both wait for, beside what decoding a hundred documents costs the server',
      says: 'without an index the sum is hardly sooner there if the database makes it',
      published: { ...text, ratio: 1.03, figures: '399.74 → 413.69', of: 'find and reduce → $match and $group, both without an index' },
    },
  ],
  look: { search: 'toObject', says: 'BSON becoming objects' },
  hints: [
    '`pnpm lab mongo-carts-index profile`: the server is idle for most of the time. For whom does it wait?',
    'The first lines of `pnpm lab mongo-carts-index` say how many documents the database examines for one answer. How many items has a cart?',
    'The collection has an index on `cart`, and your file keeps the database from using it: { hint: { $natural: 1 } } makes find scan them all. explain tells: COLLSCAN, or IXSCAN.',
    'Without that option a hundred documents are examined. Can they be fewer? An answer that is kept for a while examines none: the lab has lru-cache, and fastq for those who come at once.',
    'const kept = new LRUCache({ max: 100, ttl: 60_000 }), and for a cart: if (!kept.has(cart)) kept.set(cart, await sum(cart)); return kept.get(cart), where sum is slow\'s function without that option. Then read labs/mongo-carts-index/cached.js: what if five hundred come before the first is kept?',
  ],
})
