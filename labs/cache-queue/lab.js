import { defineLab } from '@hotpath-labs/lab'
import { mongo } from '@hotpath-labs/services'

export default defineLab({
  title: 'A cache, and a queue in front of it',
  question: 'A server with a cache is ten times faster on average. Who waits when the cache expires?',
  answer: 'all requests wait for the next fetch, unless they get the old answer in the meantime',
  theme: 'databases and caches',
  workshop: {
    place: 5,
    minutes: 25,
    why: 'The server of mongo-async-sum gets a cache. Its average latency is good, but some requests wait long.',
  },
  kind: 'server',
  variants: {
    slow: 'a server without a cache',
    ttl: 'a server with a 50 ms cache',
    'stale-while-refreshing': 'a server that refreshes in the background',
    fast: 'a server with a 5 s cache',
  },
  limit: 'bare node:http with a fixed answer',
  services: [mongo({
    values: (/** @type {() => number} */ random) => Array.from({ length: 1000 }, () => ({ value: Math.floor(random() * 1e6) })),
  }, {
    // as far as a database in the next region
    latencyMs: 5,
  })],
  // 4 blocks of 100 requests were slower in the two calmer rounds of four: docs/decisions/045
  blocks: 3,
  // requests: after 200, the first block of stale-while-refreshing still cost twice as much as its third
  warmUp: { slow: 30, ttl: 300, 'stale-while-refreshing': 600, fast: 2500, limit: 2500 },
  maxAgeMs: { ttl: 50, fast: 5000 },
  maxAgeUnderLoadMs: { 'stale-while-refreshing': 50 },
  workload: { method: 'GET', path: '/average', connections: 10, edgeCases: { 'a query': { path: '/average?from=elsewhere' } } },
  workloads: { visitors: { label: 'visitors', method: 'GET', path: '/average', connections: 50, everyMs: 1, requests: 200 } },
  counters: { documentsFetched: { counts: 'mongo:documents', slow: 1000, fast: 'once' } },
  lesson: 'expiry',
  steps: {
    ttl: 'keep the answer for 50 ms',
    'stale-while-refreshing': 'give the old answer while one request fetches the next',
  },
  givesUp: {
    ttl: 'an answer is up to 50 ms old, and when it expires all requests wait',
    'stale-while-refreshing': 'the first request after a pause gets an old answer, however long the pause was',
  },
  claims: [
    {
      id: 'cache',
      faster: 'fast',
      than: 'slow',
      metric: 'cpu',
      atLeast: 8,
      published: 'A63',
    },
    {
      id: 'expiry',
      faster: 'stale-while-refreshing@visitors',
      than: 'ttl@visitors',
      metric: 'p99',
      atLeast: 1.6,
    },
  ],
  hotFrame: { search: 'toObject', says: 'the function that turns BSON from the database into objects' },
})
