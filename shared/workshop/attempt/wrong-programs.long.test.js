import t from 'tap'
import { resolveLabFolder } from '@hotpath-labs/lab/project/project.js'
import { loadLab } from '@hotpath-labs/lab/load.js'
import { createRandom } from '@hotpath-labs/engine/stats/random.js'
import { findFault, listWrittenPrograms, runProgram, tryWrongPrograms } from './wrong-programs.js'
import { makeWrongServers } from './wrong-servers.js'

const LABS = [
  'http-baseline', 'jade-dev-vs-prod', 'blocking-json', 'promise-all-limit', 'read-file-sync', 'pbkdf2-event-loop', 'mongo-async-sum', 'cache-queue',
  'mongo-carts-index', 'memory-leak',
]

/** Each mistake is made in one of so many labs, in turn; `pnpm validate wrong-programs` makes all of them in all labs. */
const LABS_FOR_A_MISTAKE = 3

t.setTimeout(1_800_000)

for (const [place, name] of LABS.entries()) {
  t.test(`${name}: programs that pass without doing the work, and servers with one mistake, are refused`, async (t) => {
    const lab = await loadLab(String(resolveLabFolder(name)))
    const servers = makeWrongServers(lab).filter((_, index) => index % LABS_FOR_A_MISTAKE === place % LABS_FOR_A_MISTAKE)
    for (const { name: program, text } of [...listWrittenPrograms(name), ...servers]) {
      t.ok(await runProgram(lab, text, (file) => findFault(lab, file)), program)
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
  t.equal(tried, 6 + listWrittenPrograms(lab.name).length)
})
