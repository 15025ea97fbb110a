import { basename } from 'node:path'
import t from 'tap'
import { resolveLabFolder } from '@hotpath-labs/lab/project/project.js'
import { loadLab } from '@hotpath-labs/lab/load.js'
import { createRandom } from '@hotpath-labs/engine/stats/random.js'
import { findFault, listWrittenPrograms, runWrittenProgram, tryWrongPrograms } from './wrong-programs.js'

for (const name of ['mongo-carts-index', 'jade-dev-vs-prod', 'pbkdf2-event-loop', 'memory-leak']) {
  t.test(`written programs that pass ${name} without its work are refused`, async (t) => {
    const lab = await loadLab(String(resolveLabFolder(name)))
    for (const file of listWrittenPrograms(name)) {
      const shown = await runWrittenProgram(lab, file, (copy) => findFault(lab, copy))
      t.ok(shown, basename(file))
      t.comment(shown)
    }
  })
}

t.test('faulty copies of the flagship lab are refused, each with what shows the fault', async (t) => {
  const lab = await loadLab(String(resolveLabFolder('http-baseline')))
  let tried = 0
  for await (const { change, shown } of tryWrongPrograms(lab, { most: 3, random: createRandom(1) })) {
    t.ok(shown, change)
    tried++
  }
  t.ok(tried >= 3)
})
