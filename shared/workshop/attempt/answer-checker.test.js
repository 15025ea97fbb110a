import { writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import t from 'tap'
import { loadNamedLab } from '@hotpath-labs/lab/project/timetable.js'
import { findAttemptPaths } from '@hotpath-labs/lab/project/project.js'
import { measureLab } from '@hotpath-labs/lab/measure/run.js'
import { planAttempt, planWith } from '@hotpath-labs/lab/plans.js'
import { AnswerChecker } from './answer-checker.js'
import { copyTemplate } from './starting-copy.js'

/** Answers every request alike. */
const HELLO = `import { createServer } from 'node:http'

export default () => new Promise((resolve) => {
  const server = createServer((req, res) => res.end('hello world')).listen(0, '127.0.0.1', () => resolve(server))
})
`

async function writeAttempt (t, name, source) {
  const lab = await loadNamedLab(name)
  const folder = t.testdir({ 'package.json': '{"type":"module"}' })
  const file = join(folder, basename(findAttemptPaths(lab).file))
  copyTemplate(lab, { folder, file })
  writeFileSync(file, source)
  return { lab, file }
}

t.test('a file that answers one workload rightly and another wrongly is refused, by watch, mine and --with', async (t) => {
  const { lab, file } = await writeAttempt(t, 'http-baseline', HELLO)
  const checker = new AnswerChecker(lab, file, () => {})
  await checker.start()
  t.teardown(() => checker.stop())
  t.equal((await checker.examine(new AbortController().signal))?.oracle?.verdict, 'different')
  for (const judged of [planAttempt(lab, file)[0], planWith(lab, file)]) {
    const { verdict, oracle, claims } = await measureLab(judged, { seed: 1, seconds: 1 })
    t.same([verdict, oracle?.verdict, claims], ['broken', 'different', []])
  }
})
