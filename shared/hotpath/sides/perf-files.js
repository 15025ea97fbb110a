import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { basename, dirname, join, parse, relative, resolve } from 'node:path'
import { HotpathError } from '@hotpath-labs/engine/failures.js'
import { findNearestName } from '@hotpath-labs/terminal/nearest.js'
import { listFolderAndParents } from './install-plan.js'
import { readOptionalPackageJson } from './package-json.js'

/** Pattern for the names of perf files. */
const PERF_FILE = /\.perf\.(?:[cm]?[jt]s|tsx)$/

/** Pattern for a line that only an ES module may have. */
const MODULE_LINE = /^(?:import\s[^(]|export\s)/m

/** Pattern for the relative paths in a program's text: of its imports, and of files beside it. */
const LOCAL_PATH = /['"`](\.{1,2}\/[^'"`\n]+)['"`]|new URL\(['"]([^'"\n:]+)['"]/g

/** What Node, or TypeScript, may add to the path of an import. */
const ADDED = ['', '.js', '.mjs', '.cjs', '.ts', '.mts', '.cts', '.tsx', '.json', '/index.js', '/index.cjs', '/index.ts']

/** Folders that are not searched for perf files. */
const SKIPPED = ['node_modules', '.git']

/**
 * Finds the perf files to run: the given files and folders, or all perf files of a folder.
 *
 * @param {string} folder absolute
 * @param {string[]} [files] files, which may have any name, and folders, relative to `folder`; by default all of `folder`
 * @param {string} [shown] words for the folder in messages
 * @returns {string[]} absolute, sorted
 * @throws {HotpathError} if there are none, one of `files` does not exist, or one is an ES module by another name
 */
export function findPerfFiles (folder, files = [], shown = folder) {
  const found = files.length ? files.flatMap((file) => findNamed(resolve(folder, file), file)) : listPerfFiles(folder)
  found.forEach(refuseModuleInCommonJs)
  if (found.length) return [...new Set(found)].sort()
  const where = files.length ? files.join(', ') : shown
  const [foreign] = files.length ? [] : listFilesNamedPerf(folder)
  if (foreign) throw new HotpathError('NO_PERF_FILE', `There is no perf file in ${where}: ${relative(folder, foreign)} does not import hotpath. To write one, type: npx hotpath init`)
  throw new HotpathError('NO_PERF_FILE', `There is no perf file in ${where}. A perf file, such as sum.perf.js, says what to measure. To write one, type: npx hotpath init`)
}

/** Throws before anything is installed where Node would refuse the first `import`. @param {string} file absolute */
function refuseModuleInCommonJs (file) {
  const folder = listFolderAndParents(parse(file).root, dirname(file)).find((folder) => existsSync(join(folder, 'package.json')))
  if (!/\.[jt]s$/.test(file) || !folder || readOptionalPackageJson(join(folder, 'package.json'))?.type !== 'commonjs') return
  if (!MODULE_LINE.test(readFileSync(file, 'utf8'))) return
  const name = basename(file)
  const suggested = name.replace(/\.([jt]s)$/, '.m$1')
  throw new HotpathError('BAD_PERF_FILE', `${name} has an import, but package.json has "type": "commonjs", so Node cannot load it. Rename it: ${suggested}`)
}

/**
 * Lists the perf files of a folder. Other tools use the name *.perf.js too, so only files that import hotpath count, themselves or by a
 * file that they import.
 *
 * @param {string} folder
 * @returns {string[]} absolute, sorted
 */
export function listPerfFiles (folder) {
  const names = (/** @type {string} */ file) => readFileSync(file, 'utf8').includes('hotpath')
  return listFilesNamedPerf(folder).filter((file) => names(file) || listLocalImports(file).some(names))
}

/** @param {string} folder @returns {string[]} absolute, sorted */
function listFilesNamedPerf (folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return SKIPPED.includes(entry.name) ? [] : listFilesNamedPerf(path)
    return PERF_FILE.test(entry.name) ? [path] : []
  }).sort()
}

/** @param {string} path absolute @param {string} typed @returns {string[]} */
function findNamed (path, typed) {
  if (!existsSync(path)) throw new HotpathError('NO_FILE', `There is no file ${typed}. ${suggestFile(path, typed)}`)
  if (path.endsWith('.json')) throw new HotpathError('BAD_PERF_FILE', `${typed} is no perf file. Expected a JavaScript file that declares benchmarks. To write one, type: npx hotpath init`)
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
 * Lists the user's files that a program imports, and the files that those import.
 *
 * @param {string} file absolute
 * @param {(file: string) => boolean} [isLeftOut] true for a file that is not listed, nor what it imports
 * @param {Set<string>} [found]
 * @returns {string[]} absolute
 */
export function listLocalImports (file, isLeftOut = () => false, found = new Set()) {
  for (const [, specifier, beside] of readFileSync(file, 'utf8').matchAll(LOCAL_PATH)) {
    const path = resolve(dirname(file), specifier ?? beside)
    // TypeScript imports parse.ts by the name parse.js.
    const imported = [...ADDED.map((end) => path + end), path.replace(/js$/, 'ts')].find((one) => statSync(one, { throwIfNoEntry: false })?.isFile())
    if (!imported || found.has(imported) || isLeftOut(imported)) continue
    found.add(imported)
    listLocalImports(imported, isLeftOut, found)
  }
  return [...found]
}

/**
 * Describes which perf files head has added, removed or changed. Base and head both run head's perf files.
 *
 * @param {{ own: string[], used: string[], changed: string[], imported: string[] }} paths `own`: the base's, before head's were added;
 *   `used`: head's; `imported`: files that came along
 * @returns {string[]}
 */
export function describePerfFileChanges ({ own, used, changed, imported }) {
  const added = used.filter((path) => !own.includes(path))
  const removed = own.filter((path) => !used.includes(path))
  return [
    ...added.length ? [`New in head, and copied to base: ${added.join(', ')}`] : [],
    ...removed.length ? [`Removed in head, so not compared: ${removed.join(', ')}`] : [],
    ...changed.length ? [`Changed in head, and copied to base: ${changed.join(', ')}`] : [],
    ...imported.length ? [`Imported by a new perf file, missing in base, and copied there: ${imported.join(', ')}`] : [],
  ]
}
