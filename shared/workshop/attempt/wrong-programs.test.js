import t from 'tap'
import { resolveLabFolder } from '@hotpath-labs/lab/project/project.js'
import { loadLab } from '@hotpath-labs/lab/load.js'
import { judgePrograms, listWrittenPrograms } from './wrong-programs.js'

t.test('answers without a name, with one name or without a number are refused', async (t) => {
  const lab = await loadLab(String(resolveLabFolder('memory-leak')))
  await judgePrograms(lab, async (judge) => {
    for (const { name, text } of listWrittenPrograms(lab.name)) t.ok(await judge(text), name)
  })
})
