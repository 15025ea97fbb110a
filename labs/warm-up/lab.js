import { defineLab } from '@hotpath-labs/lab'

export default defineLab({
  title: 'Three rounds of the same load',
  question: 'The same server gets faster in each of three load tests. Which result is right?',
  theme: 'measuring',
  workshop: { place: 19, minutes: 15, why: 'Every lab so far warmed its programs up first. This lab shows how slow the first requests are.' },
  demonstration: true,
  kind: 'server',
  variants: { slow: 'the first round', 'second-round': 'the second round', fast: 'the third round' },
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
      atLeast: 1.03,
      published: 'E13',
    },
    {
      id: 'second',
      faster: 'fast',
      than: 'second-round',
      metric: 'cpu',
      dependsOn: 'how many functions V8 has compiled after one round',
      published: 'E20',
    },
  ],
})
