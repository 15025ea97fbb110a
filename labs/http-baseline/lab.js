import { defineLab } from '../../shared/lab/define.js'

export default defineLab({
  title: 'What a framework costs',
  question: 'Two servers say "hello world". Where does one of them spend the rest of its time?',
  kind: 'server',
  ladder: { slow: 'express', fast: 'fastify' },
  limit: 'node:http',
  workload: { method: 'GET', path: '/hello', connections: 100 },
  workloads: {
    echo: {
      method: 'POST',
      path: '/echo',
      headers: { 'content-type': 'application/json' },
      body: '{"hello":"world"}',
      drawn: (fc) => fc.record({ hello: fc.oneof(fc.string(), fc.string({ unit: 'grapheme' }), fc.integer(), fc.constantFrom(null, true, []), fc.array(fc.nat())) })
        .map((body) => ({ body: JSON.stringify(body) })),
      connections: 100,
    },
  },
  counters: {
    prototypesReplaced: { counts: 'Object.setPrototypeOf', slow: 2, fast: 'never' },
  },
  claims: [
    {
      id: 'framework',
      faster: 'fast',
      than: 'slow',
      metric: 'cpu',
      floor: 1.1,
      says: 'fastify needs less CPU for a request than express',
      published: {
        ratio: 1.36,
        figures: '159k requests in 11.07s → 217k requests in 11.08s',
        of: 'express → fastify with a response schema',
        metric: 'requests answered, autocannon -c 10 -d 10, third round',
        source: 'RafaelGSS, "Node CPU Profiler"',
        node: '12.13.1',
        packages: 'express ^4.17.1, fastify ^2.14.1',
        asks: 'The text counted answers over 10 connections; the claim compares the CPU that each answer costs the server.',
      },
    },
    {
      id: 'post',
      faster: 'slow',
      than: 'slow@echo',
      metric: 'cpu',
      shown: 'the machine and its other load: reading and parsing a body has cost anything from a quarter of a GET to a whole one',
      says: 'a GET needs less CPU than a POST with a JSON body',
      published: {
        ratio: 1.53,
        figures: '5802.4 → 3796.1',
        of: 'GET /hello → POST /echo, both with express',
        metric: 'requests a second, autocannon -c 100',
        source: 'Node Cookbook, 3rd edition, chapter "Optimizing Performance"',
        node: 'not stated',
        asks: 'The text counted answers a second; the claim compares the CPU that each answer costs the server.',
      },
    },
  ],
  look: { search: 'send express', says: 'an answer on its way out through express' },
  hints: [
    '`pnpm lab http-baseline profile` draws slow and fast side by side. Which frame is in one and not in the other?',
    'On Node 20 and 22 most of the time goes to Node\'s own code, which both call, and which is slower in slow. So look at what was done to the objects before they got there. From 24 on only doing it costs, in express\'s `handle`.',
    'Count: how often is Object.setPrototypeOf called for one request? The first lines of `pnpm lab http-baseline` say.',
    'Express replaces the prototype of every request and every response, and has no option to change that. So build the server without express: the lab has fastify, and Node has node:http.',
    'With fastify: app.get(\'/hello\', (req, reply) => { reply.send(\'hello world\') }), the same with app.post(\'/echo\', …) and req.body; then await app.listen({ port: 0, host: \'127.0.0.1\' }), and return app.server.',
  ],
})
