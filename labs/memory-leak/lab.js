import { defineLab } from 'hotpath/lab'

export default defineLab({
  title: 'A server that never forgets a name',
  question: 'A server gives each visitor a unique name. Why does it run out of memory?',
  theme: 'memory',
  workshop: { place: 7, minutes: 25, why: 'This lab is about memory, not time. Heap snapshots show which objects stay.' },
  kind: 'heap',
  ladder: { slow: 'keeping every name', fast: 'keeping a count per name' },
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
  look: { search: 'remember', says: 'which stores the names and is narrow in both programs' },
})
