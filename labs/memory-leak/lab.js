import { defineLab } from '../../shared/lab/define.js'

export default defineLab({
  title: 'A server that never forgets a name',
  question: 'Every visitor gets a name that nobody had before. Why does the server die after a few months?',
  kind: 'heap',
  ladder: { slow: 'keeps every name given', fast: 'keeps a count for each name' },
  workload: { method: 'GET', path: '/', connections: 100, answers: 'unique' },
  requests: 800,
  claims: [
    {
      id: 'leak',
      faster: 'fast',
      than: 'slow',
      metric: 'heap',
      floor: 3,
      says: 'the counts grow at least three times slower than the names',
      published: {
        ratio: 10,
        figures: '~5mb → ~50mb',
        of: 'the leaky server before load → the same one after it',
        metric: 'heap snapshots, around autocannon with 10 connections for 10 seconds',
        source: 'Node Cookbook, 3rd edition, chapter "Optimizing Performance"',
        node: 'not stated',
        asks: 'The text compared one server with itself; the claim compares two servers by what a request leaves behind. That both ratios are near ten is chance.',
      },
    },
  ],
  look: { search: 'remember', says: 'the names being kept, narrow in both' },
  hints: [
    'Take a heap snapshot before the load and one after it, and compare them by constructor.',
    'Which strings are in the second one that were not in the first? Who holds them?',
  ],
})
