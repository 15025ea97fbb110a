import { defineLab } from '@hotpath-labs/lab'

export default defineLab({
  title: 'What a framework costs',
  question: 'Express and fastify both answer "hello world". Why does express need more CPU?',
  answer: 'express replaces the prototypes of Node\'s request and response, each time',
  theme: 'servers',
  workshop: { place: 2, minutes: 25, why: 'Both programs look innocent. A count and a profile show a cause that the code does not show.' },
  kind: 'server',
  variants: { slow: 'express', fast: 'fastify' },
  limit: 'bare node:http',
  workload: {
    method: 'GET',
    path: '/hello',
    connections: 100,
    edgeCases: { 'a query': { path: '/hello?from=elsewhere' } },
    // a text has another type in each framework
    contentTypes: ['text/html; charset=utf-8', 'text/plain; charset=utf-8'],
  },
  workloads: {
    echo: {
      method: 'POST',
      path: '/echo',
      headers: { 'content-type': 'application/json' },
      body: '{"hello":"world"}',
      edgeCases: {
        'an empty object': { body: '{}' },
        'an empty list': { body: '[]' },
        'blanks between the words': { body: '{ "hello": "world" }' },
        'several bytes a character': { body: '{"hello":"wörld 🌍"}' },
        'a large body': { body: JSON.stringify({ hello: 'world '.repeat(8000) }) },
      },
      randomInputs: (fc) => fc.record({ hello: fc.oneof(fc.string(), fc.string({ unit: 'grapheme' }), fc.integer(), fc.constantFrom(null, true, []), fc.array(fc.nat())) })
        .map((body) => ({ body: JSON.stringify(body) })),
      connections: 100,
    },
  },
  counters: {
    prototypesReplaced: { counts: 'Object.setPrototypeOf', slow: 2, fast: 'never' },
  },
  steps: { fast: 'leave the prototypes of Node\'s objects alone' },
  givesUp: { fast: 'middleware that was written for Express does not run without an adapter' },
  claims: [
    {
      id: 'framework',
      faster: 'fast',
      than: 'slow',
      metric: 'cpu',
      atLeast: 1.1,
      published: 'E18',
    },
    {
      id: 'post',
      faster: 'slow',
      than: 'slow@echo',
      metric: 'cpu',
      dependsOn: 'the machine and its other load',
      published: 'A14',
    },
  ],
  hotFrame: [
    { node: '<24', search: 'send express', says: 'the function in which express sends its answer' },
    { node: '>=24', search: 'handle express', says: 'the function in which express replaces two prototypes' },
  ],
})
