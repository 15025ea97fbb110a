import t from 'tap'
import { listLabNames, resolveLabFolder } from '@hotpath-labs/lab/project/project.js'
import { loadLab } from '@hotpath-labs/lab/load.js'
import { createRandom } from '@hotpath-labs/engine/stats/random.js'
import { judgePrograms, listWrittenPrograms, tryWrongPrograms } from './wrong-programs.js'
import { makeWrongServers } from './wrong-servers.js'

/** Least number of written programs of each lab. */
const WRITTEN = { wrong: 5, right: 3 }

/** Each mistake is made in one of so many labs, in turn; `pnpm validate wrong-programs` makes all of them in all labs. */
const LABS_FOR_A_MISTAKE = 5

t.setTimeout(1_800_000)

/** Labs at a time: most of their programs wait, for their load or their database. */
t.jobs = 3

for (const [place, name] of listLabNames().entries()) {
  const lab = await loadLab(String(resolveLabFolder(name)))
  // a demonstration has no attempts, and a lab about benchmarks judges them in another way
  if (lab.manifest.demonstration || lab.manifest.exercise) continue
  const wrong = listWrittenPrograms(name)
  const right = listWrittenPrograms(name, 'right')
  const servers = makeWrongServers(lab).filter((_, index) => index % LABS_FOR_A_MISTAKE === place % LABS_FOR_A_MISTAKE)

  t.test(`${name}: wrong programs are refused, and right ones that others would write are not`, async (t) => {
    t.ok(wrong.length >= WRITTEN.wrong && right.length >= WRITTEN.right)
    await judgePrograms(lab, async (judge) => {
      for (const { name, text } of [...wrong, ...servers]) t.ok(await judge(text), name)
      for (const { name, text } of right) t.equal(await judge(text, { isLast: false }), null, name)
    })
  })
}

t.test('faulty copies of the flagship lab are refused, each with what shows the fault', async (t) => {
  const lab = await loadLab(String(resolveLabFolder('http-baseline')))
  let tried = 0
  for await (const { change, shown } of tryWrongPrograms(lab, { most: 3, random: createRandom(1) })) {
    t.ok(shown, change)
    tried++
  }
  t.equal(tried, 6 + listWrittenPrograms(lab.name).length)
})
