import t from 'tap'
import { resolveLabFolder } from '@hotpath-labs/lab/project/project.js'
import { loadLab } from '@hotpath-labs/lab/load.js'
import { createRandom } from '@hotpath-labs/engine/stats/random.js'
import { tryWrongPrograms } from './wrong-programs.js'

t.test('faulty copies of the flagship lab are refused, each with what shows the fault', async (t) => {
  const lab = await loadLab(String(resolveLabFolder('http-baseline')))
  let tried = 0
  for await (const { change, shown } of tryWrongPrograms(lab, { most: 3, random: createRandom(1) })) {
    t.ok(shown, change)
    tried++
  }
  t.equal(tried, 3)
})
