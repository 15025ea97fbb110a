import { defineLab } from '../../shared/lab/define.js'

export default defineLab({
  title: 'One property less',
  question: 'delete takes a password out of an object. What else does it take away?',
  kind: 'function',
  ladder: {
    slow: 'delete a property',
    'delete-last': 'delete the one added last',
    'assign-undefined': 'assign undefined',
    fast: 'never put it there',
  },
  limit: 'no objects at all',
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
      says: 'objects that never had the property are created and read faster than objects that lost it to delete',
    },
    {
      id: 'assign-undefined',
      faster: 'assign-undefined',
      than: 'slow',
      metric: 'time',
      floor: 4,
      says: 'assigning undefined is faster than deleting',
    },
    {
      id: 'delete-last',
      faster: 'delete-last',
      than: 'slow',
      metric: 'time',
      shown: 'the version of V8: Node 20 takes the last addition back and keeps the shape, and Node 22 and later do not',
      says: 'deleting the property that was added last is cheaper',
    },
  ],
  look: { search: 'points', says: 'the function; its hottest lines are the delete, and those that read what is left' },
  hints: [
    'The answer does not contain the password, and no line reads it. `pnpm lab delete-property profile` shows which line of slow takes the time. What is it for?',
    'V8 gives objects with the same properties one shape, and reads a property by its position in it. Once one is deleted no shape fits, so V8 turns that object into a dictionary: the delete is slow, and so is every access after it.',
    'If you have to keep the same object, assign undefined: the shape stays, and JSON.stringify leaves undefined out.',
    'Better: create the object without it. const user = { id, visits, likes }, and no delete.',
  ],
})
