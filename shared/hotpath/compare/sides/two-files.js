import { existsSync, statSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { HotpathError } from '../../failures/index.js'
import { findPerfFiles } from './perf-files.js'
/** @import { Sides } from './index.js' */

/**
 * Prepares the comparison of two perf files, which are run in place, without a copy.
 *
 * @param {{ cwd: string, base: string, head: string }} files paths, relative to `cwd`
 * @returns {Promise<Sides>}
 * @throws {HotpathError} if one is missing or no file
 */
export async function prepareFileComparison ({ cwd, base, head }) {
  const [from, to] = [base, head].map((typed) => {
    const file = resolve(cwd, typed)
    const isFolder = existsSync(file) && !statSync(file).isFile()
    if (isFolder) throw new HotpathError('NO_FILE', `${typed} is no file. Expected two files, such as: hotpath compare old.perf.js new.perf.js`)
    return findPerfFiles(cwd, [typed])[0]
  })
  const areSame = basename(from) === basename(to)
  const describe = (/** @type {string} */ file, /** @type {string} */ typed) =>
    ({ label: areSame ? typed : basename(file), folder: cwd, perfFiles: [file] })
  return {
    base: describe(from, base),
    head: describe(to, head),
    notes: from === to ? ['Both sides are the same file: every difference is noise.'] : [],
    remove: async () => {},
  }
}
