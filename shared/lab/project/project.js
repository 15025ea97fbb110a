import { existsSync, readdirSync, statSync } from 'node:fs'
import { isAbsolute, join, sep, resolve } from 'node:path'
import { resolveUserPath, makeFolder } from '@hotpath-labs/engine/files.js'
import { formatPathFrom, quoteArgument } from '@hotpath-labs/terminal/paths.js'
import { ROOT } from '@hotpath-labs/terminal/root.js'
import { HotpathError } from '@hotpath-labs/engine/failures.js'

/** @import { Lab } from '../load.js' */

export { ROOT }

/** Folder of this repository's labs. */
export const LABS_FOLDER = join(ROOT, 'labs', sep)

/** @returns {string[]} names of this repository's labs, sorted */
export function listLabNames () {
  return readdirSync(LABS_FOLDER).filter((name) => existsSync(join(LABS_FOLDER, name, 'lab.js'))).sort()
}

/**
 * @param {string} nameOrFolder a lab's name, or the path of a folder that holds one
 * @returns {string | undefined} the lab's folder; undefined without a lab.js
 */
export function resolveLabFolder (nameOrFolder) {
  // `PARSE-INT` must not find the lab parse-int, even on a disk that ignores case: progress is saved by the exact name
  if (!isPath(nameOrFolder)) return listLabNames().includes(nameOrFolder) ? join(LABS_FOLDER, nameOrFolder) : undefined
  const folder = resolveUserPath(nameOrFolder)
  return existsSync(join(folder, 'lab.js')) ? folder : undefined
}

/** @param {Pick<Lab, 'name' | 'folder'>} lab @returns {string} word to type for a lab: its name, or its path, quoted if necessary */
export function formatLabArgument ({ name, folder }) {
  if (resolveLabFolder(name) === folder) return name
  const path = formatPathFrom(folder, resolveUserPath('.'))
  return quoteArgument(isAbsolute(path) ? path : `.${sep}${path}`)
}

/** @param {string} text */
function isPath (text) {
  if (isAbsolute(text) || /[\\/]/.test(text)) return true
  return text.startsWith('.') && statSync(resolveUserPath(text), { throwIfNoEntry: false })?.isDirectory() === true
}

/** @returns {string} folder of an attendee's files, ignored by git; HOTPATH_MY names another */
export const findAttendeeFolder = () => resolve(process.env.HOTPATH_MY || join(ROOT, 'my'))

/** @param {Lab} lab @returns {{ folder: string, file: string }} the attendee's folder for the lab, and the file to judge */
export function findAttemptPaths ({ name, manifest }) {
  const folder = join(findAttendeeFolder(), name)
  return { folder, file: join(folder, manifest.kind === 'function' ? 'mine.cjs' : 'mine.js') }
}

/** @param {string} file @returns {string} path from the repository's folder; absolute outside of it */
export function formatPath (file) {
  return formatPathFrom(file, ROOT)
}

/** Error codes of a disk without symbolic links, such as a memory stick, and of Windows without the right to make them. */
const NO_LINKS = ['EPERM', 'ENOSYS', 'ENOTSUP', 'UNKNOWN']

/**
 * Runs a function that writes files, and turns system errors into messages that say what to do.
 *
 * @template T
 * @param {() => T} write
 * @returns {T}
 * @throws {HotpathError} if the attendee's folder cannot be written
 */
export function explainWriteErrors (write) {
  try {
    makeFolder(findAttendeeFolder())
    return write()
  } catch (error) {
    if (typeof error.code !== 'string' || !error.syscall) throw error
    const reason = [`${error.code}:`, error.syscall, error.dest ?? error.path].filter(Boolean).join(' ')
    const other = error.syscall === 'symlink' && NO_LINKS.includes(error.code) ? 'a folder on a disk with symbolic links' : error.code === 'ENOSPC' ? 'a folder on another disk, or make room' : 'a folder where you may write'
    throw new HotpathError('UNWRITABLE', `${formatPath(findAttendeeFolder())} cannot be written (${reason}). Set HOTPATH_MY to ${other}.`, { cause: error })
  }
}
