import { existsSync, readdirSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { HotpathError } from '../../failures/index.js'
import { findNearestName } from '../../lab/nearest.js'

/** Pattern for the names of perf files. */
const PERF_FILE = /\.perf\.(?:js|mjs|cjs|ts)$/

/** Folders that are not searched for perf files. */
const SKIPPED = ['node_modules', '.git']

/**
 * Finds the perf files to run: the given files and folders, or all perf files of a folder.
 *
 * @param {string} folder absolute
 * @param {string[]} [files] files, which may have any name, and folders, relative to `folder`; by default all of `folder`
 * @param {string} [shown] words for the folder in messages
 * @returns {string[]} absolute, sorted
 * @throws {HotpathError} if there are none, or one of `files` does not exist
 */
export function findPerfFiles (folder, files = [], shown = folder) {
  const found = files.length ? files.flatMap((file) => findNamed(resolve(folder, file), file)) : listPerfFiles(folder)
  if (found.length) return [...new Set(found)].sort()
  const where = files.length ? files.join(', ') : shown
  throw new HotpathError('NO_PERF_FILE', `There is no perf file in ${where}. Expected a file with a name such as sum.perf.js. To write one, type: hotpath init`)
}

/** @param {string} folder @returns {string[]} its perf files, absolute */
export function listPerfFiles (folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return SKIPPED.includes(entry.name) ? [] : listPerfFiles(path)
    return PERF_FILE.test(entry.name) ? [path] : []
  }).sort()
}

/** @param {string} path absolute @param {string} typed @returns {string[]} */
function findNamed (path, typed) {
  if (!existsSync(path)) throw new HotpathError('NO_FILE', `There is no file ${typed}. ${suggestFile(path, typed)}`)
  if (path.endsWith('.json')) throw new HotpathError('BAD_PERF_FILE', `${typed} is no perf file. Expected a JavaScript file that declares benchmarks. To write one, type: hotpath init`)
  return statSync(path).isDirectory() ? listPerfFiles(path) : [path]
}

/** @param {string} path absolute @param {string} typed @returns {string} what to type instead */
function suggestFile (path, typed) {
  const folder = dirname(path)
  if (!existsSync(folder) || !statSync(folder).isDirectory()) return `There is no folder ${dirname(typed)} either. Expected the path of a perf file.`
  const near = findNearestName(basename(path), readdirSync(folder).filter((name) => !SKIPPED.includes(name)))
  return near ? `Did you mean ${join(dirname(typed), near)}?` : 'Expected the path of a perf file, or of a folder with perf files.'
}

/**
 * Describes which perf files head has added, removed or changed. Base and head both run head's perf files.
 *
 * @param {{ own: string[], used: string[], changed: string[] }} paths `own`: the base's, before head's were added; `used`: head's
 * @returns {string[]}
 */
export function describePerfFileChanges ({ own, used, changed }) {
  const added = used.filter((path) => !own.includes(path))
  const removed = own.filter((path) => !used.includes(path))
  return [
    ...added.length ? [`New in head, and copied to base: ${added.join(', ')}`] : [],
    ...removed.length ? [`Removed in head, so not compared: ${removed.join(', ')}`] : [],
    ...changed.length ? [`Changed in head, and copied to base: ${changed.join(', ')}`] : [],
  ]
}
