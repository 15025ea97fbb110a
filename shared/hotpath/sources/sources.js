import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { EVERYBODY } from '../lab/manifest.js'
import { neededBy } from './needs.js'
import { canonicalSyntax, isScript } from './syntax.js'

/** The form of a variant's hash, which evidence keeps: of syntax trees, without comments. */
export const SOURCE_HASH = /^tree-[0-9a-f]{16}$/

/**
 * Hashes what each variant runs: its file, the lab's files and folders that it loads, and the flags that all variants have. A better comment keeps the hash.
 *
 * @param {Pick<import('../lab/load.js').Lab, 'files' | 'manifest'>} lab
 * @returns {Record<string, string>} by variant
 */
export function sourcesOf ({ files, manifest }) {
  const { [EVERYBODY]: flags } = manifest.flags
  return Object.fromEntries(Object.entries(files).map(([variant, file]) => {
    const hash = createHash('sha256')
    for (const one of loadedBy(file).sort()) hash.update(contentOf(one))
    if (flags) hash.update(JSON.stringify(flags))
    return [variant, `tree-${hash.digest('hex').slice(0, 16)}`]
  }))
}

/** @param {string} file @returns {string} what of it can change a figure */
function contentOf (file) {
  try {
    if (isScript(file)) return canonicalSyntax(file)
  } catch {
    // whoever measures a file that does not parse reports it
  }
  // some checkouts change line ends
  return readFileSync(file, 'utf8').replaceAll('\r\n', '\n')
}

/** @param {Pick<import('../lab/load.js').Lab, 'files' | 'folder'>} lab @param {string} variant @returns {boolean} whether its file is one of the lab's, and not somebody's attempt */
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
