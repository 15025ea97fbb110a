import { defineLab } from '@hotpath-labs/lab'
import { downstream, files } from '@hotpath-labs/services'

const MEGABYTES = 300

export default defineLab({
  title: 'A stream that nobody waits for',
  question: 'A server copies a video to another server. Why does it need twice as much memory as the video has bytes?',
  answer: 'it keeps all chunks in memory, and then joins them into a copy',
  theme: 'memory',
  workshop: { place: 26, minutes: 20, why: 'Nothing leaks here: the server reads faster than another server takes.' },
  kind: 'server',
  variants: { slow: 'reading the whole file', 'no-wait': 'writing without waiting', fast: 'pipeline' },
  services: [files({ 'video.bin': makeVideo }), downstream('downstream.js')],
  blocks: 2,
  // a peak is of all requests so far, so none needs a warm process
  warmUp: { slow: 1, 'no-wait': 1, fast: 1 },
  workload: {
    method: 'POST',
    path: `/copies/${MEGABYTES * 1e6}`,
    connections: 1,
    requests: 1,
    edgeCases: {
      'an empty video': { path: '/copies/0' },
      'one byte': { path: '/copies/1' },
      'more than there is': { path: `/copies/${MEGABYTES * 1e6 + 1}` },
    },
    randomInputs: (fc) => fc.nat({ max: 300_000 }).map((bytes) => ({ path: `/copies/${bytes}` })),
  },
  workloads: {
    part: { method: 'POST', path: '/copies/100000000', connections: 1, requests: 1 },
    ping: { label: 'pings during a copy', method: 'GET', path: '/ping', connections: 20, everyMs: 1, requests: 200, background: 'part' },
  },
  counters: { copies: { counts: 'downstream:requests', slow: 'every request', 'no-wait': 'every request', fast: 'every request' } },
  lesson: 'memory',
  steps: { fast: 'read no faster than the other server takes' },
  givesUp: { fast: 'nobody has the whole video at any time, so whatever comes at its end, such as a checksum, comes late' },
  claims: [
    { id: 'memory', faster: 'fast', than: 'slow', metric: 'peak', atLeast: 2 },
    { id: 'no-wait', faster: 'fast', than: 'no-wait', metric: 'peak', atLeast: 1.2 },
    { id: 'pings', faster: 'fast@ping', than: 'slow@ping', metric: 'stall', dependsOn: 'how busy the CPUs are with other programs' },
  ],
  hotFrame: { search: 'send', says: 'which reads the video, and writes it to the other server' },
})

/** @param {() => number} random @returns {Iterable<string>} a megabyte at a time, and no two alike */
function * makeVideo (random) {
  const block = Array.from({ length: 1000 }, () => String(Math.floor(random() * 1e9)).padEnd(996, '-')).join('\n')
  for (let megabyte = 0; megabyte < MEGABYTES; megabyte++) yield `${megabyte}`.padEnd(1e6 - block.length, ' ') + block
}
