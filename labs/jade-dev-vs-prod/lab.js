import { defineLab } from 'hotpath/lab'

export default defineLab({
  title: 'Templates compiled on every request',
  question: 'A server answers ten times fewer requests in development than in production. Why?',
  theme: 'servers',
  workshop: {
    place: 1,
    minutes: 20,
    why: 'The whole solution is one line, so this lab teaches the routine: start, profile, write, be judged.',
  },
  kind: 'server',
  ladder: { slow: 'development mode', fast: 'production mode' },
  limit: 'bare node:http',
  // requests: pug's compiler goes on being compiled for seconds; a few hundred pages somebody has seen who has worked for a few minutes
  warmUp: { slow: 300 },
  workload: { method: 'GET', path: '/hello', connections: 100 },
  counters: { templatesCompiled: { counts: 'pug:compile', slow: 'every request', fast: 'once' } },
  claims: [
    {
      id: 'production-mode',
      faster: 'fast',
      than: 'slow',
      metric: 'cpu',
      floor: 3,
      published: {
        ratio: 10.2,
        figures: '526 → 5362.3',
        of: 'development mode → production mode, with jade',
        metric: 'requests a second, autocannon -c 100',
        source: 'Node Cookbook, 3rd edition, chapter "Optimizing Performance"',
        node: 'not stated',
        asks: 'The text counted answers a second; the claim compares the CPU that each answer costs the server, with pug.',
      },
    },
  ],
  look: { search: 'compile pug', says: 'which compiles the template' },
})
