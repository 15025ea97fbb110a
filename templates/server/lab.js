import { defineLab } from '@hotpath-labs/lab'

export default defineLab({
  title: 'Parsing settings once',
  question: 'A server sends a greeting. What work does it repeat for each request?',
  theme: 'servers',
  kind: 'server',
  variants: { slow: 'parsing settings per request', fast: 'parsing settings once' },
  workload: { method: 'GET', path: '/', connections: 10 },
  counters: {
    settingsParsed: { counts: 'JSON.parse', slow: 'every request', fast: 'once' },
  },
  claims: [
    { id: 'parse-once', faster: 'fast', than: 'slow', metric: 'cpu', atLeast: 1.5 },
  ],
})
