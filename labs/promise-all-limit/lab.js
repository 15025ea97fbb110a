import { defineLab } from '@hotpath-labs/lab'
import { downstream } from '@hotpath-labs/services'

export default defineLab({
  title: 'Promise.all with a limit',
  question: 'Promise.all speeds up four calls. What happens to other requests when it starts a thousand?',
  answer: 'other requests wait while a few long turns of the event loop start all the calls',
  theme: 'event loop',
  workshop: { place: 6, minutes: 25, why: 'The server waits instead of computing: its profile is empty, but its latency is high.' },
  kind: 'server',
  variants: { slow: 'await in a loop', 'promise-all': 'Promise.all', fast: 'p-limit(100)' },
  limit: 'bare node:http with one call',
  services: [downstream('downstream.js')],
  // each block is long already, for it waits
  blocks: 3,
  // requests: with ten half of a later pair was warm-up; with two a first block cost up to twice the others: docs/decisions/045
  warmUp: { slow: 6, 'promise-all': 4, fast: 4, limit: 10 },
  workload: {
    method: 'POST',
    path: '/update/4',
    connections: 1,
    requests: 3,
    randomInputs: (fc) => fc.nat({ max: 6 }).map((count) => ({ path: `/update/${count}` })),
    edgeCases: { 'no client': { path: '/update/0' }, 'one client': { path: '/update/1' } },
  },
  workloads: {
    thousand: { label: 'requests for a thousand calls', method: 'POST', path: '/update/1000', connections: 1, requests: 1 },
    ping: { label: 'pings during a thousand calls', method: 'GET', path: '/ping', connections: 20, everyMs: 1, requests: 100, background: 'thousand' },
  },
  counters: { callsOfOthers: { counts: 'downstream:requests', slow: 4, 'promise-all': 4, fast: 4 } },
  steps: {
    'promise-all': 'start all four calls at once',
    fast: 'start a thousand calls a few at a time',
  },
  givesUp: {
    'promise-all': 'all calls run at once, however many clients there are',
    fast: '100 fits this other server: another server needs another number',
  },
  claims: [
    {
      id: 'four-at-once',
      faster: 'promise-all',
      than: 'slow',
      metric: 'p50',
      atLeast: 1.5,
      published: 'C9',
    },
    {
      id: 'everybody-else',
      faster: 'fast@ping',
      than: 'promise-all@ping',
      metric: 'p99',
      atLeast: 1.2,
    },
    {
      id: 'stall',
      faster: 'fast@ping',
      than: 'promise-all@ping',
      metric: 'stall',
      atLeast: 1.2,
    },
    {
      id: 'throughput',
      faster: 'fast@thousand',
      than: 'promise-all@thousand',
      metric: 'p50',
      atLeast: 0.5,
    },
  ],
  hotFrame: { search: 'updateClient', says: 'which calls the other server' },
})
