import { defineLab } from '../../shared/lab/define.js'

export default defineLab({
  title: 'A property less',
  question: 'delete takes a password out of an object. What else does it take away?',
  kind: 'function',
  ladder: {
    slow: 'delete a property',
    'delete-last': 'delete the one that was added last',
    'assign-undefined': 'assign undefined',
    fast: 'never put it there',
  },
  limit: 'no object at all',
  workload: {
    inputs: (random) => Array.from({ length: 2 }, () => [
      Array.from({ length: 100 }, () => Array.from({ length: 4 }, () => random.int(0, 1000))),
    ]),
    edges: {
      nobody: [[]],
      'one user': [[[1, 2, 3, 4]]],
      'a password of text': [[[1, 'secret', 3, 4]]],
      'likes that are missing': [[[1, 2, 3]]],
      'parts of a number': [[[1, 2, 0.5, 0.25]]],
      'no array': [null],
    },
  },
  claims: [
    {
      id: 'never-there',
      faster: 'fast',
      than: 'slow',
      metric: 'time',
      floor: 4,
      says: 'objects that never had the property are made and read faster than objects that it was deleted from',
    },
    {
      id: 'assign-undefined',
      faster: 'assign-undefined',
      than: 'slow',
      metric: 'time',
      floor: 4,
      says: 'to assign undefined is faster than to delete',
    },
    {
      id: 'delete-last',
      faster: 'delete-last',
      than: 'slow',
      metric: 'time',
      shown: 'the version of V8: Node 20 takes the last addition back and keeps the shape, and Node 22 and later do not',
      says: 'to delete the property that was added last is cheaper',
    },
  ],
  look: { search: 'points', says: 'the function; its hottest lines are delete, and those that read what is left' },
  hints: [
    'The answer does not contain the password, and no line reads it. `pnpm lab delete-property profile` shows on which line of slow the time goes. What is it for?',
    'V8 gives objects of the same properties one shape, and reads a property by its place in it. A deleted one leaves a hole in every place after it, so V8 makes a dictionary of that object instead: to delete is slow, and so is everything after it.',
    'If the object has to be the same one, assign undefined: the shape stays, and JSON.stringify leaves undefined out.',
    'Better: make the object without it. const user = { id, visits, likes }, and no delete.',
  ],
})
