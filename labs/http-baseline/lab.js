import { defineLab } from 'hotpath/lab'

export default defineLab({
  title: 'What a framework costs',
  question: 'Express and fastify both answer "hello world". Why does express need more CPU?',
  theme: 'servers',
  workshop: { place: 2, minutes: 25, why: 'Both programs look innocent. A count and a profile show what reading the code does not.' },
  kind: 'server',
  ladder: { slow: 'express', fast: 'fastify' },
  limit: 'bare node:http',
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
      shown: 'the machine and its other load',
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
  look: { search: 'send express', says: 'express sending its answer' },
})
