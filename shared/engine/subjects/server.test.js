import { createServer } from 'node:http'
import { performance } from 'node:perf_hooks'
import t from 'tap'
import { computePairLogRatio } from '../figures.js'
import { Session } from '../measure.js'
import { LatencySubject } from './latency.js'
import { ServerSubject } from './server.js'

/**
 * @import { AddressInfo } from 'node:net'
 * @import { Request } from '../load/http.js'
 */

/** CPU time until a server is warm; a request takes five times as much before. */
const COLD_US = 100_000
/** CPU time of a question for the CPU time, which collects garbage. */
const US_PER_QUESTION = 500

/**
 * A real server whose CPU time is made up.
 *
 * @param {string} variant
 * @param {number} usPerRequest when it is warm
 * @param {(request: number, variant: string) => number} compiling what V8 adds meanwhile, in µs
 * @param {number} [cpuTickMs] tick of the CPU clock
 */
async function fakeServer (variant, usPerRequest, compiling, cpuTickMs = 0) {
  let us = 0
  let requests = 0
  const server = createServer((req, res) => {
    us += usPerRequest * (us < COLD_US ? 5 : 1) + compiling(++requests, variant)
    res.end('hello')
  })
  server.unref()
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)))
  const { port } = /** @type {AddressInfo} */ (server.address())
  return {
    server,
    variant,
    port,
    cpuTickMs,
    hangsAfterMs: 10_000,
    whenFailed: () => () => {},
    startWatchdog: () => ({ end () {} }),
    // only the variant slow opens sockets
    ask: async () => ({ us: (us += US_PER_QUESTION), idleMs: 0, socketsOpened: variant === 'slow' ? 3 * requests : 7 }),
  }
}

/** @type {Request} */
const WORKLOAD = { method: 'GET', path: '/', connections: 5, answers: 'alike' }

/**
 * @param {object} made
 * @param {Record<string, number>} made.usPerRequest by side
 * @param {(request: number, variant: string) => number} [made.compiling] what V8 adds, in µs
 * @param {Record<string, number>} [made.warmUps] requests, by side
 * @param {number} [made.cpuTickMs]
 * @param {() => void} [made.onPinned]
 * @param {number} [made.blocks]
 */
async function measurePair ({ usPerRequest, compiling = () => 0, warmUps, cpuTickMs = 0, onPinned, blocks = 6 }) {
  const sides = Object.keys(usPerRequest)
  const servers = await Promise.all(sides.map((side) => fakeServer(side, usPerRequest[side], compiling, cpuTickMs)))
  const settings = { blocks: 6, block: { ...ServerSubject.SETTINGS.block, target: 40e3 } }
  const subject = makeSubject({ blocks, settings, warmUps, compared: [{ faster: 'fast', slower: 'slow' }] })
  const processes = new Map(sides.map((side, index) => [side, servers[index]]))
  const figures = await subject.measure(new Session({ seed: 1, onPinned }), /** @type {any} */ (processes), sides)
  for (const { server } of servers) server.closeAllConnections()
  for (const { server } of servers) server.close()
  return { figures, ratio: Math.exp(computePairLogRatio(figures, 'cpu', 'slow', 'fast').value) }
}

/** @param {Partial<ConstructorParameters<typeof ServerSubject>[0]>} [options] of a server that answers hello */
function makeSubject (options) {
  const subject = new ServerSubject({ workload: WORKLOAD, compared: [], blocks: 2, ...options })
  subject.bodies.set(null, 'hello')
  return subject
}

t.test('sockets are counted per request of a block, and compared from a minimum', async (t) => {
  const { figures } = await measurePair({ usPerRequest: { slow: 4000, fast: 3000 } })
  t.same(new Set(figures.get('slow')?.sockets), new Set([3]))
  t.same(new Set(figures.get('fast')?.sockets), new Set([0.01]))
})

t.test("every block is warm and holds only its own requests' CPU time", async (t) => {
  const { figures } = await measurePair({ usPerRequest: { slow: 4000, fast: 3000 } })
  // 40 ms of the dearer side: ten requests and one question
  t.same(figures.get('slow')?.cpu, Array(6).fill(4000 + US_PER_QUESTION / 10))
  t.same(figures.get('fast')?.cpu, Array(6).fill(3000 + US_PER_QUESTION / 10))
})

t.test('half as many blocks are twice as long', async (t) => {
  const { figures } = await measurePair({ usPerRequest: { slow: 4000, fast: 3000 }, blocks: 3 })
  t.same(figures.get('slow')?.cpu, Array(3).fill(4000 + US_PER_QUESTION / 20))
})

t.test('a side that compiled at the end of its warm-up is measured again with equal counts', async (t) => {
  let isWarm = false
  const { figures } = await measurePair({
    usPerRequest: { slow: 4000, fast: 3000 },
    compiling: (request, variant) => variant === 'fast' && !isWarm ? 8000 : 0,
    onPinned () { isWarm = true },
  })
  t.same(figures.get('slow')?.cpu, Array(6).fill(4000 + US_PER_QUESTION / 10))
  t.same(figures.get('fast')?.cpu, Array(6).fill(3000 + US_PER_QUESTION / 10), 'and not of four')
})

t.test('a block lasts twenty ticks of a coarse CPU clock', async (t) => {
  const { figures } = await measurePair({ usPerRequest: { slow: 4000, fast: 3000 }, cpuTickMs: 10 })
  // 200 ms: fifty requests
  t.same(figures.get('slow')?.cpu, Array(6).fill(4000 + US_PER_QUESTION / 50))
})

t.test('sides of similar cost have equal counts', async (t) => {
  const { ratio } = await measurePair({ usPerRequest: { slow: 4000, fast: 4000 } })
  t.equal(ratio, 1)
})

t.test('compared sides of similar cost start at the same request, so V8 compiles in the blocks of both or neither', async (t) => {
  const requests = new Map()
  const count = (/** @type {number} */ request, /** @type {string} */ variant) => { requests.set(variant, request); return 0 }
  let whenPinned = new Map()
  const onPinned = () => { whenPinned = new Map(requests) }
  const warmUps = { slow: 200, fast: 400, alone: 200 }
  await measurePair({ usPerRequest: { slow: 2600, fast: 2400, alone: 2600 }, compiling: count, warmUps, onPinned })
  t.equal(whenPinned.get('slow'), whenPinned.get('fast'))
  t.ok(whenPinned.get('alone') < whenPinned.get('slow'), `${[...whenPinned]}`)
})

t.test('a server that waits ends its warm-up early, unless its lab sets the number of requests', async (t) => {
  const server = createServer((req, res) => { setTimeout(() => res.end('hello'), 20) })
  server.unref()
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)))
  const { port } = /** @type {AddressInfo} */ (server.address())
  const measured = { server, variant: 'one', port, cpuTickMs: 0, whenFailed: () => () => {}, startWatchdog: () => ({ end () {} }), ask: async () => ({ us: performance.now(), idleMs: performance.now() }) }
  const countSent = async (/** @type {number} */ leastRequests, /** @type {number} */ mostRequests) => {
    const load = makeSubject().putUnderLoad(/** @type {any} */ (new Map([['one', measured]])), 'one')
    await load.warm({ leastRequests, mostRequests, leastMs: 0, mostMs: Infinity })
    load.close()
    return load.sent
  }
  t.ok(await countSent(1000, 2000) < 1000)
  t.ok(await countSent(100, 100) >= 100)
  server.close()
})

t.test('a server that keeps up with a rate is measured, however long each answer waits', async (t) => {
  const server = createServer((req, res) => { setTimeout(() => res.end('hello'), 100) })
  server.unref()
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)))
  const { port } = /** @type {AddressInfo} */ (server.address())
  const measured = { variant: 'one', port, cpuTickMs: 0, hangsAfterMs: 10_000, whenFailed: () => () => {}, startWatchdog: () => ({ end () {} }), ask: async () => ({ us: 0, idleMs: performance.now() }) }
  const subject = new LatencySubject({ workload: { ...WORKLOAD, connections: 50 }, compared: [], rate: 200 })
  subject.bodies.set(null, 'hello')
  const figures = await subject.measure(new Session({ seed: 1 }), /** @type {any} */ (new Map([['one', measured]])), ['one'])
  t.ok(Number(figures.get('one')?.slowest[0]) >= 1e5)
  server.closeAllConnections()
  server.close()
})

t.test("a warm-up of few requests keeps V8's thresholds", async (t) => {
  for (const [requests, asked] of /** @type {[number, string[]][]} */ ([[50, []], [100, ['flags', 'flags']]])) {
    const one = await fakeServer('one', 3000, () => 0)
    /** @type {string[]} */
    const heard = []
    const measured = { ...one, ask: async (/** @type {string} */ question) => { heard.push(question); return one.ask() } }
    const subject = makeSubject({ warmUps: { one: requests } })
    await subject.measure(new Session({ seed: 1 }), /** @type {any} */ (new Map([['one', measured]])), ['one'])
    one.server.closeAllConnections()
    one.server.close()
    t.same(heard.filter((question) => question === 'flags'), asked, `${requests}`)
  }
})

t.test('a workload with `pinned: false` is measured unpinned', async (t) => {
  const one = await fakeServer('one', 3000, () => 0)
  let where = 'before'
  /** @type {Record<string, Set<string>>} */
  const asked = { '/': new Set(), '/cores': new Set() }
  one.server.on('request', ({ url }) => asked[String(url)].add(where))
  const affinity = {
    async runPinned (/** @type {any} */ sides, /** @type {() => Promise<void>} */ work) {
      where = 'pinned'
      await work()
      where = 'after'
    },
    async unpin () { where = 'free' },
  }
  const cores = { ...WORKLOAD, path: '/cores', pinned: false }
  const subject = makeSubject({ workloads: { cores }, compared: [{ faster: 'one@cores', slower: 'one' }] })
  subject.bodies.set('cores', 'hello')
  const session = new Session({ seed: 1, affinity: /** @type {any} */ (affinity) })
  const figures = await subject.measure(session, /** @type {any} */ (new Map([['one', one]])), ['one', 'one@cores'])
  one.server.closeAllConnections()
  one.server.close()
  t.same(asked, { '/': new Set(['before', 'pinned']), '/cores': new Set(['before', 'free']) })
  for (const side of ['one', 'one@cores']) t.equal(figures.get(side)?.cpu.length, 2)
})
