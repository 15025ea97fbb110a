import { defineLab } from '@hotpath-labs/lab'

export default defineLab({
  title: 'A list of all visits',
  question: 'A server remembers every visit. Why does its memory keep growing?',
  theme: 'memory',
  kind: 'heap',
  variants: { slow: 'keeping every visit', fast: 'keeping a count per page' },
  workload: { method: 'GET', path: '/', connections: 100 },
  requests: 800,
  claims: [
    { id: 'visits', faster: 'fast', than: 'slow', metric: 'heap', atLeast: 2 },
  ],
})
