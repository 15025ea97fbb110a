import { defineLab } from '../../shared/lab/define.js'

export default defineLab({
  title: 'Another prototype',
  question: 'Express costs several times what fastify costs on Node 22, and far less than that on Node 24. What got cheaper?',
  kind: 'function',
  ladder: {
    slow: 'another prototype for each response, then send',
    late: 'send, then another prototype',
    fast: 'a class that extends Node\'s',
  },
  workload: {
    inputs: (random) => Array.from({ length: 2 }, () => [Array.from({ length: 10 }, () => 'x'.repeat(random.int(1, 50)))]),
    drawn: (fc) => fc.tuple(fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 20 })),
    edges: {
      'no response': [[]],
      'an empty body': [['']],
      'beyond ASCII': [['é', '☃']],
      'a number as a body': [[5]],
      'null in the place of the array': [null],
    },
  },
  counters: {
    prototypesReplaced: { counts: 'Object.setPrototypeOf', slow: 10, late: 10, fast: 'never' },
  },
  claims: [
    {
      id: 'class',
      faster: 'fast',
      than: 'slow',
      metric: 'time',
      floor: 1.5,
      says: 'a response that has its methods from a class is faster than one whose prototype is replaced',
    },
    {
      id: 'afterwards',
      faster: 'late',
      than: 'slow',
      metric: 'time',
      shown: 'the version of Node: on 20 and 22 all that is done with the object afterwards gets slow, from 24 on only the call itself costs',
      says: 'replacing the prototype costs less if nothing is done with the object afterwards',
    },
  ],
  look: { search: 'send', says: 'the way of a body through Node\'s own end; up to Node 22 it is slower on an object whose prototype was replaced' },
  hints: [
    '`pnpm lab set-prototype-of profile` draws slow and fast. Up to Node 22 the widest frames of both are Node\'s own; from 24 on, the widest of slow is what makes each response. What does each give Node to work with?',
    'Object.setPrototypeOf is called once for each response. Is it the call that costs, or what comes after it? `late` does both in the other order.',
    'The object needs one more method. Is there a way to create it with that method from the start?',
    'class Response extends ServerResponse { send (body) { … } }, and new Response(…) in place of new ServerResponse(…). A server takes it too: createServer({ ServerResponse: Response }, …).',
  ],
})
