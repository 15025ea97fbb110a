import { constants, copyFileSync, linkSync, lstatSync, mkdirSync, readdirSync, readlinkSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { dirname, isAbsolute, join, relative, sep } from 'node:path'

/** Codes of a disk that makes no hard links, or no further one of a file. */
const NO_LINK = ['EXDEV', 'EPERM', 'EMLINK', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']

/**
 * Copies files that a list names. Where `from` lacks one, `to` loses it too.
 *
 * @param {string[]} paths of files, relative to both folders
 * @param {string} from absolute
 * @param {string} to absolute
 */
export function copyFiles (paths, from, to) {
  // The old path is removed first, because a folder may have become a file.
  for (const path of paths) if (!isThere(join(from, path))) rmSync(join(to, path), { recursive: true, force: true })
  for (const path of paths) if (isThere(join(from, path))) copyFile(join(from, path), join(to, path))
}

/** @param {string} path @returns {boolean} true also for a link that leads nowhere */
function isThere (path) {
  try {
    return Boolean(lstatSync(path, { throwIfNoEntry: false }))
  } catch (error) {
    if (error.code === 'ENOTDIR') return false
    throw error
  }
}

/** Copies a file, or a link as a link. @param {string} from absolute @param {string} to absolute */
export function copyFile (from, to) {
  rmSync(to, { recursive: true, force: true })
  mkdirSync(dirname(to), { recursive: true })
  if (lstatSync(from).isSymbolicLink()) symlinkSync(readlinkSync(from), to)
  else copyFileSync(from, to, constants.COPYFILE_FICLONE)
}

/**
 * Copies a folder by hard links, which takes no space. A symbolic link leads to the copy's own files.
 *
 * @param {string} from absolute
 * @param {string} to absolute, is made
 * @param {{ from: string, to: string }} [tops] folders of the two sides, for absolute links such as Windows makes
 */
export function linkFolder (from, to, tops = { from, to }) {
  mkdirSync(to, { recursive: true })
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) linkFolder(source, target, tops)
    else if (entry.isSymbolicLink()) copyLink(source, target, tops)
    else if (entry.isFile()) linkFile(source, target)
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
