import { defineLab } from '../../shared/lab/define.js'

export default defineLab({
  title: 'All at once, but not too many',
  question: 'Four calls at once are three times faster than one after the other. And a thousand?',
  kind: 'server',
  ladder: { slow: 'one after the other', 'promise-all': 'all at once', fast: 'at most 100 at once' },
  limit: 'a single call, under node:http',
  services: { downstream: 'downstream.js' },
  // each block is long already, for it waits
  blocks: 3,
  // requests, of a thousand calls too: with ten of them half of a later pair was warm-up, and it read the same
  warmUp: { slow: 6, 'promise-all': 4, fast: 4, limit: 10 },
  workload: { method: 'POST', path: '/update/4', connections: 1, requests: 3, drawn: (fc) => fc.nat({ max: 6 }).map((count) => ({ path: `/update/${count}` })) },
  workloads: {
    thousand: { method: 'POST', path: '/update/1000', connections: 1, requests: 1 },
    ping: { method: 'GET', path: '/ping', connections: 20, everyMs: 1, requests: 100, beside: 'thousand' },
  },
  claims: [
    {
      id: 'four-at-once',
      faster: 'promise-all',
      than: 'slow',
      metric: 'p50',
      floor: 1.5,
      says: 'four calls at once take less time than four one after the other',
      published: {
        ratio: 3,
        figures: '10k requests in 20.03s → 30k requests in 20.05s',
        of: 'one after the other → Promise.all, for four clients',
        metric: 'requests answered, autocannon -d 20 -c 100 -m POST',
        source: 'RafaelGSS, "Otimizando a performance do Node.js"',
        node: 'not stated',
        asks: 'The text counted answers over 100 connections; the claim compares the median latency over one.',
      },
    },
    {
      id: 'everybody-else',
      faster: 'fast@ping',
      than: 'promise-all@ping',
      metric: 'p99',
      floor: 1.2,
      says: 'while a thousand calls are made, everybody else on that server waits less if at most 100 are in flight at once',
    },
    {
      id: 'stall',
      faster: 'fast@ping',
      than: 'promise-all@ping',
      metric: 'stall',
      floor: 1.2,
      says: 'no single turn of the event loop takes as long if at most 100 are in flight at once',
    },
    {
      id: 'throughput',
      faster: 'fast@thousand',
      than: 'promise-all@thousand',
      metric: 'p50',
      floor: 0.5,
      says: 'the thousand calls themselves take at most twice as long with at most 100 in flight',
    },
  ],
  look: { search: 'updateClient', says: 'the calls being made' },
  hints: [
    'Four calls of five milliseconds take twenty. What does the server do meanwhile?',
    'A call does not need the answer of the one before it: start them all, then wait for all. Promise.all keeps their order.',
    'That passes for four clients. For a thousand, what does the event loop do in the turn that starts a thousand requests, and who waits for that turn to end?',
    'So start some, and another one whenever one has ended: p-limit does that, and the lab has it. A hundred at once are enough to lose no time.',
    'const limit = pLimit(100), and in place of the loop: return Promise.all(clients.map((client) => limit(() => update(client)))).',
  ],
})
