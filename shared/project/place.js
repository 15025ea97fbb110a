import { join, relative, resolve } from 'node:path'
import { ROOT } from './root.js'
import { makeFolder } from 'hotpath/files'

/** An attendee's own things, which git ignores; HOTPATH_MY puts them elsewhere, so that no test touches a person's. */
export const MY = resolve(process.env.HOTPATH_MY || join(ROOT, 'my'))

/** The attendee's folder cannot be written. */
export class UnwritableError extends Error {
  name = 'UnwritableError'
}

/** @param {import('hotpath/lab').Lab} lab @returns {{ folder: string, file: string }} the attendee's folder for it, and the file that is judged, in the form of a variant */
export function mineOf ({ name, manifest }) {
  const folder = join(MY, name)
  return { folder, file: join(folder, manifest.kind === 'function' ? 'mine.cjs' : 'mine.js') }
}

/** @param {string} file @returns {string} as somebody in the project's folder would type it */
export function shown (file) {
  const path = relative(ROOT, file)
  return path.startsWith('..') ? file : path
}

/**
 * Does something that writes, and says what to type where that is not possible.
 *
 * @template T
 * @param {() => T} write
 * @returns {T}
 * @throws {UnwritableError}
 */
export function writing (write) {
  try {
    makeFolder(MY)
    return write()
  } catch (error) {
    if (typeof error.code !== 'string' || !error.syscall) throw error
    throw new UnwritableError(`${shown(MY)} cannot be written (${error.code}: ${error.syscall} ${error.path ?? ''}). Set HOTPATH_MY to a folder where you may write.`, { cause: error })
  }
}
