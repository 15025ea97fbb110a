import { constants, copyFileSync, existsSync, linkSync, lstatSync, mkdirSync, readdirSync, readlinkSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { dirname, isAbsolute, join, relative, sep } from 'node:path'

/** Error codes of a disk that supports no hard links, or no further hard link to a file. */
const NO_LINK = ['EXDEV', 'EPERM', 'EMLINK', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']

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
function isThere (path) {
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

/**
 * Copies a folder with hard links, which take no disk space. Symbolic links in the copy point to files of the copy.
 *
 * @param {string} from absolute
 * @param {string} to absolute, is made
 * @param {{ from: string, to: string }} [tops] folders of the two sides, for absolute links such as Windows makes
 */
export function copyFolderByHardLinks (from, to, tops = { from, to }) {
  mkdirSync(to, { recursive: true })
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) copyFolderByHardLinks(source, target, tops)
    else if (entry.isSymbolicLink()) copyLink(source, target, tops)
    else if (entry.isFile()) linkFile(source, target)
  }
}

/** @param {string} folder @returns {string[]} its node_modules and those of packages below it */
export function listInstalled (folder) {
  return readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory() && entry.name !== '.git').flatMap(({ name }) =>
    name === 'node_modules' ? [join(folder, name)] : listInstalled(join(folder, name)))
}

/**
 * Gives a checkout all packages that are installed in another one, as hard links at the same places.
 *
 * @param {string} from absolute, the checkout that has them
 * @param {string} to absolute, the checkout that gets them
 */
export function linkInstalled (from, to) {
  for (const installed of listInstalled(from)) {
    const target = join(to, relative(from, installed))
    // Skip a workspace package that the other checkout lacks, and a node_modules that is committed to the repository.
    if (existsSync(dirname(target)) && !existsSync(target)) copyFolderByHardLinks(installed, target, { from, to })
  }
}

/** @param {string} source @param {string} target */
function linkFile (source, target) {
  try {
    linkSync(source, target)
  } catch (error) {
    if (!NO_LINK.includes(error.code)) throw error
    copyFileSync(source, target)
  }
}

/** @param {string} source @param {string} target @param {{ from: string, to: string }} tops */
function copyLink (source, target, tops) {
  const leadsTo = readlinkSync(source)
  const isOwn = isAbsolute(leadsTo) && leadsTo.startsWith(tops.from + sep)
  const path = isOwn ? join(tops.to, relative(tops.from, leadsTo)) : leadsTo
  const isFolder = statSync(source, { throwIfNoEntry: false })?.isDirectory()
  symlinkSync(path, target, isFolder ? 'junction' : 'file')
}
