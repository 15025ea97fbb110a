import { defineLab } from '@hotpath-labs/lab'
import { files } from '@hotpath-labs/services'

const report = { method: 'GET', path: '/last-visit', connections: 1, edgeCases: { 'a query': { path: '/last-visit?from=elsewhere' } } }

export default defineLab({
  title: 'Reading a large file',
  question: 'readFile reads on another thread. Why does a large file still block the event loop?',
  answer: 'with an encoding readFile turns all bytes of the file into one string, on the event loop',
  theme: 'event loop',
  workshop: { place: 8, minutes: 20, why: 'Node reads the file on another thread, but the event loop still turns the bytes into a string.' },
  kind: 'server',
  variants: { slow: 'readFileSync', callback: 'readFile to a string', bytes: 'readFile to bytes', fast: 'a kept answer' },
  services: [files({ 'visits.log': visits })],
  // a read takes 80 ms, and each ping waits for one: docs/decisions/045
  blocks: 2,
  warmUp: { slow: 4, callback: 4, bytes: 4, fast: 1000 },
  // a file that has changed shows in the next answer
  maxAgeMs: { fast: 0 },
  workload: report,
  workloads: {
    report,
    ping: { label: 'pings during the read', method: 'GET', path: '/ping', connections: 20, everyMs: 1, requests: 60, background: 'report' },
  },
  counters: { readFileSync: { counts: 'fs:readFileSync', slow: 'every request', callback: 'never', bytes: 'never', fast: 'never' } },
  lesson: 'bytes',
  steps: {
    bytes: 'wait for the file elsewhere, and make no string of all its bytes',
    fast: 'keep the answer until the file changes',
  },
  claims: [
    {
      id: 'kept',
      faster: 'fast',
      than: 'slow',
      metric: 'cpu',
      atLeast: 10,
    },
    {
      id: 'everybody-else',
      faster: 'fast@ping',
      than: 'slow@ping',
      metric: 'p50',
      atLeast: 3,
    },
    {
      id: 'bytes',
      faster: 'bytes@ping',
      than: 'slow@ping',
      metric: 'stall',
      atLeast: 2.4,
    },
    {
      id: 'callback',
      faster: 'callback@ping',
      than: 'slow@ping',
      metric: 'stall',
      dependsOn: 'how fast this version of Node turns bytes into a string, which readFile does on the event loop',
    },
  ],
  hotFrame: { search: 'readFileSync', says: 'which reads and decodes the file' },
})

/** @param {() => number} random @returns {Iterable<string>} 32 MB in megabytes; not pure ASCII, which newer versions only copy */
function * visits (random) {
  const line = () => `2026-11-21T12:00:00Z Zürich ${String(Math.floor(random() * 1e9)).padEnd(66, '-')} 200\n`
  const block = Array.from({ length: 10_000 }, line).join('')
  for (let megabytes = 0; megabytes < 32; megabytes++) yield block
  yield line()
}
