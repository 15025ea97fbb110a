import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { EVERYBODY } from './manifest.js'
import { neededBy } from './needs.js'

/**
 * @param {Pick<import('./find.js').Lab, 'files' | 'manifest'>} lab
 * @returns {Record<string, string>} of each variant a hash of its file, of those of the lab that it loads, of the lab's folders that one of them names, and of
 *   the flags that all have
 */
export function sourcesOf ({ files, manifest }) {
  const { [EVERYBODY]: flags } = manifest.flags
  return Object.fromEntries(Object.entries(files).map(([variant, file]) => {
    const hash = createHash('sha256')
    // by line ends that no checkout changes
    for (const one of loadedBy(file).sort()) hash.update(readFileSync(one, 'utf8').replaceAll('\r\n', '\n'))
    if (flags) hash.update(JSON.stringify(flags))
    return [variant, hash.digest('hex').slice(0, 16)]
  }))
}

/** @param {Pick<import('./find.js').Lab, 'files' | 'folder'>} lab @param {string} variant @returns {boolean} whether its file is one of the lab's, and not somebody's attempt */
export function isOwn ({ files, folder }, variant) {
  return dirname(files[variant] ?? '') === folder
}

/** @param {string} file @returns {string[]} it, and what it loads of its lab; of a file that cannot be parsed whoever measures it tells */
function loadedBy (file) {
  try {
    return neededBy(file).map((path) => join(dirname(file), path))
  } catch {
    return existsSync(file) ? [file] : []
  }
}
