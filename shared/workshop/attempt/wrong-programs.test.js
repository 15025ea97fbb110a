import t from 'tap'
import { resolveLabFolder } from '@hotpath-labs/lab/project/project.js'
import { loadLab } from '@hotpath-labs/lab/load.js'
import { findFault, listWrittenPrograms, runProgram } from './wrong-programs.js'

t.test('answers without a name, with one name or without a number are refused', async (t) => {
  const lab = await loadLab(String(resolveLabFolder('memory-leak')))
  for (const { name, text } of listWrittenPrograms(lab.name)) t.ok(await runProgram(lab, text, (file) => findFault(lab, file)), name)
})
