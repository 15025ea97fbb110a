import { defineLab } from '@hotpath-labs/lab'

export default defineLab({
  title: 'Deleting a property',
  question: 'You delete one property of an object. Why does reading the others get slower?',
  answer: 'after the delete V8 keeps the object as a dictionary, and looks up the name of a property at every access',
  theme: 'V8',
  workshop: { place: 12, minutes: 10, why: 'This is the first of the short labs: one `delete` makes all later reads of the object slower.' },
  kind: 'function',
  variants: {
    slow: 'delete',
    'delete-last': 'delete of the last property',
    'assign-undefined': 'assigning undefined',
    fast: 'never adding the property',
  },
  limit: 'a sum without objects',
  workload: {
    inputs: (random) => Array.from({ length: 2 }, () => [
      Array.from({ length: 100 }, () => Array.from({ length: 4 }, () => random.int(0, 1000))),
    ]),
    randomInputs: (fc) => fc.tuple(fc.array(fc.array(fc.integer({ min: -1000, max: 1e9 }), { minLength: 4, maxLength: 4 }), { maxLength: 250, size: 'max' })),
    edgeCases: {
      'no users': [[]],
      'one user': [[[1, 2, 3, 4]]],
      'a password that is a string': [[[1, 'secret', 3, 4]]],
      'missing likes': [[[1, 2, 3]]],
      fractions: [[[1, 2, 0.5, 0.25]]],
      'null instead of the array': [null],
    },
  },
  steps: { fast: 'leave the shape of the object as it is' },
  claims: [
    {
      id: 'never-there',
      faster: 'fast',
      than: 'slow',
      metric: 'time',
      atLeast: 4,
    },
    {
      id: 'assign-undefined',
      faster: 'assign-undefined',
      than: 'slow',
      metric: 'time',
      atLeast: 4,
    },
    {
      id: 'delete-last',
      faster: 'delete-last',
      than: 'slow',
      metric: 'time',
      dependsOn: 'the version of V8: when the last property is deleted, Node 20 restores the earlier shape, and Node 22 and later do not',
    },
  ],
  hotFrame: { search: 'points', says: 'the function of this lab, which deletes a property in slow, and reads the other ones' },
})
