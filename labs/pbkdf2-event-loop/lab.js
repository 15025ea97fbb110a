import { defineLab } from '@hotpath-labs/lab'

/** @param {(user: number) => string} choose @returns {string} a body with fifty passwords */
const listPasswords = (choose) => JSON.stringify(Array.from({ length: 50 }, (_, user) => choose(user)))

const hashes = {
  method: 'POST',
  path: '/hashes',
  headers: { 'content-type': 'application/json' },
  body: listPasswords((user) => `password of user ${user}`),
  // no password comes twice, so that no program can keep a hash
  draw: (/** @type {() => number} */ random) => ({ body: listPasswords((user) => `password ${random().toString(36).slice(2)} of user ${user}`) }),
  edgeCases: {
    'no password': { body: '[]' },
    'one password': { body: '["password"]' },
    'the same password twice': { body: '["password","password"]' },
    'an empty password': { body: '["","password"]' },
    'blanks around a password': { body: '[" password "]' },
    'several bytes a character': { body: '["pässwörd 🔑"]' },
    'other passwords': { body: listPasswords((user) => `secret ${user}`) },
  },
  connections: 1,
  requests: 1,
}
const others = { method: 'GET', connections: 20, everyMs: 1, requests: 50, background: 'hashes' }

export default defineLab({
  title: 'Fifty password hashes',
  question: 'Asynchronous pbkdf2 frees the event loop. Which requests still wait for fifty password hashes?',
  answer: 'those that need libuv\'s pool too, such as a read of a file',
  theme: 'event loop',
  workshop: {
    place: 9,
    minutes: 25,
    why: 'The event loop is free, but file requests still wait: libuv\'s thread pool has only four threads.',
  },
  kind: 'server',
  variants: { slow: 'pbkdf2Sync', async: 'pbkdf2 on libuv\'s pool', fast: 'a pool of worker threads' },
  // 3 blocks bring a fifth fewer pairs, each a quarter longer: docs/decisions/045
  blocks: 2,
  warmUp: { slow: 2, async: 2, fast: 2 },
  workload: hashes,
  workloads: {
    hashes,
    cores: { label: 'fifty hashes on all cores', ...hashes, pinned: false },
    ping: { label: 'pings during the hashing', ...others, path: '/ping' },
    // twice as many: the way of a file through express is compiled late, and with fifty its ratio on Node 22 was a third of what it becomes
    file: { label: 'file reads during the hashing', ...others, path: '/file', requests: 100 },
  },
  counters: { pbkdf2Sync: { counts: 'crypto:pbkdf2Sync', mainThread: true, slow: 50, async: 'never', fast: 'never' } },
  steps: {
    async: 'hash on other threads than the event loop',
    fast: 'leave the thread pool to the others',
  },
  givesUp: {
    async: 'file reads and `dns.lookup` wait behind the hashes, for the same four threads',
    fast: 'each worker thread has a V8 of its own, which takes memory, and time to start',
  },
  claims: [
    {
      id: 'event-loop',
      faster: 'fast@ping',
      than: 'slow@ping',
      metric: 'p99',
      atLeast: 1.8,
    },
    {
      id: 'thread-pool',
      faster: 'fast@file',
      than: 'async@file',
      metric: 'p50',
      atLeast: 1.1,
    },
    {
      id: 'wall',
      faster: 'async@cores',
      than: 'slow@cores',
      metric: 'p50',
      dependsOn: 'the number of cores: libuv\'s pool has four threads, so the gain is at most fourfold, and on two cores at most twofold',
      published: 'D7',
    },
    {
      id: 'cpu',
      faster: 'slow',
      than: 'async',
      metric: 'cpu',
      dependsOn: 'how threads share a processor and its caches: the same work takes longer where two threads share a core',
      published: 'D10',
    },
    {
      id: 'on-one',
      faster: 'fast',
      than: 'slow',
      metric: 'p50',
      atLeast: 0.4,
    },
  ],
  hotFrame: { search: 'pbkdf2Sync', says: 'which computes the hashes' },
})
