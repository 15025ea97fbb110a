import { defineLab } from '@hotpath-labs/lab'

const call = (/** @type {unknown} */ tool, /** @type {unknown} */ input) => ({ body: JSON.stringify({ tool, input }) })

export default defineLab({
  title: 'A schema compiled for every request',
  question: 'A server checks its requests by schemas that never change. Why does its memory grow with every request?',
  answer: 'Ajv keeps a validator for each schema object, and every request brings a new object',
  theme: 'memory',
  workshop: { place: 22, minutes: 20, why: 'The second lab about memory. This time a library keeps the objects, to be fast.' },
  kind: 'heap',
  variants: {
    slow: 'compiling the schema of each request',
    fast: 'compiling each schema once',
  },
  workload: {
    method: 'POST',
    path: '/call',
    connections: 10,
    headers: { 'content-type': 'application/json' },
    ...call('search', { query: 'zürich', limit: 10 }),
    // long inputs that never come twice: a server that keeps its answers grows, too
    draw: (random) => call('search', { query: String(random()).repeat(150), limit: Math.floor(random() * 1000) }),
    edgeCases: {
      'another tool': call('convert', { amount: 1.5, from: 'EUR', to: 'CHF' }),
      'an unknown tool': call('delete', {}),
      'from an unknown currency': call('convert', { amount: 1.5, from: 'GBP', to: 'CHF' }),
      'to an unknown currency': call('convert', { amount: 1.5, from: 'EUR', to: 'GBP' }),
      'an empty query': call('search', { query: '' }),
      'a limit with a fraction': call('search', { query: 'a', limit: 1.5 }),
      'a limit that is too large': call('search', { query: 'a', limit: 101 }),
      'a number as a query': call('search', { query: 5 }),
      'a field too many': call('search', { query: 'a', page: 2 }),
      'a query alone': call('search', { query: 'a' }),
      'the input of another tool': call('convert', { query: 'a' }),
      'no input': call('search', undefined),
      'a name that each object has': call('toString', 'a'),
      'no JSON': { body: '{' },
    },
    randomInputs: (fc) => fc.record({
      tool: fc.constantFrom('search', 'convert', 'delete'),
      input: fc.record({
        query: fc.oneof(fc.string(), fc.integer()),
        limit: fc.integer({ min: -2, max: 120 }),
        amount: fc.integer(),
        from: fc.constantFrom('EUR', 'CHF', 'GBP'),
        to: fc.constantFrom('EUR', 'USD', null),
      }, { requiredKeys: [] }),
    }).map(({ tool, input }) => call(tool, input)),
  },
  requests: 80,
  counters: { compiled: { counts: 'ajv/dist/compile:compileSchema', atMost: true, slow: 'every request', fast: 'once' } },
  steps: { fast: 'compile each schema only once' },
  givesUp: { fast: 'the cache keeps each schema for ever, so schemas that clients can choose need a limit' },
  claims: [
    { id: 'leak', faster: 'fast', than: 'slow', metric: 'heap', atLeast: 5 },
  ],
  hotFrame: { search: 'compileSchema', says: 'in which Ajv makes a validator' },
})
