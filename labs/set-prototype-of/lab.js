import { defineLab } from '@hotpath-labs/lab'

export default defineLab({
  title: 'Replacing an object\'s prototype',
  question: 'Compared with fastify, Express became much cheaper in Node 24. What changed in Node?',
  answer: 'up to Node 22 each later use of an object was slow once its prototype was replaced, and since Node 24 only the call costs',
  theme: 'servers',
  workshop: { place: 18, minutes: 15, why: 'This lab measures the cause of http-baseline\'s result alone, without a server.' },
  kind: 'function',
  variants: {
    slow: 'setPrototypeOf before use',
    late: 'setPrototypeOf after use',
    fast: 'a class',
  },
  workload: {
    inputs: (random) => Array.from({ length: 2 }, () => [Array.from({ length: 10 }, () => 'x'.repeat(random.int(1, 50)))]),
    randomInputs: (fc) => fc.tuple(fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 20 })),
    edgeCases: {
      'no response': [[]],
      'an empty body': [['']],
      'beyond ASCII': [['é', '☃']],
      'a number as a body': [[5]],
      'null instead of the array': [null],
    },
  },
  counters: {
    prototypesReplaced: { counts: 'Object.setPrototypeOf', slow: 10, late: 10, fast: 'never' },
  },
  steps: { fast: 'create the object with its method' },
  givesUp: { fast: 'it works only for objects that your own code creates' },
  claims: [
    {
      id: 'class',
      faster: 'fast',
      than: 'slow',
      metric: 'time',
      atLeast: 1.5,
    },
    {
      id: 'afterwards',
      faster: 'late',
      than: 'slow',
      metric: 'time',
      dependsOn: 'the version of Node: on 20 and 22 every later use of the object is slow, from 24 on only the call itself costs time',
    },
  ],
  hotFrame: { search: 'send', says: 'which sends a body through Node\'s own end; up to Node 22 it is slower on an object whose prototype was replaced' },
})
