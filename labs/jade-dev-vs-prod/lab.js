import { defineLab } from '../../shared/lab/define.js'

export default defineLab({
  title: 'Templates compiled on every request',
  question: 'Why does the same server answer ten times fewer requests on a developer machine?',
  kind: 'server',
  ladder: { slow: 'development mode', fast: 'production mode' },
  limit: 'node:http, compiled once',
  // pug's compiler goes on being compiled for seconds: so much of it somebody has seen who has worked for a few minutes
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
      says: 'in production mode a page needs less CPU, because its template is compiled once',
      published: {
        ratio: 10.2,
        figures: '526 → 5362.3',
        of: 'development mode → production mode, with jade',
        metric: 'requests a second, autocannon -c 100',
        source: 'Node Cookbook, 3rd edition, chapter "Optimizing Performance"',
        node: 'not stated',
        asks: 'The text counted answers a second; the claim compares the CPU that one costs the server, with pug.',
      },
    },
  ],
  look: { search: 'compile pug', says: 'the template compiler' },
  hints: [
    'How often is the file views/hello.pug read?',
    'One environment variable is different. Which part of express asks for it?',
  ],
})
