import { defineLab } from '../../shared/lab/define.js'

export default defineLab({
  title: 'Templates compiled on every request',
  question: 'Why does the same server answer ten times fewer requests on a developer\'s machine?',
  kind: 'server',
  ladder: { slow: 'development mode', fast: 'production mode' },
  limit: 'node:http, compiled once',
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
      says: 'in production mode a page needs less CPU, because its template is compiled once',
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
  look: { search: 'compile pug', says: 'the template compiler' },
  hints: [
    'Which work is repeated for every request, though its result is always the same? `pnpm lab jade-dev-vs-prod profile` shows it: look for `compile pug`.',
    'Pug can keep a template that it has compiled, if express tells it to. Nothing in app.js decides that, so an environment variable does.',
    'Express keeps views when its setting `view cache` is on, and by default it is on only in production. What does your file say about that?',
    'In your file, set process.env.NODE_ENV to \'production\' before listen() creates the application. Or, in app.js: app.enable(\'view cache\').',
  ],
})
