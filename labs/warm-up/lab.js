import { defineLab } from 'hotpath/lab'

export default defineLab({
  title: 'Three rounds of the same load',
  question: 'The same server gets faster in each of three load tests. Which result is right?',
  theme: 'measuring',
  workshop: { place: 19, minutes: 15, why: 'Every lab so far warmed up first. This lab shows how slow the first requests are.' },
  kind: 'server',
  ladder: { slow: 'the first round', 'second-round': 'the second round', fast: 'the third round' },
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
      shown: 'when V8 compiles the remaining functions: after one round that may be most of them, or half',
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
})
