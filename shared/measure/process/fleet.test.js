import t from 'tap'
import { fileURLToPath } from 'node:url'
import { seeded } from '../../stats/random.js'
import { ask } from '../load/http.js'
import { Fleet } from './fleet.js'

const file = fileURLToPath(new URL('../../../test/fixtures/two-workloads/fast.js', import.meta.url))
const how = { kind: { worker: 'server.mjs', flags: [] }, flags: {}, node: process.execPath, files: { slow: file, loop: file, fast: file }, random: seeded(1) }

t.test('variants that share a process listen on ports of their own, and it ends once', async (t) => {
  const fleet = new Fleet(['slow', 'loop', 'fast'], { ...how, inOne: ['slow', 'loop', 'hoisted'] })
  t.equal(await fleet.ready, process.version)
  const [slow, loop, fast] = ['slow', 'loop', 'fast'].map((variant) => /** @type {import('./process.js').MeasuredProcess} */ (fleet.processes.get(variant)))
  t.equal(slow, loop)
  t.not(slow, fast)
  t.match(slow.variant, /^(slow, loop|loop, slow)$/, 'a failure names both: either may be the cause')
  const ports = [slow.ports.get('slow'), loop.ports.get('loop'), fast.ports.get('fast')].map(Number)
  t.equal(new Set(ports).size, 3)
  for (const port of ports) t.match(await ask(port, /** @type {any} */ ({ method: 'GET', path: '/' })), { status: 200, body: 'hello' })
  await fleet.stop()
  t.ok([slow, fast].every(({ child }) => child.signalCode === 'SIGKILL'))
})

t.test('one that is alone of those that would share has a process as all have', async (t) => {
  const fleet = new Fleet(['slow', 'fast'], { ...how, inOne: ['slow', 'loop'] })
  await fleet.ready
  t.equal(fleet.processes.get('slow')?.variant, 'slow')
  await fleet.stop()
})
