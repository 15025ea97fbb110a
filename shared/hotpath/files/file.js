import { randomBytes } from 'node:crypto'
import { lstatSync, renameSync, unlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Settings for repeating a rename: Windows refuses to rename a file while a virus scanner reads the file. */
const REFUSED = { codes: ['EPERM', 'EACCES', 'EBUSY'], times: 10, waitMs: 100 }

/**
 * Writes a file completely or not at all: readers get the old text or the new text, even if several processes write.
 *
 * @param {string} file absolute
 * @param {string | NodeJS.ArrayBufferView} text
 * @param {{ mode?: number, rename?: typeof renameSync }} [options] `mode`: the file's permissions
 */
export function writeFileAtomically (file, text, { mode, rename } = {}) {
  // the name begins with a dot and ends in .tmp, so that file watchers and file lists skip the file
  const temporary = join(dirname(file), `.hotpath-${process.pid}-${randomBytes(6).toString('hex')}.tmp`)
  try {
    writeFileSync(temporary, text, { mode, flag: 'wx' })
    replaceFile(temporary, file, rename)
  } catch (error) {
    try {
      unlinkSync(temporary)
    } catch {}
    throw error
  }
}

/**
 * Renames a file and replaces any file that has the new name.
 * @param {string} from @param {string} to @param {typeof renameSync} [rename]
 */
export function replaceFile (from, to, rename = renameSync) {
  for (let refused = 1; ; refused++) {
    try {
      return rename(from, to)
    } catch (error) {
      if (process.platform !== 'win32' || !REFUSED.codes.includes(error.code) || refused === REFUSED.times) throw error
      sleepSync(REFUSED.waitMs)
    }
  }
}

/** Blocks the whole process for some milliseconds. @param {number} ms */
export function sleepSync (ms) {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}

/**
 * Writes a file whose path the user gave. Writes into an existing terminal, pipe or symbolic link instead of replacing it by a file.
 *
 * @param {string} file absolute
 * @param {string} text
 */
export function writeFileAtUserPath (file, text) {
  if (lstatSync(file, { throwIfNoEntry: false })?.isFile() === false) writeFileSync(file, text)
  else writeFileAtomically(file, text)
}
