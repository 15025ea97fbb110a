import { existsSync } from 'node:fs'
import t from 'tap'
import { startCpuTimeAudit } from './cpu-audit.js'

const skip = !existsSync('/proc/self/stat') && 'there is no procfs'

/** Makes this process a measured one. */
const measured = (cpuMs) => /** @type {any} */ ({ variant: 'fast', child: { pid: process.pid }, ask: async () => ({ cpuMs: cpuMs() }) })

const own = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** Uses CPU time, on a busy machine too. */
function use (ms) {
  for (const start = own(); own() - start < ms;);
}

t.test('equal CPU times pass the audit', { skip }, async (t) => {
  const end = await startCpuTimeAudit(measured(own))
  use(300)
  await t.resolves(end())
})

t.test('a process that reports a hundredth of its CPU time fails the audit', { skip }, async (t) => {
  const end = await startCpuTimeAudit(measured(() => own() / 100))
  use(300)
  await t.rejects(end(), /^fast .* \d .* CPU .* \d{3} ms$/)
})
