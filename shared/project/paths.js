import { join, relative, resolve } from 'node:path'
import { HotpathError } from 'hotpath/failures'
import { makeFolder } from 'hotpath/files'
import { ROOT } from './root.js'

/** @import { Lab } from 'hotpath/lab' */

/** Folder of an attendee's files, ignored by git. Tests set HOTPATH_MY to another folder, so that they change nobody's files. */
export const ATTENDEE_FOLDER = resolve(process.env.HOTPATH_MY || join(ROOT, 'my'))

/** @param {Lab} lab @returns {{ folder: string, file: string }} the attendee's folder for the lab, and the file to judge */
export function findAttemptPaths ({ name, manifest }) {
  const folder = join(ATTENDEE_FOLDER, name)
  return { folder, file: join(folder, manifest.kind === 'function' ? 'mine.cjs' : 'mine.js') }
}

/** @param {string} file @returns {string} path from the repository's folder; absolute outside of it */
export function formatPath (file) {
  const path = relative(ROOT, file)
  return path.startsWith('..') ? file : path
}

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
    makeFolder(ATTENDEE_FOLDER)
    return write()
  } catch (error) {
    if (typeof error.code !== 'string' || !error.syscall) throw error
    const reason = [`${error.code}:`, error.syscall, error.dest ?? error.path].filter(Boolean).join(' ')
    throw new HotpathError('UNWRITABLE', `${formatPath(ATTENDEE_FOLDER)} cannot be written (${reason}). Set HOTPATH_MY to a folder where you may write.`, { cause: error })
  }
}
