import { fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import t from 'tap'
import { seeded } from '../../stats/random.js'
import { Processors, idsIn, processorsHere } from './processors.js'
import { Seats, seatsFor } from './seats.js'

/** @param {number | undefined} pid @returns {number[]} where it may run, main thread and all */
const allowed = (pid) => idsIn(readFileSync(`/proc/${pid}/status`, 'utf8').match(/^Cpus_allowed_list:\s*(\S+)$/m)?.[1] ?? '')

/** macOS and Windows do not place processes, and a small Linux may have no taskset. */
const skip = !await new Processors(processorsHere()).place(process.pid, processorsHere()) && 'nothing can be placed here'

t.test('a list of processors as the kernel writes it', async (t) => {
  t.same(idsIn('0-3,8'), [0, 1, 2, 3, 8])
  t.same(idsIn('5'), [5])
  t.same(idsIn(''), [])
})

t.test('both sides sit on one processor while they work, whoever asks on the others, and everybody is free again', { skip }, async (t) => {
  const here = processorsHere()
  const sides = [1, 2].map(() => ({ child: fork('-e', ['setInterval(() => {}, 1e6)'], { execArgv: [], stdio: 'ignore' }) }))
  t.teardown(() => sides.forEach(({ child }) => child.kill('SIGKILL')))
  await Promise.all(sides.map(({ child }) => new Promise((resolve) => child.once('spawn', resolve))))
  const seen = new Set()
  for (let seed = 1; seed <= 12; seed++) {
    const seats = new Seats(here, seeded(seed))
    await seats.together(/** @type {any} */ (sides), async () => {
      const [first, second] = sides.map(({ child }) => allowed(child.pid))
      t.equal(first.length, 1)
      t.same(first, second)
      t.notOk(allowed(process.pid).includes(first[0]))
      seen.add(first[0])
    })
  }
  t.same(allowed(process.pid), here)
  t.ok(seen.size > 1, 'not always the same one')
  await new Seats(here, seeded(1)).release(/** @type {any} */ (sides))
  for (const { child } of sides) t.same(allowed(child.pid), here, 'and the sides too, where several processors are asked about')
})

t.test('with one processor, or none that is known, nothing is placed', async (t) => {
  for (const ids of [[], [0]]) {
    const seats = new Seats(ids, seeded(1))
    t.notOk(seats.areTaken)
    t.equal(await seats.together([], async () => 'done'), 'done')
  }
})

t.test('a work that fails frees everybody too', { skip }, async (t) => {
  await t.rejects(new Seats(processorsHere(), seeded(1)).together([], async () => { throw new Error('out of luck') }), /out of luck/)
  t.same(allowed(process.pid), processorsHere())
})

t.test('so does one in which a process could not be placed', { skip }, async (t) => {
  const here = processorsHere()
  const seats = new Seats(here, seeded(1))
  await seats.together([], async () => {
    t.notSame(allowed(process.pid), here)
    seats.processors.canPlace = false
  })
  t.same(allowed(process.pid), here)
  t.notOk(seats.areTaken)
})

t.test('where latency is measured each has a processor of its own, or all are free', async (t) => {
  const random = seeded(1)
  const of = (/** @type {string} */ metric, /** @type {number} */ processors, pids = /** @type {number[]} */ ([]), elsewhere = 0) =>
    seatsFor({ claims: /** @type {any} */ ([{ metric }]) }, random, { pids, elsewhere }, Array.from({ length: processors }, (_, id) => id))
  t.ok(of('cpu', 2, [7, 8]).areTaken)
  t.notOk(of('p99', 2, [7]).areTaken, 'a database would wait for this process')
  t.notOk(of('p99', 2, [], 1).areTaken, 'also one that somebody else has started')
  t.ok(of('p99', 2).areTaken)
  t.ok(of('p50', 4, [7, 8]).areTaken)
  for (const metric of ['cpu', 'p50']) t.match(of(metric, 1, [7]), { areTaken: false, areOne: true }, 'there is nothing to be taken, and all sit together')
  t.match(of('p50', 2, [7]), { areTaken: false, areOne: false })
})
