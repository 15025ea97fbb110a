import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { formatCounters } from '@hotpath-labs/lab/report/counted.js'
import { listFilesInFolder } from '@hotpath-labs/lab/sources.js'
import { describeMutant, makeMutants, runWithMutant } from '../new-lab/mutants.js'
import { AnswerChecker } from './answer-checker.js'
import { copyProgramFiles } from './starting-copy.js'
import { makeWrongServers } from './wrong-servers.js'

/** @import { Lab } from '@hotpath-labs/lab/load.js' */

/** Folder of programs that people could write. */
const WRITTEN_PROGRAMS_FOLDER = fileURLToPath(new URL('fixtures', import.meta.url))

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
  const draw = (/** @type {any[]} */ list) =>
    list.map((one) => ({ one, place: random() })).sort((a, b) => a.place - b.place).slice(0, most).map(({ one }) => one)
  for (const { name, text } of [...listWrittenPrograms(lab.name), ...draw(makeWrongServers(lab))]) {
    yield { change: name, shown: await runProgram(lab, text, (file) => findFault(lab, file)) }
  }
  for (const mutant of draw(makeMutants(lab))) {
    yield { change: describeMutant(mutant), shown: await runWithMutant(lab, mutant, (file) => findFault(lab, file)) }
  }
}

/** @param {string} lab its name @param {'wrong' | 'right'} [kind] @returns {{ name: string, text: string }[]} */
export function listWrittenPrograms (lab, kind = 'wrong') {
  const folder = join(WRITTEN_PROGRAMS_FOLDER, `${kind}-programs`, lab)
  if (!existsSync(folder)) return []
  return readdirSync(folder).sort().map((file) => ({ name: basename(file, extname(file)), text: readFileSync(join(folder, file), 'utf8') }))
}

/**
 * Writes a program into a new folder, beside the files and packages of its lab.
 *
 * @template T
 * @param {Lab} lab
 * @param {string} text
 * @param {(file: string) => Promise<T>} use the folder is removed after it
 * @returns {Promise<T>}
 */
export async function runProgram ({ folder, files: { fast } }, text, use) {
  const away = mkdtempSync(join(tmpdir(), 'hotpath-wrong-'))
  try {
    const files = listFilesInFolder(folder).filter((path) => !/lab\.(?:test\.)?js$|bench\.js$|records|\.(?:md|svg)$/.test(path))
    copyProgramFiles(folder, files.map((from) => ({ from, to: join(away, from.slice(folder.length + 1)) })), away)
    const file = join(away, `mine${extname(fast)}`)
    writeFileSync(file, text)
    return await use(file)
  } finally {
    rmSync(away, { recursive: true, force: true })
  }
}

/**
 * @param {Lab} lab
 * @param {string} file in the place of the attendee's
 * @param {{ isLast?: boolean }} [how] `isLast`: true if the file has to call as little as the lab's last step
 * @returns {Promise<string | null>}
 */
export async function findFault (lab, file, { isLast = true } = {}) {
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
      if (isLast && wrong.length) return formatCounters(wrong, checker.lab.manifest).join('; ')
    }
    return null
  } finally {
    await checker.stop()
  }
}
