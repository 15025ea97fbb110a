import { fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import t from 'tap'
import { PinnableProcessors, parseCpuList, listAllowedProcessors, CpuAffinity, chooseCpuAffinity } from './machine.js'
import { createRandom } from './stats/random.js'

/** @param {number | undefined} pid @returns {number[]} CPUs of its main thread */
const allowed = (pid) => parseCpuList(readFileSync(`/proc/${pid}/status`, 'utf8').match(/^Cpus_allowed_list:\s*(\S+)$/m)?.[1] ?? '')

/** macOS, Windows, and Linux without taskset cannot pin. */
const skip = !await new PinnableProcessors(listAllowedProcessors()).pin(process.pid, listAllowedProcessors()) && 'no process can be pinned here'

t.test("parses the kernel's list of CPUs", async (t) => {
  t.same(parseCpuList('0-3,8'), [0, 1, 2, 3, 8])
  t.same(parseCpuList('5'), [5])
  t.same(parseCpuList(''), [])
})

t.test('pins both sides to one CPU, the load generator to the others, and unpins all', { skip }, async (t) => {
  const here = listAllowedProcessors()
  const sides = [1, 2].map(() => ({ child: fork('-e', ['setInterval(() => {}, 1e6)'], { execArgv: [], stdio: 'ignore' }) }))
  t.teardown(() => sides.forEach(({ child }) => child.kill('SIGKILL')))
  await Promise.all(sides.map(({ child }) => new Promise((resolve) => child.once('spawn', resolve))))
  const seen = new Set()
  for (let seed = 1; seed <= 12; seed++) {
    const affinity = new CpuAffinity(here, createRandom(seed))
    await affinity.runPinned(/** @type {any} */ (sides), async () => {
      const [first, second] = sides.map(({ child }) => allowed(child.pid))
      t.equal(first.length, 1)
      t.same(first, second)
      t.notOk(allowed(process.pid).includes(first[0]))
      seen.add(first[0])
    })
  }
  t.same(allowed(process.pid), here)
  t.ok(seen.size > 1, 'not always the same CPU')
  await new CpuAffinity(here, createRandom(1)).unpin(/** @type {any} */ (sides))
  for (const { child } of sides) t.same(allowed(child.pid), here, 'the sides, too')
})

t.test('a service that works for the sides gets the CPUs of the load generator, and all of them afterwards', async (t) => {
  const affinity = chooseCpuAffinity(createRandom(1), { waits: false, pids: [7], elsewhere: 0 }, [0, 1, 2])
  /** @type {Record<number, number[]>} */
  const placed = {}
  affinity.processors.pin = async (pid, ids) => Boolean(placed[pid] = ids)
  await affinity.runPinned(/** @type {any} */ ([{ child: { pid: 5 } }]), async () => {
    t.same([placed[5], placed[7]].flat().sort(), [0, 1, 2])
    t.same(placed[7], placed[process.pid])
  })
  t.same(placed[7], [0, 1, 2])
})

t.test('pins nothing with one CPU, or without a known CPU', async (t) => {
  for (const ids of [[], [0]]) {
    const affinity = new CpuAffinity(ids, createRandom(1))
    t.notOk(affinity.isPinning)
    t.equal(await affinity.runPinned([], async () => 'done'), 'done')
  }
})

t.test('unpins after a failure, too', { skip }, async (t) => {
  await t.rejects(new CpuAffinity(listAllowedProcessors(), createRandom(1)).runPinned([], async () => { throw new Error('out of luck') }), /out of luck/)
  t.same(allowed(process.pid), listAllowedProcessors())
})

t.test('unpins even when pinning stopped working', { skip }, async (t) => {
  const here = listAllowedProcessors()
  const affinity = new CpuAffinity(here, createRandom(1))
  await affinity.runPinned([], async () => {
    t.notSame(allowed(process.pid), here)
    affinity.processors.canPin = false
  })
  t.same(allowed(process.pid), here)
  t.notOk(affinity.isPinning)
})

t.test('latency: a CPU for each process, or no pinning', async (t) => {
  const random = createRandom(1)
  const affinityOn = (metric, processors, pids = [], elsewhere = 0) => {
    const ids = Array.from({ length: processors }, (_, id) => id)
    return chooseCpuAffinity(random, { waits: metric !== 'cpu', pids, elsewhere }, ids)
  }
  t.ok(affinityOn('cpu', 2, [7, 8]).isPinning)
  t.notOk(affinityOn('p99', 2, [7]).isPinning, 'a database needs a CPU of its own')
  t.notOk(affinityOn('p99', 2, [], 1).isPinning, 'a database that somebody else started, too')
  t.ok(affinityOn('p99', 2).isPinning)
  t.ok(affinityOn('p50', 4, [7, 8]).isPinning)
  for (const metric of ['cpu', 'p50']) t.match(affinityOn(metric, 1, [7]), { isPinning: false, sharesOneCpu: true }, 'one CPU is shared without pinning')
  t.match(affinityOn('p50', 2, [7]), { isPinning: false, sharesOneCpu: false })
})
