import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CannotRun } from '@hotpath-labs/engine/failures.js'
import { formatCounters } from '@hotpath-labs/lab/report/counted.js'
import { listFilesInFolder } from '@hotpath-labs/lab/sources.js'
import { describeMutant, makeMutants, runWithMutant } from '../new-lab/mutants.js'
import { AnswerChecker } from './answer-checker.js'
import { copyProgramFiles } from './starting-copy.js'
import { makeWrongServers } from './wrong-servers.js'

/**
 * @import { Lab } from '@hotpath-labs/lab/load.js'
 * @import { Checked } from './answer-checker.js'
 */

/** Folder of programs that people could write. */
const WRITTEN_PROGRAMS_FOLDER = fileURLToPath(new URL('fixtures', import.meta.url))

/**
 * @typedef {object} Tried
 * @property {string} change of the variant fast, or the name of a written program
 * @property {string | null} shown what shows that the program is wrong; null if the checker takes it for a right one
 * @property {boolean} [isRight] true for a right program that somebody else could write
 */

/**
 * Lets the checker of `pnpm lab <name> watch` judge written programs, wrong and right ones, and faulty copies of a lab's `fast`, drawn at
 * random.
 *
 * @param {Lab} lab with an exercise
 * @param {{ most: number, random: () => number }} how `most`: number of faulty copies
 * @returns {AsyncGenerator<Tried>}
 */
export async function * tryPrograms (lab, { most, random }) {
  const draw = (/** @type {any[]} */ list) =>
    list.map((one) => ({ one, place: random() })).sort((a, b) => a.place - b.place).slice(0, most).map(({ one }) => one)
  /** @type {Tried[]} */
  const tried = []
  const programs = [...listWrittenPrograms(lab.name), ...draw(makeWrongServers(lab))]
  await judgePrograms(lab, async (judge) => {
    for (const { name, text } of programs) tried.push({ change: name, shown: await judge(text) })
    for (const { name, text } of listWrittenPrograms(lab.name, 'right')) {
      tried.push({ change: name, shown: await judge(text, { isLast: false }), isRight: true })
    }
  })
  yield * tried
  for (const mutant of draw(makeMutants(lab))) {
    yield { change: describeMutant(mutant), shown: await runWithMutant(lab, mutant, (file) => findFaultOfFile(lab, file)) }
  }
}

/** @param {string} lab its name @param {'wrong' | 'right'} [kind] @returns {{ name: string, text: string }[]} */
export function listWrittenPrograms (lab, kind = 'wrong') {
  const folder = join(WRITTEN_PROGRAMS_FOLDER, `${kind}-programs`, lab)
  if (!existsSync(folder)) return []
  return readdirSync(folder).sort().map((file) => ({ name: basename(file, extname(file)), text: readFileSync(join(folder, file), 'utf8') }))
}

/**
 * @callback Judge
 * @param {string} text of a program
 * @param {{ isLast?: boolean }} [how] `isLast`: true if it has to call as little as the lab's last step
 * @returns {Promise<string | null>} what shows that the program is wrong
 */

/**
 * Judges programs one after the other as `watch` judges a file that is saved: in a new folder, beside the files and packages of their lab.
 *
 * @template T
 * @param {Lab} lab
 * @param {(judge: Judge) => Promise<T>} use the folder is removed after it
 * @returns {Promise<T>}
 */
export async function judgePrograms (lab, use) {
  const { folder, files: { fast } } = lab
  const away = mkdtempSync(join(tmpdir(), 'hotpath-wrong-'))
  try {
    const files = listFilesInFolder(folder).filter((path) => !/lab\.(?:test\.)?js$|bench\.js$|records|\.(?:md|svg)$/.test(path))
    copyProgramFiles(folder, files.map((from) => ({ from, to: join(away, from.slice(folder.length + 1)) })), away)
    const file = join(away, `mine${extname(fast)}`)
    return await useChecker(lab, file, (checker) => use((text, how) => {
      writeFileSync(file, text)
      return findFault(checker, how)
    }))
  } finally {
    rmSync(away, { recursive: true, force: true })
  }
}

/** @param {Lab} lab @param {string} file in the place of the attendee's @returns {Promise<string | null>} */
const findFaultOfFile = (lab, file) => useChecker(lab, file, findFault)

/** @template T @param {Lab} lab @param {string} file @param {(checker: AnswerChecker) => Promise<T>} use @returns {Promise<T>} */
async function useChecker (lab, file, use) {
  const checker = new AnswerChecker(lab, file, () => {})
  try {
    await checker.start()
    return await use(checker)
  } finally {
    await checker.stop()
  }
}

/** Times that a check is made where the machine is too busy for an answer. */
const TRIES = 3

/**
 * A machine that is too busy shows no fault of a program, so the check is made again.
 *
 * @param {() => Promise<Checked>} check
 * @param {number} [tries] left
 * @returns {Promise<Checked>}
 * @throws {CannotRun} if the machine stays too busy
 */
async function checkUnstarved (check, tries = TRIES) {
  const checked = await check()
  const { failure } = checked
  if (failure?.code !== 'STARVED') return checked
  if (tries === 1) throw new CannotRun(failure.code, failure.part, failure.what, 'Type the same command again when other programs have ended.')
  return checkUnstarved(check, tries - 1)
}

/** @param {AnswerChecker} checker @param {{ isLast?: boolean }} [how] @returns {Promise<string | null>} */
async function findFault (checker, { isLast = true } = {}) {
  const { signal } = new AbortController()
  const checks = [() => checker.examine(signal), ...checker.hasAgeLimit ? [() => checker.examineAge(signal)] : []]
  for (const check of checks) {
    const { oracle, failure, counters = [] } = await checkUnstarved(/** @type {() => Promise<any>} */ (check))
    if (failure) return failure.what
    if (oracle?.verdict === 'different') return String(oracle.difference)
    const wrong = counters.filter(({ holds }) => !holds)
    if (isLast && wrong.length) return formatCounters(wrong, checker.plan).join('; ')
  }
  return null
}
