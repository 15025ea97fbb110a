import { defineLab } from '../../shared/lab/define.js'

export default defineLab({
  title: 'A server that never forgets a name',
  question: 'Every visitor gets a name that nobody had before. Why does the server die after a few months?',
  kind: 'heap',
  ladder: { slow: 'keeps every name it gave', fast: 'keeps a count for each name' },
  workload: { method: 'GET', path: '/', connections: 100, answers: 'unique' },
  requests: 800,
  counters: { entriesSet: { counts: 'Map.prototype.set', atMost: true, slow: 2, fast: 1 } },
  claims: [
    {
      id: 'leak',
      faster: 'fast',
      than: 'slow',
      metric: 'heap',
      floor: 3,
      says: 'the heap grows at least three times more slowly with counts than with names',
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
    '`pnpm lab memory-leak watch-memory` draws the memory under load. Does the foot of the sawtooth rise?',
    '`pnpm lab memory-leak profile --tool heap` compares snapshots from before and after: which constructor has one more object for each request, and which variable holds it?',
    'It is the Map in known.js. After a million visitors, which of its entries will anybody look up again?',
    'The number after a name comes from the entry of the name alone. The unique name is remembered too, and nobody ever looks it up.',
    'Leave out remember(unique): return the name and the number that remember(name) gave.',
  ],
})
