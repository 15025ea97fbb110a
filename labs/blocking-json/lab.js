import { defineLab } from '../../shared/lab/define.js'

export default defineLab({
  title: 'A large answer, made anew each time',
  question: 'The flame graph shows the sum. Where is JSON.stringify, and what comes after it?',
  kind: 'server',
  ladder: {
    slow: 'sums and stringifies each time',
    'sum-once': 'stringifies each time',
    'kept-string': 'a kept string',
    fast: 'kept bytes and their ETag',
  },
  limit: 'the bytes, under node:http',
  blocks: 4,
  // requests: most of a small one's cost is copying bytes, for which V8 compiles nothing
  warmUp: { slow: 8, 'sum-once': 12, 'kept-string': 50, fast: 100, limit: 100 },
  workload: { method: 'GET', path: '/tree', connections: 4 },
  counters: {
    stringified: { counts: 'JSON.stringify', slow: 'every request', 'sum-once': 'every request', 'kept-string': 'never', fast: 'never' },
    hashed: { counts: 'crypto:createHash', slow: 'every request', 'sum-once': 'every request', 'kept-string': 'every request', fast: 'never' },
  },
  claims: [
    {
      id: 'kept',
      faster: 'fast',
      than: 'slow',
      metric: 'cpu',
      floor: 5,
      says: 'an answer kept as the bytes that go out needs less CPU than one made for every request',
    },
    {
      id: 'stringify',
      faster: 'kept-string',
      than: 'sum-once',
      metric: 'cpu',
      shown: 'the version of V8: what JSON.stringify costs here has fallen with each, and most of all with Node 26',
      says: 'JSON.stringify needs CPU too, though the talk\'s flame graph leaves it out',
    },
    {
      id: 'etag',
      faster: 'fast',
      than: 'kept-string',
      metric: 'cpu',
      floor: 1.1,
      says: 'Express needs CPU for a string too: it encodes it, and hashes the bytes for the ETag',
    },
  ],
  look: { search: 'sumValues', says: 'the numbers being added' },
  hints: [
    '`pnpm lab blocking-json profile`: sumValues is wide. Where does the rest of the time go, under the function that answers?',
    'Neither the sum nor the tree changes from one request to the next. What can be computed once, and when?',
    'Keep what JSON.stringify returns. Then profile again: Express still encodes that string as bytes, and hashes them all for an ETag.',
    'res.send takes a Buffer as it is. And where an answer has an ETag already, Express computes none: res.set(\'ETag\', tag).',
    'listenWith takes a function and calls it once. In it: const bytes = Buffer.from(JSON.stringify({ sum: sumValues(), tree })), const tag = a hash of them in double quotes, and return (res) => res.set(\'ETag\', tag).send(bytes).',
  ],
})
