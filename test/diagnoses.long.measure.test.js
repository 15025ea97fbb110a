import { tmpdir } from 'node:os'
import t from 'tap'
import { loadLab } from '@hotpath-labs/lab/load.js'
import { planClaims } from '@hotpath-labs/lab/plans.js'
import { lockMachine } from '@hotpath-labs/engine/process/lock.js'
import { diagnoseExamination } from '@hotpath-labs/profile/doctor/rules.js'
import { recordProcessMetrics } from '@hotpath-labs/profile/doctor/examination.js'
import { runWithServices } from '@hotpath-labs/profile/drive.js'
import { fixture } from './cli.js'

/** Enough for each half to grow, and short for a test. */
const SECONDS = 0.6

/** Of each fixture lab, slow is to be found by this rule, and fast not. */
const FOUND = { awaits: 'idle between awaits', blocks: 'blocked event loop', collects: 'GC pressure', leaks: 'leak' }

for (const [name, rule] of Object.entries(FOUND)) {
  t.test(name, async (t) => {
    t.teardown(await lockMachine(`the doctor's fixture ${name}`, () => {}))
    const plan = planClaims(await loadLab(fixture(name)))
    const context = { plan, variants: ['slow', 'fast'], node: process.execPath, nodeMajor: Number(process.versions.node.split('.')[0]), seed: 1, folder: tmpdir(), onProgress () {} }
    await runWithServices(context, async (services) => {
      const [slow, fast] = [await recordProcessMetrics(context, 'slow', services, SECONDS), await recordProcessMetrics(context, 'fast', services, SECONDS)]
      t.same([slow.failure, fast.failure], [undefined, undefined])
      const [found, missed] = [diagnoseExamination(slow), diagnoseExamination(fast)]
      t.comment(found.sentence, '|', missed.sentence)
      t.equal(found.fired[0], rule, found.sentence)
      t.notOk(missed.fired.includes(rule), missed.sentence)
    })
  })
}
