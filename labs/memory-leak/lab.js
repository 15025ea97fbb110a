import { defineLab } from '@hotpath-labs/lab'

export default defineLab({
  title: 'A server that never forgets a name',
  question: 'A server gives each visitor a unique name. Why does it run out of memory?',
  theme: 'memory',
  workshop: { place: 7, minutes: 25, why: 'This lab is about memory, not time. Heap snapshots show which objects stay.' },
  kind: 'heap',
  variants: { slow: 'keeping every name', fast: 'keeping a count per name' },
  workload: { method: 'GET', path: '/', connections: 100, answers: 'unique' },
  requests: 800,
  counters: { entriesSet: { counts: 'Map.prototype.set', atMost: true, slow: 2, fast: 1 } },
  steps: { fast: 'store no name that only one visitor has' },
  claims: [
    {
      id: 'leak',
      faster: 'fast',
      than: 'slow',
      metric: 'heap',
      atLeast: 3,
      published: 'A68',
    },
  ],
  hotFrame: { search: 'remember', says: 'which stores the names and is narrow in both programs' },
})
