import { defineLab } from '@hotpath-labs/lab'

export default defineLab({
  title: 'What calling a small function costs',
  question: 'Small functions are called a million times a second. Should you inline them by hand?',
  answer: 'V8 inlines a small function by itself where a call always reaches the same one',
  theme: 'V8',
  workshop: { place: 15, minutes: 15, why: 'In the earlier labs the profiles hid small functions. This lab shows how much time V8 saved by inlining them.' },
  kind: 'function',
  variants: {
    slow: 'a call through an array',
    'no-inlining': 'a call by name with inlining off',
    'by-hand': 'one written-out expression',
    fast: 'a call by name',
  },
  // Crankshaft compiled hot functions before Node 8.3, TurboFan has done so since, and from 24 on Maglev does before it
  flags: { 'no-inlining': [{ flag: '--no-use-inlining', node: '<8' }, '--no-turbo-inlining', { flag: '--no-maglev-inlining', node: '>=20' }] },
  workload: {
    inputs: (random) => Array.from({ length: 2 }, () => [Array.from({ length: 1000 }, () => random.int(0, 255))]),
    randomInputs: (fc) => fc.oneof(
      { weight: 9, arbitrary: fc.array(fc.integer({ min: -300, max: 500 }), { maxLength: 30 }) },
      { weight: 1, arbitrary: fc.array(fc.nat(255), { minLength: 900, maxLength: 3000, size: 'max' }) }
    ).map((pixels) => [pixels]),
    edgeCases: {
      'no pixels': [[]],
      'both ends of the range': [[0, 16, 255, 220]],
      'outside of the range': [[-1, 256, 1e9]],
      fractions: [[0.1, 99.9]],
      'NaN inside': [[1, NaN, 3]],
      'digits as strings': [['5', '6']],
      'null instead of the array': [null],
    },
  },
  steps: { fast: 'one call for each function, by its name' },
  givesUp: { fast: 'the functions are fixed in the code, so no caller can choose others' },
  claims: [
    {
      id: 'by-name',
      faster: 'fast',
      than: 'slow',
      metric: 'time',
      atLeast: 5,
    },
    {
      id: 'inlined',
      faster: 'fast',
      than: 'no-inlining',
      metric: 'time',
      atLeast: 3,
      published: 'C23',
    },
    {
      id: 'by-hand',
      faster: 'by-hand',
      than: 'fast',
      metric: 'time',
      dependsOn: 'the version of V8: on Node 20 and 22 both programs cost the same, on 24 calls cost a little more, and on 26 the ratio varies',
    },
  ],
  hotFrame: { search: 'brightness', says: 'the function with the loop: V8 lists the functions below it, inlined or not' },
})
