import t from 'tap'
import { listLabNames, resolveLabFolder } from '@hotpath-labs/lab/project/project.js'
import { loadLab } from '@hotpath-labs/lab/load.js'
import { createRandom } from '@hotpath-labs/engine/stats/random.js'
import { findFault, listWrittenPrograms, runProgram, tryWrongPrograms } from './wrong-programs.js'
import { makeWrongServers } from './wrong-servers.js'

/** Programs that are judged at a time: most of them wait, for their load or their database. */
const AT_A_TIME = 3

/** Written programs of each lab. */
const WRITTEN = { wrong: 5, right: 3 }

/** Each mistake is made in one of so many labs, in turn; `pnpm validate wrong-programs` makes all of them in all labs. */
const LABS_FOR_A_MISTAKE = 3

t.setTimeout(1_800_000)

/** @param {{ name: string, text: string }[]} programs @param {(program: { name: string, text: string }) => Promise<void>} judge */
async function judgeAll (programs, judge) {
  const left = programs.values()
  const judgeNext = async () => { for (const program of left) await judge(program) }
  await Promise.all(Array.from({ length: AT_A_TIME }, judgeNext))
}

for (const [place, name] of listLabNames().entries()) {
  const lab = await loadLab(String(resolveLabFolder(name)))
  // a demonstration has no attempts, and a lab about benchmarks judges them in another way
  if (lab.manifest.demonstration || lab.manifest.exercise) continue
  const wrong = listWrittenPrograms(name)
  const right = listWrittenPrograms(name, 'right')

  t.test(`${name}: programs that pass without doing the work, and servers with one mistake, are refused`, async (t) => {
    t.equal(wrong.length, WRITTEN.wrong)
    const servers = makeWrongServers(lab).filter((_, index) => index % LABS_FOR_A_MISTAKE === place % LABS_FOR_A_MISTAKE)
    await judgeAll([...wrong, ...servers], async ({ name, text }) => {
      t.ok(await runProgram(lab, text, (file) => findFault(lab, file)), name)
    })
  })

  t.test(`${name}: right programs that others would write are not refused`, async (t) => {
    t.equal(right.length, WRITTEN.right)
    await judgeAll(right, async ({ name, text }) => {
      t.equal(await runProgram(lab, text, (file) => findFault(lab, file, { isLast: false })), null, name)
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
