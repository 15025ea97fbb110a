import { defineLab } from '../../shared/lab/define.js'

const report = { method: 'GET', path: '/last-visit', connections: 1 }

export default defineLab({
  title: 'A large file, and everybody else',
  question: 'The file is read without blocking now. Why do the others still wait?',
  kind: 'server',
  ladder: { slow: 'readFileSync', callback: 'readFile, a string', bytes: 'readFile, the bytes', fast: 'kept until it changes' },
  services: { files: { 'visits.log': visits } },
  // a read takes 80 ms, and whoever pings waits for one
  blocks: 2,
  warmUp: { slow: 4, callback: 4, bytes: 4, fast: 1000 },
  // a file that has changed shows in the next answer
  maxAgeMs: { fast: 0 },
  workload: report,
  workloads: {
    report,
    ping: { method: 'GET', path: '/ping', connections: 20, everyMs: 1, requests: 60, beside: 'report' },
  },
  counters: { readFileSync: { counts: 'fs:readFileSync', slow: 'every request', callback: 'never', bytes: 'never', fast: 'never' } },
  claims: [
    {
      id: 'kept',
      faster: 'fast',
      than: 'slow',
      metric: 'cpu',
      floor: 10,
      says: 'an answer kept until the file changes needs less CPU than reading the file each time',
    },
    {
      id: 'everybody-else',
      faster: 'fast@ping',
      than: 'slow@ping',
      metric: 'p50',
      floor: 3,
      says: 'everybody else on that server waits less if the answer is kept',
    },
    {
      id: 'bytes',
      faster: 'bytes@ping',
      than: 'slow@ping',
      metric: 'stall',
      floor: 2,
      says: 'the event loop stalls for less time if the bytes are read with a callback, and stay bytes',
    },
    {
      id: 'callback',
      faster: 'callback@ping',
      than: 'slow@ping',
      metric: 'stall',
      shown: 'how fast this Node turns bytes into a string, which readFile does on the event loop',
      says: 'the callback alone spares the event loop the reading, but not the decoding',
    },
  ],
  look: { search: 'readFileSync', says: 'the file being read and decoded' },
  hints: [
    'One visitor asks for /last-visit and another for /ping. What does the event loop do for the second while it answers the first?',
    'readFileSync returns when the whole file is read. readFile returns at once, reads on a thread of libuv\'s pool, and calls you back: what is left for the event loop to do?',
    'With \'utf8\' it makes one string of 32 million bytes, in one turn. Leave it out and you get the bytes: which of them do you need as text?',
    'And why read the file again for each visitor? fs.stat is a cheap way to ask whether it is still the file whose answer you have.',
    'fs.readFile(file, (error, bytes) => error ? done(error) : done(null, lastLine(bytes.toString(\'utf8\', Math.max(0, bytes.length - 1024))))). To pass, keep that answer and the mtimeMs that fs.stat gave before you read, and read again only if mtimeMs has changed.',
  ],
})

/** @param {() => number} random @returns {Iterable<string>} 32 MB, a megabyte at a time; no ASCII alone, of which newer versions make a string by copying it */
function * visits (random) {
  const line = () => `2026-11-21T12:00:00Z Zürich ${String(Math.floor(random() * 1e9)).padEnd(66, '-')} 200\n`
  const block = Array.from({ length: 10_000 }, line).join('')
  for (let megabytes = 0; megabytes < 32; megabytes++) yield block
  yield line()
}
