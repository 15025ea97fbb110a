import { defineLab } from '@hotpath-labs/lab'

export default defineLab({
  title: 'A large JSON answer, built for each request',
  question: 'A server sends a large JSON answer. Why does its flame graph not show JSON.stringify?',
  answer: 'a flame graph counts the C++ time of JSON.stringify for its caller, and a kept answer needs none of that time',
  theme: 'servers',
  workshop: {
    place: 10,
    minutes: 20,
    why: 'The server repeats three steps for each request, and the flame graph hides half of this work.',
  },
  kind: 'server',
  variants: {
    slow: 'computing sum and JSON each time',
    'sum-once': 'only stringifying each time',
    'kept-string': 'keeping the JSON string',
    fast: 'keeping the bytes and the ETag',
  },
  limit: 'bare node:http with kept bytes',
  blocks: 4,
  // requests: most of a small one's cost is copying bytes, for which V8 compiles nothing
  warmUp: { slow: 8, 'sum-once': 12, 'kept-string': 50, fast: 100, limit: 100 },
  workload: { method: 'GET', path: '/tree', connections: 4, edgeCases: { 'a query': { path: '/tree?from=elsewhere' } } },
  counters: {
    stringified: { counts: 'JSON.stringify', slow: 'every request', 'sum-once': 'every request', 'kept-string': 'once', fast: 'once' },
    hashed: { counts: 'crypto:createHash', slow: 'every request', 'sum-once': 'every request', 'kept-string': 'every request', fast: 'once' },
  },
  steps: {
    'kept-string': 'keep the string',
    fast: 'send bytes and an ETag that you made once',
  },
  givesUp: {
    'kept-string': 'a change of the data shows only after a restart',
    fast: 'a change of the data shows only after a restart',
  },
  claims: [
    {
      id: 'kept',
      faster: 'fast',
      than: 'slow',
      metric: 'cpu',
      atLeast: 5,
    },
    {
      id: 'stringify',
      faster: 'kept-string',
      than: 'sum-once',
      metric: 'cpu',
      dependsOn: 'the version of V8',
    },
    {
      id: 'etag',
      faster: 'fast',
      than: 'kept-string',
      metric: 'cpu',
      atLeast: 1.1,
    },
  ],
  hotFrame: { search: 'sumValues', says: 'the function that adds up the numbers' },
})
