import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { formatCounters } from '@hotpath-labs/lab/report/counted.js'
import { listFilesInFolder } from '@hotpath-labs/lab/sources.js'
import { describeMutant, makeMutants, runWithMutant } from '../new-lab/mutants.js'
import { AnswerChecker } from './answer-checker.js'
import { copyProgramFiles } from './starting-copy.js'

/** @import { Lab } from '@hotpath-labs/lab/load.js' */

/** Folder of wrong programs that people could write, with a folder for each lab. */
const WRITTEN_PROGRAMS_FOLDER = fileURLToPath(new URL('fixtures/wrong-programs', import.meta.url))

/**
 * @typedef {object} Tried
 * @property {string} change of the variant fast, or the name of a written program
 * @property {string | null} shown what shows that the program is wrong; null if the checker takes it for a right one
 */

/**
 * Lets the checker of `pnpm lab <name> watch` judge wrong programs: written ones, and faulty copies of a lab's `fast`, drawn at random.
 *
 * @param {Lab} lab with an exercise
 * @param {{ most: number, random: () => number }} how `most`: number of faulty copies
 * @returns {AsyncGenerator<Tried>}
 */
export async function * tryWrongPrograms (lab, { most, random }) {
  for (const file of listWrittenPrograms(lab.name)) {
    yield { change: basename(file, extname(file)), shown: await runWrittenProgram(lab, file, (copy) => findFault(lab, copy)) }
  }
  const drawn = makeMutants(lab).map((mutant) => ({ mutant, place: random() })).sort((a, b) => a.place - b.place).slice(0, most)
  for (const { mutant } of drawn) {
    yield { change: describeMutant(mutant), shown: await runWithMutant(lab, mutant, (file) => findFault(lab, file)) }
  }
}

/** @param {string} name of a lab @returns {string[]} absolute paths */
export function listWrittenPrograms (name) {
  const folder = join(WRITTEN_PROGRAMS_FOLDER, name)
  return existsSync(folder) ? readdirSync(folder).sort().map((file) => join(folder, file)) : []
}

/**
 * Copies a program into a new folder, beside the files and packages of its lab.
 *
 * @template T
 * @param {Lab} lab
 * @param {string} file
 * @param {(copy: string) => Promise<T>} use the folder is removed after it
 * @returns {Promise<T>}
 */
export async function runWrittenProgram ({ folder }, file, use) {
  const away = mkdtempSync(join(tmpdir(), 'hotpath-wrong-'))
  try {
    const files = listFilesInFolder(folder).filter((path) => !/lab\.(?:test\.)?js$|bench\.js$|records|\.(?:md|svg)$/.test(path))
    copyProgramFiles(folder, files.map((from) => ({ from, to: join(away, from.slice(folder.length + 1)) })), away)
    const copy = join(away, `mine${extname(file)}`)
    cpSync(file, copy)
    return await use(copy)
  } finally {
    rmSync(away, { recursive: true, force: true })
  }
}

/** @param {Lab} lab @param {string} file in the place of the attendee's @returns {Promise<string | null>} */
export async function findFault (lab, file) {
  const { signal } = new AbortController()
  const checker = new AnswerChecker(lab, file, () => {})
  try {
    await checker.start()
    const checks = [() => checker.examine(signal), ...checker.hasAgeLimit ? [() => checker.examineAge(signal)] : []]
    for (const check of checks) {
      const { oracle, failure, counters = [] } = /** @type {import('./answer-checker.js').Checked} */ (await check())
      if (failure) return failure.what
      if (oracle?.verdict === 'different') return String(oracle.difference)
      const wrong = counters.filter(({ holds }) => !holds)
      if (wrong.length) return formatCounters(wrong, checker.lab.manifest).join('; ')
    }
    return null
  } finally {
    await checker.stop()
  }
}
