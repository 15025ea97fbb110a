import { defineLab } from '../../shared/lab/define.js'

export default defineLab({
  title: 'Three rounds of the same load',
  question: 'The same server is loaded three times, and each time it is faster. Which of the three figures is right?',
  kind: 'server',
  ladder: { slow: 'the first round', 'second-round': 'the second', fast: 'the third' },
  // one block at most: how warm they are is what is compared
  warmUp: { slow: 1, 'second-round': 1, fast: 1 },
  blocks: 4,
  workload: { method: 'GET', path: '/', connections: 10, requests: 50 },
  claims: [
    {
      id: 'third',
      faster: 'fast',
      than: 'slow',
      metric: 'cpu',
      floor: 1.03,
      says: 'a request in the third round needs less CPU than one in the first',
      published: {
        ratio: 1.08,
        figures: '147k requests in 11.08s → 159k requests in 11.07s',
        of: 'first round → third round, express',
        metric: 'requests answered, autocannon -c 10 -d 10',
        source: 'RafaelGSS, "Node CPU Profiler"',
        node: '12.13.1',
        packages: 'express ^4.17.1',
        asks: 'The text counted the answers in ten seconds, for most of which even a first round is warm; ours looks at the first few hundred requests.',
      },
    },
    {
      id: 'second',
      faster: 'fast',
      than: 'second-round',
      metric: 'cpu',
      shown: 'when V8 gets to compile what is left: a second round may bring most of it, or half',
      says: 'a request in the third round needs less CPU than one in the second',
      published: {
        ratio: 1.03,
        figures: '155k requests in 11.07s → 159k requests in 11.07s',
        of: 'second round → third round, express',
        metric: 'requests answered, autocannon -c 10 -d 10',
        source: 'RafaelGSS, "Node CPU Profiler"',
        node: '12.13.1',
        packages: 'express ^4.17.1',
        asks: 'The text counted the answers in ten seconds; ours looks at the first few hundred requests of each round.',
      },
    },
  ],
  hints: [
    '`pnpm lab warm-up curve` plots the cost of a request against the age of the server, in seconds of CPU. Your first visitor comes before its first point: what does he pay?',
    'Nothing in the handler can be made faster. The first requests run code that V8 has not compiled yet; what would have to happen before the first visitor arrives?',
    'A server can listen before anybody knows that it does. Who could send it requests in the meantime?',
    'await started(), then send the server requests from its own process over a node:net socket, 2,500 and then as many again, and return it only then.',
  ],
})
