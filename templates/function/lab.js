import { defineLab } from '../../shared/lab/define.js'

export default defineLab({
  title: 'Distinct numbers of a list',
  question: 'How many different numbers are there, and how often is the list read to find out?',
  kind: 'function',
  ladder: { slow: 'looks for each number in the list', fast: 'puts them into a Set' },
  workload: {
    inputs: (random) => Array.from({ length: 2 }, () => [Array.from({ length: 1000 }, () => random.int(1, 200))]),
    edges: {
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
    { id: 'set', faster: 'fast', than: 'slow', metric: 'time', floor: 1.5, says: 'a Set is faster than looking for each number' },
  ],
  hints: [
    'The counter says how often the list is searched while it is counted. Must it be, and how long is it?',
    'What remembers the numbers that have been there, and finds one without a search?',
    'A Set keeps each number once: new Set(numbers) has a size.',
  ],
})
