import { existsSync } from 'node:fs'
import t from 'tap'
import { startCpuAudit } from './cpu-audit.js'

const skip = !existsSync('/proc/self/stat') && 'the system does not tell'

/** This process, as one that is measured. @param {() => number} cpuMs that it says it has used */
const measured = (cpuMs) => /** @type {any} */ ({ variant: 'fast', child: { pid: process.pid }, ask: async () => ({ cpuMs: cpuMs() }) })

const own = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** Uses CPU time, however little of it a busy machine gives. @param {number} ms */
function use (ms) {
  for (const start = own(); own() - start < ms;);
}

t.test('a process that says what the system says', { skip }, async (t) => {
  const end = await startCpuAudit(measured(own))
  use(300)
  await t.resolves(end())
})

t.test('one that says it used a hundredth', { skip }, async (t) => {
  const end = await startCpuAudit(measured(() => own() / 100))
  use(300)
  await t.rejects(end(), /^fast used \d{3} ms of CPU time as the system counts it, but reports \d ms$/)
})
