import { defineLab } from '@hotpath-labs/lab'

export default defineLab({
  title: 'Parsing a column of numbers',
  question: 'Is +text faster than parseInt(text, 10), and does that matter when summing a column?',
  answer: '+ gains a fourth at most, and the strings that split makes cost far more',
  theme: 'V8',
  workshop: { place: 16, minutes: 15, why: 'Everybody asks whether `+` is faster than `parseInt`. The better question is which part of the program takes the time.' },
  kind: 'function',
  variants: { slow: 'split and parseInt', plus: 'split and unary +', fast: 'reading digits in place' },
  limit: 'reading digits unchecked',
  workload: {
    inputs: (random) => Array.from({ length: 2 }, () => [
      Array.from({ length: 500 }, () => `${random.int(0, 100_000)}\n`).join(''),
    ]),
    // of a few lines, so that columns begin alike
    randomInputs: (fc) => fc.array(fc.oneof({ weight: 9, arbitrary: fc.constantFrom('0', '7', '15', '100000') }, { weight: 1, arbitrary: fc.constantFrom('-3', '+4', '007', '999999999999999') }), { maxLength: 1500, size: 'max' })
      .map((lines) => [lines.map((line) => `${line}\n`).join('')]),
    edgeCases: {
      'an empty column': [''],
      'one line': ['7\n'],
      zeros: ['0\n-0\n007\n'],
      'a sign': ['12\n-5\n+3\n'],
      'spaces around': [' 12\n5 \n'],
      'more digits than a double keeps': ['9007199254740993\n12345678901234567890\n'],
      'fifteen digits': ['999999999999999\n1\n'],
      'a word': ['12\nnone\n'],
      'no end of the last line': ['1\n2'],
    },
  },
  counters: {
    columnsSplit: { counts: 'String.prototype.split', slow: 'every call', plus: 'every call', fast: 'never' },
  },
  steps: { fast: 'read the digits where they are, without new strings' },
  givesUp: { fast: 'thirty lines to test and maintain in place of a few' },
  claims: [
    {
      id: 'no-pieces',
      faster: 'fast',
      than: 'slow',
      metric: 'time',
      atLeast: 1.5,
    },
    {
      id: 'plus',
      faster: 'plus',
      than: 'slow',
      metric: 'time',
      dependsOn: 'the version of V8, and on how the text was created: the difference is a few nanoseconds per number',
    },
  ],
  hotFrame: { search: 'sum', says: 'the whole function; the time of split is in it, because split has no frame of its own' },
})
