import t from 'tap'
import { loadNamedLab } from '@hotpath-labs/lab/project/timetable.js'
import { listLabNames } from '@hotpath-labs/lab/project/project.js'
import { createRandom } from '@hotpath-labs/engine/stats/random.js'
import { judgePrograms, listWrittenPrograms, tryPrograms } from './wrong-programs.js'
import { makeWrongServers } from './wrong-servers.js'

/** Least number of written programs of each lab. */
const WRITTEN = { wrong: 5, right: 3 }

/**
 * Of each lab one program in so many is tried, in another lab another one: all took half of the long tests' time.
 * `pnpm validate wrong-programs` tries all.
 */
const ONE_IN = { wrong: 3, right: 3, mistakes: 12 }

const choose = (all, oneIn, place) => all.filter((_, index) => index % oneIn === place % oneIn)

t.setTimeout(1_800_000)

/** Labs at a time: most of their programs wait, for their load or their database. */
t.jobs = 3

for (const [place, name] of listLabNames().entries()) {
  const lab = await loadNamedLab(name)
  // a demonstration has no attempts, and a lab about benchmarks judges them in another way
  if (lab.manifest.demonstration || lab.manifest.exercise) continue
  const wrong = listWrittenPrograms(name)
  const right = listWrittenPrograms(name, 'right')
  const tried = [...choose(wrong, ONE_IN.wrong, place), ...choose(makeWrongServers(lab), ONE_IN.mistakes, place)]

  t.test(`${name}: wrong programs are refused, and right ones that others would write are not`, async (t) => {
    t.ok(wrong.length >= WRITTEN.wrong && right.length >= WRITTEN.right)
    await judgePrograms(lab, async (judge) => {
      for (const { name, text } of tried) t.ok(await judge(text), name)
      for (const { name, text } of choose(right, ONE_IN.right, place)) t.equal(await judge(text, { isLast: false }), null, name)
    })
  })
}

t.test('faulty copies of the flagship lab are refused, each with what shows the fault', async (t) => {
  const lab = await loadNamedLab('http-baseline')
  let tried = 0
  for await (const { change, shown, isRight = false } of tryPrograms(lab, { most: 3, random: createRandom(1) })) {
    t.equal(shown === null, isRight, change)
    tried++
  }
  t.equal(tried, 6 + listWrittenPrograms(lab.name).length + listWrittenPrograms(lab.name, 'right').length)
})
