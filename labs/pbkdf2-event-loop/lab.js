import { defineLab } from '../../shared/lab/define.js'

const hashes = { method: 'POST', path: '/hashes', connections: 1, requests: 1 }
const others = { method: 'GET', connections: 20, everyMs: 1, requests: 50, beside: 'hashes' }

/** What the text's two figures have in common. */
const text = {
  source: 'Eugene Obrezkov, "Profiling NodeJS applications"',
  node: '5.10.1',
  of: 'pbkdf2Sync → pbkdf2, with a callback',
}

export default defineLab({
  title: 'Fifty hashes, and everybody else',
  question: 'The hashes are off the event loop. Who waits for them now?',
  kind: 'server',
  ladder: { slow: 'pbkdf2Sync', async: 'pbkdf2, on libuv\'s pool', fast: 'on worker threads' },
  // each is long already, for it waits
  blocks: 2,
  warmUp: { slow: 2, async: 2, fast: 2 },
  workload: hashes,
  workloads: {
    hashes,
    cores: { ...hashes, seated: false },
    ping: { ...others, path: '/ping' },
    // twice as many: the way of a file through express is compiled late, and with fifty its ratio on Node 22 was a third of what it becomes
    file: { ...others, path: '/file', requests: 100 },
  },
  counters: { pbkdf2Sync: { counts: 'crypto:pbkdf2Sync', slow: 50, async: 'never', fast: 'never' } },
  claims: [
    {
      id: 'event-loop',
      faster: 'fast@ping',
      than: 'slow@ping',
      metric: 'p99',
      floor: 1.8,
      says: 'everybody else on that server waits less if the hashes are computed off the event loop',
    },
    {
      id: 'thread-pool',
      faster: 'fast@file',
      than: 'async@file',
      metric: 'p50',
      floor: 1.1,
      says: 'whoever reads a file waits for hashes in libuv\'s pool, and not for hashes in worker threads',
    },
    {
      id: 'wall',
      faster: 'async@cores',
      than: 'slow@cores',
      metric: 'p50',
      shown: 'the cores: the pool has four threads, so the gain is four times at most, and with two cores twice',
      says: 'fifty hashes are done sooner if several cores share them',
      published: {
        ...text,
        ratio: 3.5,
        figures: '9.24 real → 2.64 real',
        metric: 'seconds, time node server.js',
        asks: 'The text timed a process that did nothing else; the claim compares the median latency of a request for fifty hashes.',
      },
    },
    {
      id: 'cpu',
      faster: 'slow',
      than: 'async',
      metric: 'cpu',
      shown: 'how threads share a processor and its caches: the work is the same, and takes longer where two threads share a core',
      says: 'off the event loop the hashes cost no less CPU, and if anything more',
      published: {
        ...text,
        ratio: 1.08,
        figures: '9.21 user → 9.91 user',
        metric: 'seconds of CPU, time node server.js',
        asks: 'The text ran its threads on several cores; the claim has them take turns on one.',
      },
    },
    {
      id: 'on-one',
      faster: 'fast',
      than: 'slow',
      metric: 'p50',
      floor: 0.4,
      says: 'on one processor the fifty hashes take at most two and a half times as long in worker threads',
    },
  ],
  look: { search: 'pbkdf2Sync', says: 'the hashes being computed' },
  hints: [
    'A visitor who only wants /ping waits as long as fifty hashes take. Which line keeps the event loop busy meanwhile?',
    'pbkdf2 does the same on a thread of libuv\'s pool, and calls you back. util.promisify makes it return a promise; Promise.all keeps the order.',
    'Does it take less CPU now? No: the same work is done elsewhere. And the pool has four threads for everybody: what else in Node works there?',
    'Reading a file does: it takes four steps, each queued behind the hashes. Threads of your own leave the pool alone: node:worker_threads, or piscina, which the lab has.',
    'A file hash-worker.js next to mine.js: import pbkdf2Sync and COST there, and export default (password) => pbkdf2Sync(password, ...COST). In mine.js: import { Piscina } from \'piscina\' and { availableParallelism } from \'node:os\', const threads = availableParallelism(), const pool = new Piscina({ filename: import.meta.dirname + \'/hash-worker.js\', minThreads: threads, maxThreads: threads }), so that no thread ends while it is idle, and hash with Promise.all(passwords.map((password) => pool.run(password))).',
  ],
})
