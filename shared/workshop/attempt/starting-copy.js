import { createHash } from 'node:crypto'
import { constants, copyFileSync, existsSync, lstatSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, sep, basename } from 'node:path'
import { findExerciseFiles, listExerciseSteps } from '@hotpath-labs/lab/exercise.js'
import { listFilesOfVariant } from '@hotpath-labs/lab/sources.js'
import { makeFolder, replaceFile } from '@hotpath-labs/engine/files.js'
import { findAttendeeFolder, ROOT, findAttemptPaths, explainWriteErrors } from '@hotpath-labs/lab/project/project.js'
import { changeLabProgress, readLabProgress } from '@hotpath-labs/lab/project/progress.js'
import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff'

/**
 * @import { HotpathError } from '@hotpath-labs/engine/failures.js'
 * @import { Lab } from '@hotpath-labs/lab/load.js'
 */

/** @typedef {ReturnType<typeof findAttemptPaths>} Place */

/**
 * Starts a lab, or goes on with it: copies what is missing, and finds out whether the template has changed, as after `git pull`.
 *
 * @param {Lab} lab
 * @param {{ isStarted?: boolean }} [how] false for a lab that is only looked at: a check of a changed file starts it
 * @returns {Promise<{ copied: string[], change: 'copied again' | 'kept' | null }>} `copied`: the new files; `change` of the template: an
 *   unchanged copy was copied again, an edited one was kept
 * @throws {HotpathError}
 */
export async function beginAttempt (lab, { isStarted = true } = {}) {
  const { folder, file } = findAttemptPaths(lab)
  const copies = listTemplateCopies(lab)
  const [now, before] = [hashTemplate(lab), existsSync(file) ? readLabProgress(lab.name).template : null]
  const isChanged = before !== null && before !== now && !isAttemptUnchanged(lab)
  // the hash also covers which files there are, so a template with another list of files is an edited copy
  const isCopyOfBefore = isChanged && copies.every(({ to }) => existsSync(to)) && hashFiles(copies.map(({ to }) => to)) === before
  if (isCopyOfBefore) explainWriteErrors(() => copies.forEach(({ to }) => rmSync(to, { force: true })))
  const copied = copyTemplate(lab, { folder, file })
  const opened = new Date().toISOString()
  await changeLabProgress(lab.name, ({ started }) => ({ started: started ?? (isStarted ? opened : null), opened, template: now }))
  return { copied, change: !isChanged ? null : isCopyOfBefore ? 'copied again' : 'kept' }
}

/** @param {Lab} lab @returns {string} hash of the files that are copied */
export function hashTemplate (lab) {
  return hashFiles(listTemplateCopies(lab).map(({ from }) => from))
}

/** @param {string[]} files @returns {string} hash of their texts, without names and carriage returns */
function hashFiles (files) {
  const hash = createHash('sha256')
  for (const file of files) hash.update(JSON.stringify(readTextWithUnixLineEnds(file)))
  return hash.digest('hex')
}

/**
 * Copies the lab's template, and the files that the template imports, to the attendee's folder. Keeps existing files.
 *
 * @param {Lab} lab
 * @param {Place} [place]
 * @returns {string[]} the new files
 * @throws {HotpathError}
 */
export function copyTemplate (lab, place = findAttemptPaths(lab)) {
  return explainWriteErrors(() => copyProgramFiles(lab.folder, listTemplateCopies(lab, place), place.folder))
}

/**
 * Copies the files that the lab's solution and steps import, for attendees who take one of these programs. `start` does not, because these
 * files may give the solution away. Keeps existing files.
 *
 * @param {Lab} lab
 * @param {Place} [place]
 * @returns {string[]} the new files
 * @throws {HotpathError}
 */
export function copyImportsOfSolution (lab, place = findAttemptPaths(lab)) {
  const steps = lab.manifest.exercise ? [] : listExerciseSteps(lab.manifest).map(({ variant }) => lab.files[variant])
  const imports = new Set([findExerciseFiles(lab).solution, ...steps].flatMap((file) => listFilesOfVariant(file).slice(1)))
  const files = [...imports].map((path) => ({ from: join(lab.folder, path), to: join(place.folder, path) }))
  return explainWriteErrors(() => copyProgramFiles(lab.folder, files, place.folder))
}

/**
 * Copies a program's files into a folder, and links the lab's packages there. Keeps existing files. Removes a new folder if a copy fails.
 *
 * @param {string} labFolder
 * @param {{ from: string, to: string }[]} files
 * @param {string} folder of the copy
 * @returns {string[]} the new files
 */
export function copyProgramFiles (labFolder, files, folder) {
  const isThere = existsSync(folder)
  try {
    return addProgramFiles(labFolder, files, folder)
  } catch (error) {
    if (!isThere) rmSync(folder, { recursive: true, force: true })
    throw error
  }
}

/** @type {typeof copyProgramFiles} */
function addProgramFiles (labFolder, files, folder) {
  const copied = files.filter(({ from, to }) => {
    makeFolder(dirname(to))
    return isNew(() => copyFileSync(from, to, constants.COPYFILE_EXCL))
  })
  // writes a package.json, because Node reads from the nearest package.json whether a file is an ES module
  const scripts = { lab: `node "${relative(folder, join(ROOT, 'scripts', 'cli.js')).replaceAll(sep, '/')}" lab` }
  isNew(() => writeFileSync(join(folder, 'package.json'), `${JSON.stringify({ private: true, type: 'module', scripts })}\n`, { flag: 'wx' }))
  linkNodeModules(labFolder, folder)
  return copied.map(({ to }) => to)
}

/**
 * Links the lab's packages into the attendee's folder. Runs before each measurement, because moving the project breaks the link.
 *
 * @param {Lab} lab
 * @param {Place} [place]
 * @throws {HotpathError}
 */
export function linkLabPackages (lab, { folder } = findAttemptPaths(lab)) {
  explainWriteErrors(() => linkNodeModules(lab.folder, folder))
}

/** @param {string} labFolder @param {string} folder that gets a link to the lab's packages */
function linkNodeModules (labFolder, folder) {
  const link = join(folder, 'node_modules')
  const isThere = lstatSync(link, { throwIfNoEntry: false })
  const packages = findNodeModules(labFolder)
  if (!packages || (isThere && (existsSync(link) || !isThere.isSymbolicLink()))) return
  rmSync(link, { force: true })
  // makes a junction, which needs no administrator on Windows, and is a plain link on other systems
  isNew(() => symlinkSync(packages, link, 'junction'))
}

/** @param {Lab} lab @param {Place} [place] @returns {boolean} whether every file equals its original */
export function isAttemptUnchanged (lab, place = findAttemptPaths(lab)) {
  return listTemplateCopies(lab, place).every(({ from, to }) =>
    existsSync(to) && readTextWithUnixLineEnds(from) === readTextWithUnixLineEnds(to))
}

/**
 * Moves the attendee's files to the backups, and copies the template again. The folder stays: a terminal may be in it.
 *
 * @param {Lab} lab
 * @returns {string} the backup's folder
 * @throws {HotpathError}
 */
export function resetAttempt (lab) {
  const { folder } = findAttemptPaths(lab)
  const stamp = new Date().toISOString().slice(0, 19).replaceAll(':', '-')
  const kept = explainWriteErrors(() => {
    makeFolder(join(findAttendeeFolder(), 'backups'))
    let backup = join(findAttendeeFolder(), 'backups', `${lab.name}-${stamp}`)
    for (let more = 2; existsSync(backup); more++) backup = join(findAttendeeFolder(), 'backups', `${lab.name}-${stamp}-${more}`)
    makeFolder(backup)
    moveFiles(folder, backup)
    return backup
  })
  try {
    copyTemplate(lab)
  } catch (error) {
    moveFiles(kept, folder)
    throw error
  }
  linkNodeModules(lab.folder, kept)
  return kept
}

/** @param {string} from folder @param {string} to folder that gets all its files, but for the packages */
function moveFiles (from, to) {
  for (const name of readdirSync(from).filter((name) => name !== 'node_modules')) replaceFile(join(from, name), join(to, name))
}

/** @param {Lab} lab @param {Place} [place] @returns {{ from: string, to: string }[]} files to copy; the first one is judged */
function listTemplateCopies (lab, { folder, file } = findAttemptPaths(lab)) {
  return listFilesOfVariant(findExerciseFiles(lab).template).map((path, index) =>
    ({ from: join(lab.folder, path), to: index === 0 ? file : join(folder, path) }))
}

/** @param {string} file @returns {string} text without carriage returns, which editors and git on Windows add */
function readTextWithUnixLineEnds (file) {
  return readFileSync(file, 'utf8').replaceAll('\r\n', '\n')
}

/** @param {string} folder @returns {string | undefined} the node_modules that Node searches first from the folder */
function findNodeModules (folder) {
  const packages = join(folder, 'node_modules')
  if (existsSync(packages)) return packages
  return dirname(folder) === folder ? undefined : findNodeModules(dirname(folder))
}

/** @param {() => void} make a file or link @returns {boolean} false if it exists already */
function isNew (make) {
  try {
    make()
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}

/** @param {Lab} lab @returns {string} unified diff from the template to the solution, with the files that only the solution needs */
export function diffTemplateAndSolution (lab) {
  const { template, solution } = findExerciseFiles(lab)
  const known = listFilesOfVariant(template)
  const added = listFilesOfVariant(solution).slice(1).filter((path) => !known.includes(path))
  return [
    formatPatch(basename(template), basename(solution), readFileSync(template, 'utf8'), readFileSync(solution, 'utf8')),
    ...added.map((path) => formatPatch('(nothing)', path, '', readFileSync(join(lab.folder, path), 'utf8'))),
  ].join('\n')
}

/** @param {Lab} lab @returns {string} diff from the template, with its copied files, to the attendee's files; empty without a change */
export function diffTemplateAndAttempt (lab) {
  return listTemplateCopies(lab)
    .map(({ from, to }) => ({ from, to, before: readTextWithUnixLineEnds(from), after: existsSync(to) ? readTextWithUnixLineEnds(to) : '' }))
    .filter(({ before, after }) => before !== after)
    .map(({ from, to, before, after }) => formatPatch(basename(from), basename(to), before, after)).join('\n')
}

/** @param {string} oldName @param {string} newName @param {string} before @param {string} after */
function formatPatch (oldName, newName, before, after) {
  return createTwoFilesPatch(oldName, newName, before, after, undefined, undefined, { headerOptions: FILE_HEADERS_ONLY }).replace(/\n$/, '')
}

/** @param {Lab} lab @returns {string[]} paragraphs of the README's section "The fix", links without address; none without that section */
export function readSolutionExplanation (lab) {
  const readme = join(lab.folder, 'README.md')
  const fix = existsSync(readme) && readFileSync(readme, 'utf8').match(/<summary>The fix<\/summary>\s*([^]*?)\s*<\/details>/)
  if (!fix) return []
  // joins each paragraph into one line, so that the paragraph can be wrapped to the terminal's width
  const paragraphs = fix[1].split(/\n\n|\n(?=- )/).map((text) => text.replace(/\s*\n\s*/g, ' ').trim())
  // leaves out pictures, which a terminal cannot show
  return paragraphs.filter((text) => !text.startsWith('![')).map((text) => text.replaceAll('**', '').replace(/\[([^\]]+)\]\([^)]+\)/g, '$1'))
}
