import { defineLab } from '../../shared/lab/define.js'

export default defineLab({
  title: 'Text becomes a number',
  question: 'Is +text faster than parseInt(text, 10), and is that where the time goes?',
  kind: 'function',
  ladder: { slow: 'split, then parseInt(field, 10)', plus: 'split, then +field', fast: 'digit by digit, nothing is split' },
  limit: 'digits, nothing checked',
  workload: {
    inputs: (random) => Array.from({ length: 2 }, () => [
      Array.from({ length: 500 }, () => `${random.int(0, 100_000)}\n`).join(''),
    ]),
    edges: {
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
  claims: [
    {
      id: 'no-pieces',
      faster: 'fast',
      than: 'slow',
      metric: 'time',
      floor: 1.5,
      says: 'reading the digits of a column in place is faster than splitting it first',
    },
    {
      id: 'plus',
      faster: 'plus',
      than: 'slow',
      metric: 'time',
      shown: 'the version of V8, and on how the text came about: the difference is a few nanoseconds a number',
      says: '+field is faster than parseInt(field, 10)',
    },
  ],
  look: { search: 'sum', says: 'the whole function: split has no frame of its own, and its time is in here' },
  hints: [
    '`pnpm lab parse-int profile` shows one frame, sum, and beside it the garbage collector. What is there to collect in a function that returns one number?',
    'split creates a string for every line and an array for all of them. Which of these does the sum need?',
    'The digits are all in the column. charCodeAt(i) reads one in place: 48 is a zero, 10 is the end of a line.',
    'Keep the number you are reading: number = number * 10 + code - 48. At the end of a line add it to the total, and start again at 0.',
    'At anything that is neither a digit nor the end of a line, a line without digits, or one of more than 15 digits, return what slow would, from the start. An unfinished last line does not count.',
  ],
})
