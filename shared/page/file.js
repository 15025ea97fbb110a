import { renameSync, writeFileSync } from 'node:fs'

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
  writeFileSync(`${file}.new`, text, { mode })
  replaceWith(`${file}.new`, file)
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
