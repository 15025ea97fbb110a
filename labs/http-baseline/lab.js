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
      floor: 1.25,
      says: 'fastify needs less CPU for a request than express',
      published: {
        ratio: 1.36,
        figures: '159k requests in 11.07s → 217k requests in 11.08s',
        of: 'express → fastify with a response schema',
        metric: 'requests answered, autocannon -c 10 -d 10, third round',
        source: 'RafaelGSS, "Node CPU Profiler"',
        node: '12.13.1',
        packages: 'express ^4.17.1, fastify ^2.14.1',
        asks: 'The text counted answers to 10 connections; the claim compares the CPU that one costs the server.',
      },
    },
    {
      id: 'post',
      faster: 'slow',
      than: 'slow@echo',
      metric: 'cpu',
      shown: 'the machine and the hour: reading and parsing a body has cost from a quarter of a GET to as much as one',
      says: 'a GET needs less CPU than a POST with a JSON body',
      published: {
        ratio: 1.53,
        figures: '5802.4 → 3796.1',
        of: 'GET /hello → POST /echo, both with express',
        metric: 'requests a second, autocannon -c 100',
        source: 'Node Cookbook, 3rd edition, chapter "Optimizing Performance"',
        node: 'not stated',
        asks: 'The text counted answers a second; the claim compares the CPU that one costs the server.',
      },
    },
  ],
  look: { search: 'send express', says: 'the way of an answer through express' },
  hints: [
    'Profile both and look for what stands in one and not in the other.',
    'Count how often Object.setPrototypeOf is called while a request is answered.',
  ],
})
