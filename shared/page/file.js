import { lstatSync, renameSync, unlinkSync, writeFileSync } from 'node:fs'

/** Windows refuses to replace a file that somebody has open, as a virus scanner has for a moment. */
const REFUSED = { codes: ['EPERM', 'EACCES', 'EBUSY'], times: 10, waitMs: 100 }

/**
 * Writes a file whole or not at all: a page that was there stays until the new one is.
 *
 * @param {string} file absolute
 * @param {string} text
 * @param {{ mode?: number }} [options] `mode`: who may read it
 */
export function writeWhole (file, text, { mode } = {}) {
  const beside = `${file}.new`
  try {
    writeFileSync(beside, text, { mode })
    replaceWith(beside, file)
  } catch (error) {
    try {
      unlinkSync(beside)
    } catch (never) {}
    throw error
  }
}

/**
 * Writes a file that the user named: a terminal, a pipe, or what a link leads to is written to, and not replaced.
 *
 * @param {string} file absolute
 * @param {string} text
 */
export function writeNamed (file, text) {
  if (lstatSync(file, { throwIfNoEntry: false })?.isFile() === false) writeFileSync(file, text)
  else writeWhole(file, text)
}

/** Renames a file to the name of one that may be there. @param {string} from @param {string} to */
export function replaceWith (from, to) {
  for (let refused = 1; ; refused++) {
    try {
      return renameSync(from, to)
    } catch (error) {
      if (process.platform !== 'win32' || !REFUSED.codes.includes(error.code) || refused === REFUSED.times) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, REFUSED.waitMs)
    }
  }
}
