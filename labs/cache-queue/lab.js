import { defineLab } from '../../shared/lab/define.js'

const source = 'Node Cookbook, 3rd edition, chapter "Optimizing Performance"'

export default defineLab({
  title: 'A cache, and a queue in front of it',
  question: 'A cache is ten times faster on average. Who waits when it expires?',
  kind: 'server',
  ladder: {
    slow: 'no cache',
    ttl: 'expires every 50 ms',
    'stale-while-refreshing': 'serves stale meanwhile',
    fast: 'expires every 5 s',
  },
  limit: 'fetched once, under node:http',
  services: {
    // as far as a database in the next region
    mongoAwayMs: 5,
    mongo: {
      values: (/** @type {() => number} */ random) => Array.from({ length: 1000 }, () => ({ value: Math.floor(random() * 1e6) })),
    },
  },
  blocks: 3,
  // requests: after 200 of stale-while-refreshing its first block was still twice as dear as its third
  warmUp: { slow: 30, ttl: 300, 'stale-while-refreshing': 600, fast: 2500, limit: 2500 },
  maxAgeMs: { ttl: 50, fast: 5000 },
  workload: { method: 'GET', path: '/average', connections: 10 },
  workloads: { visitors: { method: 'GET', path: '/average', connections: 50, everyMs: 1, requests: 200 } },
  counters: { documentsFetched: { counts: 'mongo:documents', slow: 1000, fast: 'once' } },
  claims: [
    {
      id: 'cache',
      faster: 'fast',
      than: 'slow',
      metric: 'cpu',
      floor: 8,
      says: 'an answer kept for five seconds needs less CPU than one fetched for every request',
      published: {
        ratio: 11.6,
        figures: '315.8 → 3660.4, and 5024 ms at the slowest',
        of: 'reduce for everybody → lru-cache and fastq',
        metric: 'requests a second, autocannon -c 1000 -d 5',
        source,
        node: 'not stated',
        asks: 'The text counted answers a second; the claim compares the CPU that each answer costs the server.',
      },
    },
    {
      id: 'expiry',
      faster: 'stale-while-refreshing@visitors',
      than: 'ttl@visitors',
      metric: 'p99',
      floor: 1.2,
      says: 'the slowest hundredth of requests waits less if the last answer is served while one request fetches the next',
    },
  ],
  look: { search: 'toObject', says: 'BSON becoming objects' },
  hints: [
    'How many of the answers in a second differ? And how many does the server fetch? An answer of yours may be five seconds old, and no older: the lab changes the data and checks.',
    'app.js gives your function `fetch` and expects back a function that answers: what you put between the two is a cache. The lab has lru-cache; a variable and a timestamp do as well.',
    'Ten requests come at once when nothing is kept yet. If each finds the cache empty, each fetches: keep the promise of the fetch in flight, or put the requests in a queue (fastq).',
    'What if the average is 0? Ask whether there is an entry, not whether the value is truthy; and do not keep a fetch that has failed.',
    'let kept; return () => { if (!kept || Date.now() > kept.until) { kept = { until: Date.now() + 5000, value: fetch() }; kept.value.catch(() => { kept = undefined }) } return kept.value }. Then read stale-while-refreshing.js: who still waits in yours?',
  ],
})
