import { defineLab } from '../../shared/lab/define.js'

export default defineLab({
  title: 'Small functions, and what calling them costs',
  question: 'A one-line function is called a million times a second. Do you have to write it out by hand?',
  kind: 'function',
  ladder: {
    slow: 'called through an array of functions',
    'no-inlining': 'called by name, nothing inlined',
    'by-hand': 'one expression, written out',
    fast: 'called by name',
  },
  // Crankshaft compiled hot functions before Node 8.3, TurboFan has done so since, and from 24 on Maglev does before it
  flags: { 'no-inlining': [{ flag: '--no-use-inlining', node: '<8' }, '--no-turbo-inlining', { flag: '--no-maglev-inlining', node: '>=20' }] },
  workload: {
    inputs: (random) => Array.from({ length: 2 }, () => [Array.from({ length: 1000 }, () => random.int(0, 255))]),
    edges: {
      'no pixel': [[]],
      'the ends': [[0, 16, 255, 220]],
      'beyond the ends': [[-1, 256, 1e9]],
      'parts of a number': [[0.1, 99.9]],
      'NaN inside': [[1, NaN, 3]],
      'digits as strings': [['5', '6']],
      'null in the place of the array': [null],
    },
  },
  claims: [
    {
      id: 'by-name',
      faster: 'fast',
      than: 'slow',
      metric: 'time',
      floor: 5,
      says: 'functions called by name beat functions called through an array',
    },
    {
      id: 'inlined',
      faster: 'fast',
      than: 'no-inlining',
      metric: 'time',
      floor: 3,
      says: 'V8 inlines small functions, and that is worth it',
      published: {
        ratio: 1.25,
        figures: '343k requests in 20.05s → 430k requests in 20.05s',
        of: '--no-turbo-inlining → without the flag',
        metric: 'requests answered, 100 connections',
        source: 'RafaelGSS, "Otimizando a performance do Node.js"',
        node: 'not stated',
        asks: 'The text counted the answers of a whole server; the claim is about one loop that does nothing but call.',
      },
    },
    {
      id: 'by-hand',
      faster: 'by-hand',
      than: 'fast',
      metric: 'time',
      shown: 'the version of V8: Node 20 and 22 make the same of both, on 24 the names cost a little, and on 26 now one and now the other does',
      says: 'one expression, written out by hand, is faster than small functions with names',
    },
  ],
  look: { search: 'brightness', says: 'the loop, which is all you see once the rest has been inlined' },
  hints: [
    '`pnpm lab inlining profile --tool inlining` lists what V8 has inlined into `brightness`, and what it has not. Which calls of slow are missing?',
    'V8 inlines a call if it has always seen the same function at that place. How many functions does the one call in slow see?',
    'Three places, one function each: call them by name, one inside the other.',
    'Turn the three functions into declarations (scaled, shifted, clamped), drop the array, and add clamped(shifted(scaled(pixels[i]))) to the sum.',
  ],
})
