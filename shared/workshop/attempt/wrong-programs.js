import { describeMutant, makeMutants, runWithMutant } from '../new-lab/mutants.js'
import { AnswerChecker } from './answer-checker.js'

/** @import { Lab } from '@hotpath-labs/lab/load.js' */

/**
 * @typedef {object} Tried
 * @property {string} change of the variant fast
 * @property {string | null} shown what shows that the program is wrong; null if the checker takes it for a right one
 */

/**
 * Lets the checker of `pnpm lab <name> watch` judge faulty copies of a lab's `fast`, drawn at random.
 *
 * @param {Lab} lab with an exercise
 * @param {{ most: number, random: () => number }} how
 * @returns {AsyncGenerator<Tried>}
 */
export async function * tryWrongPrograms (lab, { most, random }) {
  const drawn = makeMutants(lab).map((mutant) => ({ mutant, place: random() })).sort((a, b) => a.place - b.place).slice(0, most)
  for (const { mutant } of drawn) {
    yield { change: describeMutant(mutant), shown: await runWithMutant(lab, mutant, (file) => findFault(lab, file)) }
  }
}

/** @param {Lab} lab @param {string} file in the place of the attendee's @returns {Promise<string | null>} */
async function findFault (lab, file) {
  const { signal } = new AbortController()
  const checker = new AnswerChecker(lab, file, () => {})
  try {
    await checker.start()
    const checks = [() => checker.examine(signal), ...checker.hasAgeLimit ? [() => checker.examineAge(signal)] : []]
    for (const check of checks) {
      const { oracle, failure } = /** @type {import('./answer-checker.js').Checked} */ (await check())
      if (failure) return failure.what
      if (oracle?.verdict === 'different') return String(oracle.difference)
    }
    return null
  } finally {
    await checker.stop()
  }
}
