import { defineLab } from '../../shared/lab/define.js'

/** What the text's figures have in common. */
const text = {
  metric: 'requests a second, ab -c500 -t10',
  source: 'alxolr, "Squeeze node.js performance with flame graphs"',
  node: 'not stated',
  asks: 'The text counted the answers to 500 connections, with a new one for each request; the claim compares the median latency over ten that stay open.',
}

export default defineLab({
  title: 'The index that nobody had made',
  question: 'The database does the sum now, and nothing got faster. What is it busy with?',
  kind: 'server',
  ladder: {
    slow: 'find, reduce',
    aggregate: 'sum in the database',
    index: 'with an index',
    fast: 'cached for a minute',
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
  // requests: after 300 of them the index still got a third cheaper from block to block
  warmUp: { slow: 40, aggregate: 40, index: 1000, fast: 1500 },
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
      says: 'answering from a cache is faster than examining ten thousand documents',
      published: { ...text, ratio: 12.7, figures: '399.74 → 5071.28', of: 'find and reduce → index, lru-cache and fastq' },
    },
    {
      id: 'index',
      faster: 'index',
      than: 'aggregate',
      metric: 'p50',
      floor: 1.1,
      says: 'a sum is faster when an index finds its hundred documents',
      published: { ...text, ratio: 6.21, figures: '413.69 → 2568.59', of: '$match and $group without an index → with one' },
    },
    {
      id: 'cache',
      faster: 'fast',
      than: 'index',
      metric: 'p50',
      floor: 1.2,
      says: 'a cached sum is faster than one from an index',
      published: { ...text, ratio: 1.97, figures: '2568.59 → 5071.28', of: 'index → index, lru-cache and fastq' },
    },
    {
      id: 'aggregate',
      faster: 'aggregate',
      than: 'slow',
      metric: 'p50',
      shown: 'what a scan costs the database, which both wait for, beside what decoding a hundred documents costs the server',
      says: 'without an index it is hardly faster to do the sum in the database',
      published: { ...text, ratio: 1.03, figures: '399.74 → 413.69', of: 'find and reduce → $match and $group, both without an index' },
    },
  ],
  look: { search: 'toObject', says: 'BSON being decoded into objects' },
  hints: [
    '`pnpm lab mongo-carts-index profile` shows what the server does. But each request also waits. What for?',
    'The first lines of `pnpm lab mongo-carts-index` say how many documents the database examines for one answer. How many items does a cart have?',
    'The collection has an index on `cart`, and your file keeps the database from using it: { hint: { $natural: 1 } } makes find scan all documents. explain says which: COLLSCAN (the whole collection), or IXSCAN (an index).',
    'Without that option the database examines a hundred documents. Can it be fewer? An answer that is cached for a while examines none: the lab has lru-cache, and fastq for requests that come at the same time.',
    'const kept = new LRUCache({ max: 100, ttl: 60_000 }), and for a cart: if (!kept.has(cart)) kept.set(cart, await sum(cart)); return kept.get(cart), where sum is slow\'s function without that option. Then read labs/mongo-carts-index/cached.js: what if five hundred requests come before the first total is cached?',
  ],
})
