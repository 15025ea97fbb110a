import { existsSync, mkdirSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { ROOT } from '../lab/root.js'

/** An attendee's own things, which git ignores; HOTPATH_MY puts them elsewhere, so that no test touches a person's. */
export const MY = resolve(process.env.HOTPATH_MY || join(ROOT, 'my'))

/** The attendee's folder cannot be written. */
export class UnwritableError extends Error {
  name = 'UnwritableError'
}

/** @param {import('../lab/find.js').Lab} lab @returns {{ folder: string, file: string }} the attendee's folder for it, and the file that is judged, in the form of a variant */
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
 * Makes a folder and those that it is in, one by one: Node's recursive mkdir never ends where a folder that is there says ENOENT of one in it,
 * as all in /proc do.
 *
 * @param {string} folder absolute
 */
export function makeFolder (folder) {
  if (existsSync(folder)) return
  const above = dirname(folder)
  if (above !== folder) makeFolder(above)
  try {
    mkdirSync(folder)
  } catch (error) {
    // another command may just have made it
    if (error.code !== 'EEXIST') throw error
  }
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
    throw new UnwritableError(`${shown(MY)} cannot be written (${error.code}: ${error.syscall} ${error.path ?? ''}). Set HOTPATH_MY to a folder that can.`, { cause: error })
  }
}
