import { defineLab } from '../../shared/lab/define.js'

export default defineLab({
  title: 'A list of all visits',
  question: 'A server remembers who was there. How long does it take until its memory is full?',
  kind: 'heap',
  ladder: { slow: 'keeps every visit', fast: 'keeps a count for each page' },
  workload: { method: 'GET', path: '/', connections: 100 },
  requests: 800,
  claims: [
    { id: 'visits', faster: 'fast', than: 'slow', metric: 'heap', floor: 2, says: 'a count for each page leaves less behind than a list of all visits' },
  ],
  hints: [
    '`watch-memory` draws the memory under load. Does the foot of the sawtooth rise?',
    '`profile --tool heap` names the constructor of which there is one more for each request, and the variable that holds it.',
    'Keep in a Map how often each page was visited, and not each visit.',
  ],
})
