import { constants, copyFileSync, existsSync, linkSync, lstatSync, mkdirSync, readdirSync, readlinkSync, rmSync, statSync, symlinkSync, utimesSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path'
import { runCommand } from '@hotpath-labs/engine/process/child.js'

/** Error codes of a disk that supports no hard links, or no further hard link to a file. */
const NO_LINK = ['EXDEV', 'EPERM', 'EMLINK', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']

/** Time in ms of work on files after which signals and timers are let in, so that Ctrl-C ends a copy of 60,000 files. */
const TURN_MS = 100

/** Time of the last turn. */
let turnedMs = 0

/** @returns {boolean} true if long work on files must let signals in now */
export const isTurnDue = () => performance.now() - turnedMs > TURN_MS

/** Lets signals and timers in. */
export async function letSignalsIn () {
  await new Promise((resolve) => setImmediate(resolve))
  turnedMs = performance.now()
}

/**
 * Copies listed files from one folder to another. A listed file that `from` lacks is deleted in `to`.
 *
 * @param {string[]} paths of files, relative to both folders
 * @param {string} from absolute
 * @param {string} to absolute
 */
export function copyFiles (paths, from, to) {
  // Delete first, then copy, because a path may have changed from a folder to a file.
  for (const path of paths) if (!isThere(join(from, path))) rmSync(join(to, path), { recursive: true, force: true })
  for (const path of paths) if (isThere(join(from, path))) copyFile(join(from, path), join(to, path))
}

/** @param {string} path @returns {boolean} true for a file, and for a link, even if the link leads nowhere; false for a folder */
export function isThere (path) {
  try {
    // git lists a submodule as if its folder were a file, and a file that has become a folder as deleted
    return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === false
  } catch (error) {
    if (error.code === 'ENOTDIR') return false
    throw error
  }
}

/** Copies a file. A symbolic link is copied as a link. @param {string} from absolute @param {string} to absolute */
export function copyFile (from, to) {
  rmSync(to, { recursive: true, force: true })
  mkdirSync(dirname(to), { recursive: true })
  if (lstatSync(from).isSymbolicLink()) symlinkSync(readlinkSync(from), to)
  else copyFileSync(from, to, constants.COPYFILE_FICLONE)
}

/** Caches in node_modules that programs write, which hard links would change in the other folder too. */
const WRITTEN_CACHES = ['.cache', '.vite']

/**
 * Copies a folder. Symbolic links in the copy point to files of the copy.
 *
 * @param {string} from absolute
 * @param {string} to absolute, must not exist
 * @param {{ tops?: Tops, isCopied?: boolean }} [options] `isCopied`: else its files are hard links, which take no disk space
 */
export async function copyFolder (from, to, { tops = { from, to }, isCopied = false } = {}) {
  if (isCopied && process.platform !== 'win32') {
    // takes half the CPU time of Node
    await runCommand('cp', ['-a', from, to], { cwd: dirname(to) })
    return leadLinksTo(to, tops)
  }
  if (isTurnDue()) await letSignalsIn()
  mkdirSync(to, { recursive: true })
  const left = isCopied || basename(from) !== 'node_modules' ? [] : WRITTEN_CACHES
  for (const entry of readdirSync(from, { withFileTypes: true }).filter(({ name }) => !left.includes(name))) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) await copyFolder(source, target, { tops, isCopied })
    else if (entry.isSymbolicLink()) placeLink(source, target, tops)
    else if (entry.isFile()) placeFile(source, target, isCopied)
  }
}

/** Changes absolute links below a copied folder, so that they lead to the copy. @param {string} folder @param {Tops} tops */
async function leadLinksTo (folder, tops) {
  if (isTurnDue()) await letSignalsIn()
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await leadLinksTo(path, tops)
    const leadsTo = entry.isSymbolicLink() && findTarget(path, tops)
    if (!leadsTo || leadsTo === readlinkSync(path)) continue
    rmSync(path)
    symlinkSync(leadsTo, path)
  }
}

/** @typedef {{ from: string, to: string }} Tops folders of the two sides, for absolute links such as Windows makes */

/** State of an install outside of node_modules, without which yarn 2 and later run no script. */
const YARN_STATE = join('.yarn', 'install-state.gz')

/** @param {string} folder @returns {string[]} its node_modules and those of packages below it */
export function listInstalled (folder) {
  return readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory() && entry.name !== '.git').flatMap(({ name }) =>
    name === 'node_modules' ? [join(folder, name)] : listInstalled(join(folder, name)))
}

/**
 * Gives a checkout all packages that are installed in another one, at the same places.
 *
 * @param {string} from absolute, the checkout that has them
 * @param {string} to absolute, the checkout that gets them
 * @param {boolean} isCopied else they are hard links
 * @param {string[]} [folders] node_modules of `from`, if they are known
 */
export async function copyInstalled (from, to, isCopied, folders = listInstalled(from)) {
  for (const installed of folders) {
    const target = join(to, relative(from, installed))
    const state = join(installed, '..', YARN_STATE)
    // Skip a workspace package that the other checkout lacks, and below also a node_modules that is already there.
    if (!existsSync(dirname(target))) continue
    if (existsSync(state)) copyFile(state, join(target, '..', YARN_STATE))
    if (!existsSync(target)) await copyFolder(installed, target, { tops: { from, to }, isCopied })
  }
}

/** Makes a hard link to a file, or a copy of the same age. @param {string} source @param {string} target @param {boolean} isCopied */
export function placeFile (source, target, isCopied) {
  try {
    if (!isCopied) return linkSync(source, target)
  } catch (error) {
    if (!NO_LINK.includes(error.code)) throw error
  }
  copyFileSync(source, target, constants.COPYFILE_FICLONE)
  // Build tools compare the ages of files.
  const { atimeMs, mtimeMs } = statSync(source)
  utimesSync(target, atimeMs / 1000, mtimeMs / 1000)
}

/** @param {string} source @param {string} target @param {Tops} tops */
export function placeLink (source, target, tops) {
  const isFolder = statSync(source, { throwIfNoEntry: false })?.isDirectory()
  symlinkSync(findTarget(source, tops), target, isFolder ? 'junction' : 'file')
}

/** @param {string} link @param {Tops} tops @returns {string} where its copy leads */
function findTarget (link, { from, to }) {
  const leadsTo = readlinkSync(link)
  return isAbsolute(leadsTo) && leadsTo.startsWith(from + sep) ? join(to, relative(from, leadsTo)) : leadsTo
}
