import t from 'tap'
import { loadNamedLab } from '@hotpath-labs/lab/project/timetable.js'
import { listAttemptRules } from './reached-step.js'

const rulesOf = async (name) => listAttemptRules(await loadNamedLab(name))

t.test('the rules of a lab are those of its solution: age and counts', async (t) => {
  t.match(await rulesOf('cache-queue'), [/ 50 ms /])
  t.match(await rulesOf('parse-int'), [/never .*String\.prototype\.split$/])
  t.match(await rulesOf('memory-leak'), [/Map\.prototype\.set at most once/])
})
