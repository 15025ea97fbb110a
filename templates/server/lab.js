import { defineLab } from '../../shared/lab/define.js'

export default defineLab({
  title: 'Settings that are parsed once',
  question: 'A server greets. What does it do before each greeting?',
  kind: 'server',
  ladder: { slow: 'parses its settings for each request', fast: 'parses them once' },
  workload: { method: 'GET', path: '/', connections: 10 },
  counters: {
    settingsParsed: { counts: 'JSON.parse', slow: 'every request', fast: 'once' },
  },
  claims: [
    { id: 'parse-once', faster: 'fast', than: 'slow', metric: 'cpu', floor: 1.5, says: 'settings that are parsed once cost less CPU than those that are parsed for each request' },
  ],
  hints: [
    'The counter says what happens in each request. Does its result ever change?',
    'What is the same for every request can be done before the first one.',
    'Move JSON.parse(settings) out of the handler, to the top of the file.',
  ],
})
