import { defineLab } from 'hotpath/lab'

export default defineLab({
  title: 'Templates compiled on every request',
  question: 'A server answers ten times fewer requests in development than in production. Why?',
  theme: 'servers',
  workshop: {
    place: 1,
    minutes: 20,
    why: 'The solution is one line, so this lab teaches the routine: start, profile, write, be judged.',
  },
  kind: 'server',
  variants: { slow: 'development mode', fast: 'production mode' },
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
      atLeast: 3,
      published: 'A11',
    },
  ],
  hotFrame: { search: 'compile pug', says: 'which compiles the template' },
})
