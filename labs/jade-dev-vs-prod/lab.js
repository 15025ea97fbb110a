import { defineLab } from '@hotpath-labs/lab'

export default defineLab({
  title: 'Templates compiled on every request',
  question: 'A server answers ten times fewer requests in development than in production. Why?',
  answer: 'in development mode express compiles the template for every request',
  theme: 'servers',
  workshop: {
    place: 1,
    minutes: 20,
    why: 'The solution is one line, so this lab teaches the routine: start, profile, write, measure.',
  },
  kind: 'server',
  variants: { slow: 'development mode', fast: 'production mode' },
  limit: 'bare node:http',
  // requests: V8 goes on compiling pug's compiler for seconds; in a few minutes of work a developer loads a few hundred pages
  warmUp: { slow: 300 },
  workload: { method: 'GET', path: '/hello', connections: 100, edgeCases: { 'a query': { path: '/hello?from=elsewhere' } } },
  counters: { templatesCompiled: { counts: 'pug:compile', slow: 'every request', fast: 'once' } },
  steps: { fast: 'compile the template only once' },
  givesUp: { fast: 'a template that you change shows only after a restart' },
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
  hotFrame: { search: 'compileBody pug', says: 'the function that compiles the template' },
})
