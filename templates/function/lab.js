import { defineLab } from '@hotpath-labs/lab'

export default defineLab({
  title: 'Counting distinct numbers',
  question: 'Is there a faster way than indexOf to count the distinct numbers in a list?',
  theme: 'V8',
  kind: 'function',
  variants: { slow: 'indexOf for each number', fast: 'a Set' },
  workload: {
    inputs: (random) => Array.from({ length: 2 }, () => [Array.from({ length: 1000 }, () => random.int(1, 200))]),
    edgeCases: {
      'an empty list': [[]],
      'one number': [[7]],
      'all alike': [[3, 3, 3]],
      'zero and minus zero': [[0, -0]],
    },
  },
  counters: {
    listsSearched: { counts: 'Array.prototype.indexOf', slow: 1000, fast: 'never' },
  },
  claims: [
    { id: 'set', faster: 'fast', than: 'slow', metric: 'time', atLeast: 1.5 },
  ],
})
