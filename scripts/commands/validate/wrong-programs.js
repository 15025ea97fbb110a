import { listLabNames } from '@hotpath-labs/lab/project/project.js'
import { tryPrograms } from '@hotpath-labs/workshop/attempt/wrong-programs.js'
import { createRandom } from '@hotpath-labs/engine/stats/random.js'
import { printLine, TerminalProgress } from '@hotpath-labs/terminal/terminal.js'
import { findLab } from '@hotpath-labs/command-line/find-lab.js'

/**
 * Lets the checker of attempts judge written programs and faulty copies of each lab's solution, and prints what shows each to be wrong.
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
    progress.show(`${name}: judging wrong and right programs`)
    for await (const { change, shown, isRight } of tryPrograms(lab, { most: each, random: createRandom(seed) })) {
      progress.stop()
      if (isRight) printLine(shown === null ? `✔ ${name} ${change}: right` : `✘ ${name} ${change}: right, and refused\n  ${shown}`)
      else {
        count[shown === null ? 'passed' : 'refused']++
        printLine(`${shown === null ? '?' : '✔'} ${name} ${change}\n  ${shown ?? 'is taken for a right program'}`)
      }
    }
    progress.stop()
  }
  printLine(`${count.refused} of ${count.refused + count.passed} wrong programs refused. Read the others: a program that cannot be told from a right one is not wrong.`)
}
