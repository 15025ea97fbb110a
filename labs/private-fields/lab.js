import { defineLab } from '../../shared/lab/define.js'

/** What both published figures have in common. */
const slides = {
  metric: 'operations a second',
  source: 'RafaelGSS, "Otimizando a performance do Node.js"',
  node: 'not stated',
  asks: 'The text does not say what an operation was; ours creates an object and adds ten numbers to its field.',
}

/** On Node 24 one process in four takes 10.5 ns instead of 8.2, whichever of the three it runs: far from what was published, and too far for ten per cent. */
const within = 0.5

export default defineLab({
  title: 'Private fields',
  question: 'Up to Node 16 a #field was slow. Which workarounds should be gone by now?',
  kind: 'function',
  ladder: {
    slow: '#sum, compiled to a WeakMap',
    symbol: 'this[kSum]',
    underscore: 'this._sum',
    fast: '#sum',
  },
  limit: 'a local variable',
  workload: {
    inputs: (random) => Array.from({ length: 2 }, () => [Array.from({ length: 10 }, () => random.int(0, 1000))]),
    edges: {
      'no number': [[]],
      'minus zero': [[-0]],
      'parts of a number': [[0.5, 0.25]],
      'NaN inside': [[1, NaN, 2]],
      'digits as strings': [['1', '2']],
      'null in the place of the array': [null],
    },
  },
  counters: {
    lookedUp: { counts: 'WeakMap.prototype.get', slow: 11, symbol: 'never', underscore: 'never', fast: 'never' },
  },
  claims: [
    {
      id: 'compiled',
      faster: 'fast',
      than: 'slow',
      metric: 'time',
      floor: 4,
      says: 'a private field is faster than the WeakMap that compilers turn it into for old engines',
    },
    {
      id: 'underscore',
      same: ['fast', 'underscore'],
      within,
      metric: 'time',
      says: 'a private field costs the same as a field with an underscore',
      until: '18',
      changes: [{ node: '18', says: 'V8 9.7 got an inline cache for defining a field, which was a call into its runtime before', link: 'https://v8.dev/blog/faster-class-features' }],
      published: { ...slides, ratio: 267, figures: '2,121,767 → 567,016,249', of: '# → underscore' },
    },
    {
      id: 'symbol',
      same: ['symbol', 'underscore'],
      within,
      metric: 'time',
      says: 'a symbol costs the same as an underscore',
      published: { ...slides, ratio: 1.02, figures: '557,787,596 → 567,016,249', of: 'Symbol → underscore' },
    },
  ],
  look: { search: 'sum', says: 'the function; its hottest line shows where the sum is kept' },
  hints: [
    'slow is what a compiler makes of `#sum += number` when it targets the engines of 2015. `pnpm lab private-fields` counts how often that looks into a map.',
    'Every Node since version 12 understands # itself. What would you have written without a compiler?',
    'Drop the map, declare #sum = 0 in the class, and write this.#sum where the map was used. In a project: set the compiler\'s target to ES2022.',
  ],
})
