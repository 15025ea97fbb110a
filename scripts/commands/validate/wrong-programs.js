import { listLabNames } from '@hotpath-labs/lab/project/project.js'
import { tryWrongPrograms } from '@hotpath-labs/workshop/attempt/wrong-programs.js'
import { createRandom } from '@hotpath-labs/engine/stats/random.js'
import { printLine, TerminalProgress } from '@hotpath-labs/terminal/terminal.js'
import { findLab } from '@hotpath-labs/command-line/find-lab.js'

/**
 * Lets the checker of attempts judge faulty copies of each lab's solution, and prints what shows each to be wrong.
 *
 * @param {string[]} names of labs; none: all
 * @param {{ each: number, seed: number }} how
 */
export async function judgeWrongPrograms (names, { each, seed }) {
  const count = { refused: 0, passed: 0 }
  for (const name of names.length ? names : listLabNames()) {
    const lab = await findLab(name)
    // a demonstration has no attempts, and a lab about benchmarks judges them in another way
    if (lab.manifest.demonstration || lab.manifest.exercise) continue
    const progress = new TerminalProgress()
    progress.show(`${name}: judging faulty copies of fast`)
    for await (const { change, shown } of tryWrongPrograms(lab, { most: each, random: createRandom(seed) })) {
      progress.stop()
      count[shown === null ? 'passed' : 'refused']++
      printLine(`${shown === null ? '?' : '✔'} ${name} ${change}\n  ${shown ?? 'is taken for a right program'}`)
    }
    progress.stop()
  }
  printLine(`${count.refused} of ${count.refused + count.passed} refused. Read the others: a program that cannot be told from a right one is not wrong.`)
}
