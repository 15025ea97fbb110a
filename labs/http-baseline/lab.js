import { defineLab } from '../../shared/lab/define.js'

const chapter = 'Node Cookbook, 3rd edition, chapter "Optimizing Performance"'

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
      published: { ratio: 1.36, figures: '13,492 → 18,327 req/s', source: 'RafaelGSS, Node CPU Profiler', node: '12' },
    },
    {
      id: 'post',
      faster: 'slow',
      than: 'slow@echo',
      metric: 'cpu',
      shown: 'what a parsed body costs beside everything else: less where the rest is cheap, as on newer Node',
      says: 'a GET needs less CPU than a POST with a JSON body',
      published: { ratio: 1.53, figures: '5,802 GET → 3,796 POST req/s', source: chapter, node: '7' },
    },
  ],
  look: { search: 'send express', says: 'the way of an answer through express' },
  hints: [
    'Profile both and look for what stands in one and not in the other.',
    'Count how often Object.setPrototypeOf is called while a request is answered.',
  ],
})
