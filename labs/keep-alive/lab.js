import { defineLab } from '@hotpath-labs/lab'
import { downstream } from '@hotpath-labs/services'

export default defineLab({
  title: 'A new socket for each call',
  question: 'A server asks another server, and has a keep-alive agent. Why does it open a socket for each call?',
  answer: 'a new agent has no socket to use again, and a body that nobody reads keeps its socket busy',
  theme: 'servers',
  workshop: { place: 25, minutes: 20, why: 'The server computes little and waits little. What it wastes is in the kernel.' },
  kind: 'server',
  variants: {
    slow: 'an agent per call',
    'no-agent': 'no agent',
    unread: 'one agent, bodies unread',
    fetch: 'fetch',
    fast: 'one agent, bodies read',
  },
  services: [downstream('downstream.js', { changes: '/items/7' })],
  blocks: 4,
  // each request of slow leaves a socket open for seconds, and a process may have as few as a thousand
  warmUp: { slow: 150, 'no-agent': 150, unread: 150, fetch: 300, fast: 300 },
  // an item that is sold in between shows in the next answer
  maxAgeMs: { fast: 0 },
  workload: {
    method: 'GET',
    path: '/items/7',
    connections: 10,
    requests: 30,
    edgeCases: {
      'an item that is sold out': { path: '/items/9' },
      'another item': { path: '/items/8' },
      'an item whose page breaks off': { path: '/items/31' },
    },
    randomInputs: (fc) => fc.nat({ max: 30 }).map((item) => ({ path: `/items/${item}` })),
  },
  counters: { callsOfOthers: { counts: 'downstream:requests', slow: 1, 'no-agent': 1, unread: 1, fetch: 1, fast: 1 } },
  lesson: 'sockets',
  steps: { fast: 'keep one agent for all calls, and read each body to its end' },
  givesUp: {
    fast: 'idle sockets stay open, and the other server may close one just as a call begins: such a call fails, and has to be made again',
  },
  claims: [
    { id: 'sockets', faster: 'fast', than: 'slow', metric: 'sockets', atLeast: 10 },
    { id: 'no-agent', same: ['slow', 'no-agent'], metric: 'sockets' },
    { id: 'unread', same: ['slow', 'unread'], metric: 'sockets' },
    { id: 'cpu', faster: 'fast', than: 'slow', metric: 'cpu', dependsOn: 'how fast the system opens a socket, and how much of the code V8 has compiled by then' },
    { id: 'fetch', faster: 'fast', than: 'fetch', metric: 'cpu', dependsOn: 'the version of Node, which brings its own version of fetch' },
  ],
  hotFrame: { search: 'createSocket', says: 'which opens a socket' },
})
